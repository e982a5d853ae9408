import Geometry
import ShellModel
import Testing

struct ReopeningScheduleTests {
  private let start = Instant(sinceOrigin: .seconds(1000))

  /// The pauses after closings of a surface that each come as soon as it was opened again.
  private func pauses(
    _ schedule: inout ReopeningSchedule, shown: [Bool], from start: Instant
  ) -> [Duration] {
    var now = start
    return shown.map { wasShown in
      let wasAllowed = schedule.allowsOpening(at: now)
      #expect(wasAllowed)
      schedule.surfaceClosed(wasShown: wasShown, now: now)
      guard let deadline = schedule.deadline else { return .seconds(-1) }
      let isAllowed = schedule.allowsOpening(at: now)
      #expect(isAllowed == (deadline == now))
      defer { now = deadline }
      return deadline - now
    }
  }

  @Test func `a surface that cannot be shown is tried less and less often`() {
    var schedule = ReopeningSchedule()
    #expect(schedule == ReopeningSchedule() && schedule.deadline == nil)
    let pauses = pauses(&schedule, shown: Array(repeating: false, count: 11), from: start)
    #expect(pauses == [0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60].map { .seconds($0) })
  }

  @Test func `one that was shown is there again at once, but not many times in a second`() {
    var schedule = ReopeningSchedule()
    let first = pauses(&schedule, shown: [false, false, false], from: start)
    #expect(first == [.zero, .seconds(1), .seconds(2)])
    let later = start + .seconds(10)
    let shown = pauses(&schedule, shown: [true, true], from: later)
    #expect(shown == [.zero, .seconds(1)])
    // The pause stays the same as long as the surface is shown before it is closed, and then grows.
    let last = pauses(&schedule, shown: [false, false], from: later + .seconds(1))
    #expect(last == [.seconds(2), .seconds(4)])
  }

  @Test func `after a change of the settings or the outputs it is tried at once`() {
    var schedule = ReopeningSchedule()
    _ = pauses(&schedule, shown: Array(repeating: false, count: 20), from: start)
    schedule.reset()
    #expect(schedule == ReopeningSchedule())
    let pauses = pauses(&schedule, shown: [false, false], from: start)
    #expect(pauses == [.zero, .seconds(1)])
  }
}
