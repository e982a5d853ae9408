import CPlatform
import Geometry
import Glibc
import TestSupport
import Testing

import func HeadlessSession.readText

@testable import Loop

@Suite(.serialized)
struct EventLoopTests {
  let clock: ManualClock
  let loop: EventLoop

  init() throws {
    clock = ManualClock()
    loop = try EventLoop(clock: clock)
  }

  @Test func `a readable pipe calls its handler until it is empty`() {
    let pipe = Pipe()
    var calls = 0
    let watch = loop.watch(pipe.reading.raw) { readiness in
      #expect(readiness == .readable)
      calls += 1
      if calls == 2 { _ = pipe.read() }
    }
    defer { watch.cancel() }
    pipe.write("x")
    #expect(loop.wait { calls == 2 })
    #expect(!loop.runOnce(until: loop.now))
    #expect(calls == 2)
  }

  @Test func `all handlers of one iteration see the same time`() {
    var times: [Instant] = []
    let mark = loop.register("a", for: .update, everyIteration: true) { [clock, loop] in
      times.append(loop.now)
      clock.advance(by: .nanoseconds(1))
    }
    defer { mark.cancel() }
    for _ in 0..<3 {
      loop.schedule(at: loop.now) { [clock, loop] in
        times.append(loop.now)
        clock.advance(by: .nanoseconds(1))
        times.append(loop.now)
      }
      loop.runOnce()
    }
    // Phase; timer, phase; timer, phase; timer.
    #expect(times.count == 9)
    #expect(times[1] == times[2] && times[2] == times[3] && times[4] == times[6] && times[7] == times[8])
    #expect(times[0] < times[1] && times[3] < times[4] && times[6] < times[7])
  }

  @Test func `a watch reports only the readiness that it is interested in`() {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let ours = Descriptor(adopting: ends[0])
    let theirs = Descriptor(adopting: ends[1])
    var seen: [Readiness] = []
    let watch = loop.watch(ours.raw, for: .writable) { seen.append($0) }
    defer { watch.cancel() }
    loop.runOnce(until: loop.now)
    watch.interest = []
    loop.runOnce(until: loop.now)
    watch.interest = .readable
    loop.runOnce(until: loop.now)
    #expect(unsafe Glibc.write(theirs.raw, "x", 1) == 1)
    loop.runOnce(until: loop.now)
    watch.interest = [.readable, .writable]
    loop.runOnce(until: loop.now)
    #expect(seen == [.writable, .readable, [.readable, .writable]])
  }

  @Test func `without interest not even a hang-up is reported`() {
    let pipe = Pipe()
    var calls = 0
    let watch = loop.watch(pipe.reading.raw) { readiness in
      #expect(readiness == .hangUp)
      calls += 1
    }
    watch.interest = []
    pipe.closeWriting()
    #expect(!loop.runOnce(until: loop.now))
    watch.interest = .readable
    #expect(loop.runOnce(until: loop.now))
    watch.cancel()
    watch.cancel()
    #expect(watch.isCancelled && calls == 1)
  }

  @Test func `timers fire in the order of their deadlines and never early`() {
    var fired: [Int] = []
    for (index, delay) in [9, 3, 6, 3].enumerated() {
      loop.schedule(at: loop.now + .milliseconds(delay)) { fired.append(index) }
    }
    for (step, expected) in [
      (3, [1, 3]), (2, [1, 3]), (1, [1, 3, 2]), (2, [1, 3, 2]), (1, [1, 3, 2, 0]),
    ] {
      clock.advance(by: .milliseconds(step) - .nanoseconds(1))
      let before = fired
      loop.serveWhatIsReady()
      #expect(fired == before)
      clock.advance(by: .nanoseconds(1))
      loop.serveWhatIsReady()
      #expect(fired == expected)
    }
  }

  @Test func `a timer that another schedules in the past fires in the next iteration`() {
    var fired: [String] = []
    loop.schedule(at: loop.now) { [loop] in
      fired.append("first")
      loop.schedule(at: loop.now + .seconds(-3)) { fired.append("second") }
    }
    loop.runOnce()
    #expect(fired == ["first"])
    loop.runOnce()
    #expect(fired == ["first", "second"])
  }

  @Test func `timers within the tolerance of another fire in the same iteration`() throws {
    var fired: [String] = []
    let loop = try EventLoop()
    let start = loop.now
    loop.schedule(at: start + .milliseconds(1), tolerance: .seconds(60)) { fired.append("lazy") }
    loop.schedule(at: start + .milliseconds(4)) { fired.append("exact") }
    let before = loop.wakeUpCount
    #expect(loop.run(for: patience) { !fired.isEmpty })
    #expect(fired == ["lazy", "exact"])
    #expect(loop.wakeUpCount == before + 1)
  }

  @Test func `a cancelled timer neither fires nor wakes`() {
    let timer = loop.schedule(at: loop.now) { Issue.record("fired") }
    timer.cancel()
    timer.cancel()
    #expect(!timer.isPending)
    clock.advance(by: .seconds(1))
    #expect(!loop.runOnce(until: loop.now))
  }

