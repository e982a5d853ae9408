import Geometry
import Testing

@testable import Notifications

struct HeapTrimPolicyTests {
  private let start = Instant(sinceOrigin: .seconds(10))

  @Test func `a few changes need no heap trim, many need one once no more arrive`() {
    var heapTrimPolicy = HeapTrimPolicy()
    heapTrimPolicy.take(changes: HeapTrimPolicy.changes - 1, now: start)
    #expect(heapTrimPolicy.deadline == nil)
    heapTrimPolicy.take(changes: 1, now: start)
    #expect(heapTrimPolicy.deadline == start + HeapTrimPolicy.calm)
    // A change before the deadline postpones it.
    let later = start + .milliseconds(900)
    heapTrimPolicy.take(changes: 1, now: later)
    #expect(heapTrimPolicy.deadline == later + HeapTrimPolicy.calm)
    // An event that changes no notification does not postpone the deadline.
    heapTrimPolicy.take(changes: 0, now: later + .milliseconds(900))
    #expect(heapTrimPolicy.deadline == later + HeapTrimPolicy.calm)
  }

  @Test func `the next heap trim comes after as many changes again, whatever is still open`() {
    var heapTrimPolicy = HeapTrimPolicy()
    var count = 0
    for change in 0..<10 * HeapTrimPolicy.changes {
      let now = start + .seconds(change * 5)
      heapTrimPolicy.take(changes: 1, now: now)
      guard heapTrimPolicy.deadline != nil else { continue }
      heapTrimPolicy.trimmed()
      count += 1
    }
    #expect(count == 10)
  }

  @Test func `a large call needs a heap trim soon, and further calls do not delay it`() {
    var heapTrimPolicy = HeapTrimPolicy()
    var request = NotificationRequest()
    request.body = String(repeating: "x", count: HeapTrimPolicy.large)
    heapTrimPolicy.take(changes: 1, largest: request.size, now: start)
    #expect(heapTrimPolicy.deadline == start + HeapTrimPolicy.soon)
    for step in 1..<10 {
      heapTrimPolicy.take(changes: 100, largest: request.size, now: start + .milliseconds(20 * step))
    }
    #expect(heapTrimPolicy.deadline == start + HeapTrimPolicy.soon)
  }

  @Test(arguments: [
    (HintValue.bytes([UInt8](repeating: 0, count: 100_000)), 100_000),
    (.structure([.integer(1), .bytes([1, 2, 3])]), 11),
    (.strings(["ab", "c"]), 35), (.boolean(true), 8),
  ]) func `the size of a call counts all that it brings`(value: HintValue, size: Int) {
    var request = NotificationRequest()
    let empty = request.size
    request.hints = [.init("hint", value)]
    #expect(request.size == empty + size)
    request.actions = ["default", "Open"]
    #expect(request.size == empty + size + 43)
  }
}
