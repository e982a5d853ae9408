import Geometry
import TestSupport
import Testing

@testable import DesktopModel

struct TitlePaceTests {
  private static func at(_ milliseconds: Int) -> Instant {
    Instant(sinceOrigin: .seconds(100) + .milliseconds(milliseconds))
  }

  /// Changes that come at `times` milliseconds, and when they are passed on.
  @Test(arguments: [
    // Rare changes.
    ([0, 1000, 2000, 9000], [0, 1000, 2000, 9000]),
    // The first ones in a row, and then two a second.
    ([0, 10, 20, 30, 40], [0, 10, 20, 30, 500]),
    ([0, 1, 2, 3, 500, 1000], [0, 1, 2, 3, 500, 1000]),
    // A pause of half a second makes room for one more.
    ([0, 0, 0, 0, 0, 1000, 1000], [0, 0, 0, 0, 500, 1000, 1500]),
    // A long one for as many as at first, and no more.
    ([0, 0, 0, 0, 60000, 60000, 60000, 60000, 60000], [0, 0, 0, 0, 60000, 60000, 60000, 60000, 60500]),
  ]) func `changes in a row are passed on at once, continual ones twice a second`(
    times: [Int], passed: [Int]
  ) {
    var pace = TitlePace()
    #expect(times.map { pace.take(now: Self.at($0)) } == passed.map(Self.at))
  }

  @Test(arguments: DailySeeds.first(30) as [UInt64])
  func `however changes come, none waits longer than a limit, and few are passed on`(
    seed: UInt64
  ) {
    var random = SplitMix(seed: seed)
    var pace = TitlePace()
    var (now, due) = (0, Int?.none)
    var passed: [Int] = []
    for _ in 0..<2000 {
      now +=
        Bool.random(using: &random)
        ? Int.random(in: 0...60, using: &random) : Int.random(in: 0...900, using: &random)
      if let pending = due, pending <= now {
        passed.append(pending)
        due = nil
      }
      // Titles that wait already take later ones with them.
      if due != nil { continue }
      let moment = pace.take(now: Self.at(now))
      #expect(moment >= Self.at(now) && moment - Self.at(now) <= TitlePace.interval)
      if moment == Self.at(now) {
        passed.append(now)
      } else {
        due = Int(((moment - Self.at(0)) / .milliseconds(1)).rounded())
      }
    }
    for (place, first) in passed.enumerated() {
      let within = passed[place...].prefix { $0 < first + 10_000 }.count
      #expect(within <= TitlePace.burst + 20)
    }
  }
}
