import Geometry
import TestSupport
import Testing

@testable import Loop

@Suite(.serialized)
struct PacedActionTests {
  let clock: ManualClock
  let loop: EventLoop

  init() throws {
    clock = ManualClock()
    loop = try EventLoop(clock: clock)
  }

  private func iterate() { loop.runOnce(until: loop.now) }

  private func advance(_ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
    iterate()
    // The next iteration serves deadlines that passed while the loop slept.
    iterate()
  }

  @Test func `the first request is served at once, and all within the pause after it once`() {
    var calls = 0
    let action = PacedAction("a", loop: loop, pause: .milliseconds(100)) { calls += 1 }
    for _ in 0..<3 { action.request() }
    #expect(calls == 0)
    iterate()
    #expect(calls == 1)
    for _ in 0..<3 {
      action.request()
      advance(10)
    }
    #expect(calls == 1)
    advance(69)
    #expect(calls == 1)
    advance(1)
    #expect(calls == 2)
    advance(1000)
    #expect(calls == 2)
    action.request()
    iterate()
    #expect(calls == 3)
  }

  @Test func `a request is served early, forgotten or cancelled`() {
    var calls = 0
    let action = PacedAction("a", loop: loop, pause: .milliseconds(100)) { calls += 1 }
    action.callIfRequested()
    #expect(calls == 0)
    action.request()
    action.callIfRequested()
    iterate()
    #expect(calls == 1)
    action.request()
    action.forgetRequest()
    advance(200)
    #expect(calls == 1)
    action.request()
    action.cancel()
    action.request()
    advance(200)
    #expect(calls == 1)
  }

  @Test func `a request that the action itself makes is served after the pause`() {
    var calls = 0
    var action: PacedAction?
    action = PacedAction("a", loop: loop, pause: .milliseconds(100)) {
      calls += 1
      action?.request()
    }
    action?.request()
    iterate()
    advance(99)
    #expect(calls == 1)
    advance(1)
    #expect(calls == 2)
    action?.cancel()
    action = nil
  }
}
