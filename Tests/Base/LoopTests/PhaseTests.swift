import Geometry
import TestSupport
import Testing

@testable import Loop

@Suite(.serialized)
struct PhaseTests {
  let clock: ManualClock
  let loop: EventLoop

  init() throws {
    clock = ManualClock()
    loop = try EventLoop(clock: clock)
  }

  private func iterate() { loop.runOnce(until: loop.now) }

  @Test func `phases follow each other in their order, whoever was registered or marked first`() {
    var calls: [EventLoop.Phase] = []
    let marks = EventLoop.Phase.allCases.reversed().map { phase in
      loop.register("\(phase)", for: phase) { calls.append(phase) }
    }
    for mark in marks { mark.set() }
    iterate()
    #expect(calls == [.read, .update, .draw, .flush])
  }

  @Test func `what is marked often is called once, and what is not marked is not called`() {
    var calls: [String] = []
    let marks = ["a", "b", "c"].map { name in
      loop.register(name, for: .update) { calls.append(name) }
    }
    for mark in [marks[2], marks[0], marks[2], marks[0]] { mark.set() }
    #expect(marks.map(\.isSet) == [true, false, true])
    iterate()
    iterate()
    #expect(calls == ["c", "a"])
    #expect(marks.map(\.isSet) == [false, false, false])
  }

  @Test func `what is marked in an update is called in the same update`() {
    var calls: [String] = []
    var first: Mark?
    let second = loop.register("second", for: .update) {
      calls.append("second")
      if calls.count < 4 { first?.set() }
    }
    first = loop.register("first", for: .update) {
      calls.append("first")
      second.set()
    }
    let drawing = loop.register("drawing", for: .draw) { calls.append("drawing") }
    drawing.set()
    first?.set()
    iterate()
    #expect(calls == ["first", "second", "first", "second", "drawing"])
  }

  @Test func `updates that mark each other for ever are an error, and others have their turn`() {
    var errors: [String] = []
    loop.phases.onMisuse = { errors.append($0) }
    var calls = 0
    var drawings = 0
    var mark: Mark?
    mark = loop.register("restless", for: .update) {
      calls += 1
      mark?.set()
    }
    let drawing = loop.register("drawing", for: .draw) { drawings += 1 }
    drawing.set()
    mark?.set()
    iterate()
    #expect(errors == [#"the phase update does not come to an end: ["restless"]"#])
    #expect(calls > 10 && drawings == 1)
    mark?.cancel()
    let before = calls
    iterate()
    #expect(calls == before && errors.count == 1)
  }

  @Test(arguments: [EventLoop.Phase.draw, .flush])
  func `to mark an earlier phase is an error, and is followed in the next iteration`(phase: EventLoop.Phase) {
    var errors: [String] = []
    loop.phases.onMisuse = { errors.append($0) }
    var updates = 0
    let update = loop.register("model", for: .update) { updates += 1 }
    let late = loop.register("late", for: phase) { update.set() }
    late.set()
    iterate()
    #expect(errors == [#""model" was marked for the phase update in the phase \#(phase)"#])
    #expect(updates == 0)
    iterate()
    #expect(updates == 1 && errors.count == 1)
  }

  @Test func `what is marked for the next iteration is called without a sleep`() {
    var updates = 0
    let update = loop.register("model", for: .update) { updates += 1 }
    let drawing = loop.register("drawing", for: .draw) {
      update.setForNextIteration()
      update.setForNextIteration()
    }
    drawing.set()
    // Without a limit: these would sleep for ever.
    loop.runOnce()
    #expect(updates == 0)
    let timer = loop.schedule(at: loop.now) {}
    loop.runOnce()
    #expect(updates == 1 && !timer.isPending)
    #expect(!loop.runOnce(until: loop.now) && updates == 1)
  }

  @Test(arguments: EventLoop.Phase.allCases)
  func `what is marked for the next run of its phase is called in this iteration or in the next`(
    phase: EventLoop.Phase
  ) {
    loop.phases.onMisuse = { Issue.record("\($0)") }
    var calls = 0
    let mark = loop.register("called", for: .update) { calls += 1 }
    let setting = loop.register("setting", for: phase) { mark.setForNextRun() }
    setting.set()
    iterate()
    #expect(calls == (phase <= .update ? 1 : 0))
    // The loop does not sleep before a call that is left.
    #expect(loop.phases.isPending == (calls == 0))
    iterate()
    #expect(calls == 1)
    mark.setForNextRun()
    #expect(calls == 1)
    iterate()
    #expect(calls == 2)
  }

  @Test func `a mark that a handler sets costs no wake-up`() {
    var calls = 0
    let mark = loop.register("a", for: .draw) { calls += 1 }
    loop.schedule(at: loop.now) { mark.set() }
    loop.runOnce()
    let before = loop.wakeUpCount
    #expect(!loop.runOnce(until: loop.now))
    #expect(calls == 1 && loop.wakeUpCount == before + 1)
  }

  @Test func `a deadline marks its participant once`() {
    var times: [Instant] = []
    let start = loop.now
    let due = start + .seconds(3)
    let mark = loop.register("a", for: .update) { [loop] in times.append(loop.now) }
    let other = loop.register("b", for: .update) { Issue.record("not due") }
    mark.deadline = due
    other.deadline = start + .seconds(4)
    iterate()
    #expect(times.isEmpty)
    clock.advance(by: .seconds(3))
    // The one wakes the loop, the other is called in the phase that follows.
    #expect(loop.runOnce())
    iterate()
    #expect(times == [due] && mark.deadline == nil)
    other.cancel()
    clock.advance(by: .seconds(3))
    #expect(!loop.runOnce(until: loop.now))
    #expect(times.count == 1)
  }

  @Test func `a deadline wakes a loop that goes by the system's clock`() throws {
    let loop = try EventLoop()
    var calls = 0
    let mark = loop.register("a", for: .update) { calls += 1 }
    mark.deadline = loop.now + .milliseconds(1)
    #expect(loop.wait { calls == 1 })
  }

  @Test func `a participant may be called in every iteration`() {
    var calls = 0
    let mark = loop.register("a", for: .flush, everyIteration: true) { calls += 1 }
    iterate()
    mark.set()
    iterate()
    #expect(calls == 2)
    mark.cancel()
    mark.set()
    iterate()
    #expect(calls == 2)
  }

  @Test func `who is served in the middle of a phase may mark every phase`() {
    var calls: [String] = []
    let update = loop.register("update", for: .update) { calls.append("update") }
    let flush = loop.register("flush", for: .flush) { calls.append("flush") }
    let drawing = loop.register("drawing", for: .draw) { [loop] in
      loop.yieldPoint()
      calls.append("drawn")
    }
    loop.onYieldPoint = { [loop] in
      update.set()
      flush.set()
      // A yield point that is being served ignores a nested one.
      loop.yieldPoint()
    }
    drawing.set()
    iterate()
    #expect(calls == ["drawn", "flush"])
    iterate()
    #expect(calls == ["drawn", "flush", "update"])
    loop.onYieldPoint = nil
    drawing.set()
    iterate()
    #expect(calls.suffix(2) == ["update", "drawn"])
  }

  @Test func `a stop ends the wait for what is marked later`() {
    let mark = loop.register("a", for: .update) { [loop] in loop.stop() }
    mark.set()
    loop.run()
    #expect(!mark.isSet)
  }
}