  @Test func `an idle loop with a distant timer sleeps`() {
    let timer = loop.schedule(at: loop.now + .seconds(3600)) {}
    clock.advance(by: .seconds(3600) - .nanoseconds(1))
    #expect(!loop.runOnce(until: loop.now) && timer.isPending)
    clock.advance(by: .nanoseconds(1))
    #expect(loop.runOnce() && !timer.isPending)
  }

  @Test func `timers of the system's clocks fire by themselves`() throws {
    let loop = try EventLoop()
    let (due, wallDue) = (loop.now + .milliseconds(5), loop.wallTime + .milliseconds(5))
    var (fired, wallFired): (Instant?, WallTime?)
    loop.schedule(at: due) { fired = loop.now }
    try loop.scheduleWallClock(at: wallDue) { wallFired = loop.wallTime }
    #expect(loop.wait { fired != nil && wallFired != nil })
    #expect(try #require(fired) >= due)
    let past = try loop.scheduleWallClock(at: loop.wallTime + .seconds(-1)) {}
    #expect(loop.wait { !past.isPending })
  }

  @Test func `a wall clock timer fires when its time has come`() throws {
    let timer = try loop.scheduleWallClock(at: loop.wallTime + .seconds(60)) {}
    clock.advance(by: .seconds(60) - .nanoseconds(1))
    loop.serveWhatIsReady()
    #expect(timer.isPending)
    clock.advance(by: .nanoseconds(1))
    loop.serveWhatIsReady()
    #expect(!timer.isPending)
  }

  @Test func `setting the clock calls wall clock timers at once`() throws {
    var calls = 0
    for _ in 0..<2 { try loop.scheduleWallClock(at: loop.wallTime + .seconds(3600)) { calls += 1 } }
    loop.serveWhatIsReady()
    #expect(calls == 0)
    clock.set(wallTime: loop.wallTime + .seconds(-1))
    loop.serveWhatIsReady()
    #expect(calls == 2)
    try loop.scheduleWallClock(at: loop.wallTime + .seconds(3600)) { calls += 1 }
    loop.serveWhatIsReady()
    #expect(calls == 2)
  }

  @Test func `the system is asked to report that its clock was set`() throws {
    let loop = try EventLoop()
    let before = Set(wallClockTimers())
    try loop.scheduleWallClock(at: loop.wallTime + .seconds(3600)) {}
    loop.runOnce(until: loop.now)
    let added = wallClockTimers().filter { !before.contains($0) }
    // TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET, in octal.
    #expect(added.count == 1 && added[0].contains("settime flags: 03"), "\(added)")
  }

  @Test func `a clock that is set before its timers are armed calls them`() throws {
    // The kernel reports the change when the timer is armed, and arms it all the same.
    var wasSet = false
    var calls = SystemCalls()
    let setTimer = calls.setTimer
    calls.setTimer = {
      let error = setTimer($0, $1, $2)
      guard Int($1) & TFD_TIMER_CANCEL_ON_SET != 0, wasSet else { return error }
      wasSet = false
      return ECANCELED
    }
    let loop = try EventLoop(clock: clock, calls: calls)
    var fired = 0
    try loop.scheduleWallClock(at: loop.wallTime + .seconds(3600)) { fired += 1 }
    loop.runOnce(until: loop.now)
    #expect(fired == 0)
    wasSet = true
    try loop.scheduleWallClock(at: loop.wallTime + .seconds(-1)) { fired += 1 }
    // The loop does not sleep, although no descriptor becomes ready.
    #expect(loop.runOnce())
    #expect(fired == 2)
  }

  @Test(arguments: [ENOMEM, ENOSPC])
  func `a watch for which the kernel has no room begins when there is room`(error: Int32) throws {
    var isFull = true
    var calls = SystemCalls()
    let control = calls.controlEpoll
    calls.controlEpoll = { $1 == EPOLL_CTL_ADD && isFull ? error : control($0, $1, $2, $3, $4) }
    let loop = try EventLoop(clock: clock, calls: calls)
    let pipes = (0..<3).map { _ in Pipe() }
    for pipe in pipes { pipe.write("x") }
    var read: [Int] = []
    let watches = pipes.indices.map { index in
      loop.watch(pipes[index].reading.raw) { _ in
        _ = pipes[index].read()
        read.append(index)
      }
    }
    loop.serveWhatIsReady()
    #expect(read.isEmpty)
    watches[0].cancel()
    watches[1].interest = []
    isFull = false
    #expect(loop.wait { read == [2] })
    watches[1].interest = .readable
    #expect(loop.wait { read == [2, 1] })
    for watch in watches { watch.cancel() }
  }

  @Test func `writing to a broken pipe or to a file that may not grow is an error`() {
    for signal in [SIGPIPE, SIGXFSZ] {
      var action = sigaction()
      #expect(unsafe sigaction(signal, nil, &action) == 0)
      let handler = unsafe action.__sigaction_handler.sa_handler
      #expect(unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self))
    }
  }

