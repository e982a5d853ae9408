import Geometry
import TestSupport
import Testing

@testable import Application
@testable import Loop

struct BackdropAccentFollowerTests {
  private static let (blue, red) = (SIMD3(0.25, 0.45, 0.8), SIMD3(0.8, 0.25, 0.2))

  @Test func `the backdrop is measured when it changes, not too often, and only while that is wanted`() throws
  {
    let time = ManualClock()
    let loop = try EventLoop(clock: time)
    let follower = BackdropAccentFollower(loop)
    var colours: [SIMD3<Double>]? = [Self.blue]
    var measurements = 0
    var told: [SIMD3<Double>?] = []
    follower.measure = {
      measurements += 1
      return colours
    }
    follower.onChange = { told.append($0) }
    func pass(_ duration: Duration) {
      time.advance(by: duration)
      loop.serveWhatIsReady()
    }
    follower.backgroundChanged()
    pass(.seconds(1))
    #expect(measurements == 0)
    follower.follow(true)
    pass(.milliseconds(1))
    #expect(measurements == 1 && told.count == 1)
    // Nothing happens over a still backdrop.
    pass(.seconds(60))
    #expect(measurements == 1 && follower.nextDeadline == nil)
    colours = [Self.red]
    for _ in 0..<10 {
      follower.backgroundChanged()
      pass(.milliseconds(50))
    }
    #expect(measurements == 2 && told.count == 1)
    pass(.seconds(2))
    #expect(told.count == 2 && told.last != told.first)
    colours = [[0.5, 0.5, 0.5]]
    follower.backgroundChanged()
    pass(.seconds(1))
    pass(.seconds(3))
    #expect(told.count == 3 && told.last == .some(nil))
    // The first colours of a bar count at once, and the accent ends with the last bar.
    for (next, count) in [(nil, 3), ([Self.red], 4), (nil, 5)] as [([SIMD3<Double>]?, Int)] {
      colours = next
      follower.backgroundChanged()
      pass(.seconds(1))
      #expect(told.count == count)
    }
    #expect(told.last == .some(nil))
    follower.follow(false)
    follower.backgroundChanged()
    pass(.seconds(3))
    #expect(told.count == 5)
  }
}
