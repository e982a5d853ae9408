import Geometry
import Testing

@testable import Notifications

struct UntidinessTests {
  private let start = Instant(sinceOrigin: .seconds(10))

  @Test func `A few leave nothing to be tidied, many do when it is calm`() {
    var untidiness = Untidiness()
    untidiness.take(changes: Untidiness.changes - 1, now: start)
    #expect(untidiness.deadline == nil)
    untidiness.take(changes: 1, now: start)
    #expect(untidiness.deadline == start + Untidiness.calm)
    // It is not calm yet.
    let later = start + .milliseconds(900)
    untidiness.take(changes: 1, now: later)
    #expect(untidiness.deadline == later + Untidiness.calm)
    // What changes no notification keeps nobody waiting.
    untidiness.take(changes: 0, now: later + .milliseconds(900))
    #expect(untidiness.deadline == later + Untidiness.calm)
  }

  @Test func `Tidied, it takes as many again, whatever is still open`() {
    var untidiness = Untidiness()
    var count = 0
    for change in 0..<10 * Untidiness.changes {
      let now = start + .seconds(change * 5)
      untidiness.take(changes: 1, now: now)
      guard untidiness.deadline != nil else { continue }
      untidiness.tidied()
      count += 1
    }
    #expect(count == 10)
  }

  @Test func `After a large call it is soon, and no later for others`() {
    var untidiness = Untidiness()
    var request = NotificationRequest()
    request.body = String(repeating: "x", count: Untidiness.large)
    untidiness.take(changes: 1, largest: request.size, now: start)
    #expect(untidiness.deadline == start + Untidiness.soon)
    for step in 1..<10 {
      untidiness.take(changes: 100, largest: request.size, now: start + .milliseconds(20 * step))
    }
    #expect(untidiness.deadline == start + Untidiness.soon)
  }

  @Test(arguments: [
    (HintValue.bytes([UInt8](repeating: 0, count: 100_000)), 100_000),
    (.structure([.integer(1), .bytes([1, 2, 3])]), 11),
    (.strings(["ab", "c"]), 35), (.boolean(true), 8),
  ]) func `The size of a call counts all that it brings`(value: HintValue, size: Int) {
    var request = NotificationRequest()
    let empty = request.size
    request.hints = [.init("hint", value)]
    #expect(request.size == empty + size)
    request.actions = ["default", "Open"]
    #expect(request.size == empty + size + 43)
  }
}