  /// The kernel's description of each descriptor for timers of the wall clock, see proc(5).
  private func wallClockTimers() -> [String] {
    names(in: "/proc/self/fdinfo").compactMap { readText("/proc/self/fdinfo/\($0)") }
      .filter { $0.contains("clockid: 0\n") }
  }

  @Test func `run returns after stop, also if stop was called first`() {
    var calls = 0
    loop.stop()
    loop.run()
    loop.schedule(at: loop.now) { [loop] in
      calls += 1
      loop.stop()
    }
    #expect(calls == 0)
    loop.run()
    #expect(calls == 1)
  }

  /// Random handlers cancel, add and change others in one batch; what is cancelled must never be called.
  @Test(arguments: DailySeeds.first(20) as [UInt64])
  func `handlers may cancel and add others of the same batch`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var pipes: [Pipe] = []
    var watches: [Watch] = []
    var timers: [Timer] = []
    var calls = 0
    func meddle() {
      calls += 1
      switch Int.random(in: 0..<5, using: &random) {
      case 0: watches.randomElement(using: &random)?.cancel()
      case 1: timers.randomElement(using: &random)?.cancel()
      case 2:
        if let watch = watches.randomElement(using: &random) {
          watch.interest = watch.interest.isEmpty ? .readable : []
        }
      case 3 where pipes.count < 200: addPipe()
      default: addTimer()
      }
    }
    func addPipe() {
      let pipe = Pipe()
      pipe.write("x")
      pipes.append(pipe)
      var own: Watch?
      let watch = loop.watch(pipe.reading.raw) { _ in
        #expect(own?.isCancelled == false, "seed \(seed)")
        meddle()
      }
      own = watch
      watches.append(watch)
    }
    func addTimer() {
      guard timers.count < 500 else { return }
      let delay = Duration.microseconds(Int.random(in: -100...300, using: &random))
      timers.append(loop.schedule(at: loop.now + delay) { meddle() })
    }
    for _ in 0..<40 {
      addPipe()
      addTimer()
    }
    for _ in 0..<50 { loop.runOnce(until: loop.now) }
    #expect(calls > 100, "seed \(seed)")
    for watch in watches { watch.cancel() }
    for timer in timers { timer.cancel() }
    #expect(!loop.runOnce(until: loop.now))
  }

  @Test func `signals arrive as events`() throws {
    var seen: [Int32] = []
    let watch = try loop.onSignal([SIGHUP, SIGUSR1]) { seen.append($0) }
    defer { watch.cancel() }
    raise(SIGHUP)
    raise(SIGUSR1)
    #expect(loop.wait { seen.count == 2 })
    #expect(seen == [SIGHUP, SIGUSR1])
  }

  @Test func `a signal that the program ignores arrives nevertheless`() throws {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    var seen: [Int32] = []
    let watch = try loop.onSignal([SIGUSR2]) { seen.append($0) }
    defer { watch.cancel() }
    raise(SIGUSR2)
    #expect(loop.wait { seen == [SIGUSR2] })
  }

  @Test func `a signal that has arrived is not reported after its watch was cancelled`() throws {
    // The runner's threads have all signals blocked.
    var signals = sigset_t()
    var old = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGUSR1)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    let watch = try loop.onSignal([SIGUSR1]) { _ in Issue.record("told") }
    raise(SIGUSR1)
    // The signal would end the tests as soon as it is unblocked.
    watch.cancel()
    #expect(!loop.runOnce(until: loop.now))
  }

  @Test func `loops, timers, signal watches and file watchers leave no descriptor open`() throws {
    let scratch = ScratchDirectory()
    let before = openDescriptors()
    for round in 0..<200 {
      let loop = try EventLoop()
      try loop.scheduleWallClock(at: loop.wallTime + .seconds(9)) {}
      let signals = try loop.onSignal([SIGUSR2]) { _ in }
      let watcher = try FileWatcher(path: scratch("a/b/c"), loop: loop) {}
      loop.runOnce(until: loop.now)
      if round.isMultiple(of: 2) {
        watcher.cancel()
        signals.cancel()
      }
    }
    #expect(leakedDescriptors(since: before, cycles: 200).isEmpty)
  }
}

/// A pipe that a test writes into.
final class Pipe {
  let reading: Descriptor
  private var writing: Descriptor?

  init() {
    var ends: [Int32] = [-1, -1]
    let result = unsafe Glibc.pipe(&ends)
    precondition(result == 0, "pipe: error \(errno)")
    reading = Descriptor(adopting: ends[0])
    writing = Descriptor(adopting: ends[1])
  }

  func write(_ text: String) {
    let count = unsafe Glibc.write(writing?.raw ?? -1, text, text.utf8.count)
    precondition(count == text.utf8.count, "write: error \(errno)")
  }

  func read() -> Int {
    var buffer = [UInt8](repeating: 0, count: 4096)
    return unsafe Glibc.read(reading.raw, &buffer, buffer.count)
  }

  func closeWriting() { writing = nil }
}
