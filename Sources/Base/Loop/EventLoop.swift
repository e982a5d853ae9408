import CPlatform
public import Geometry
import Glibc

/// The one loop of the process: descriptors, deadlines and phases, all on the main thread.
///
/// One iteration is: the phases, in order, with the participants that are marked; sleep until something is ready; the
/// handlers of what is ready; the timers that are due.
public final class EventLoop {
  /// The monotonic time, read at the first access after a wake-up and constant until the next.
  ///
  /// Because it is read lazily, a wake-up that needs no time does not read the clock.
  public var now: Instant {
    if let moment { return moment }
    let read = Instant(sinceOrigin: timers.now)
    moment = read
    return read
  }
  /// The number of times that `epoll_wait` has returned, for statistics.
  public private(set) var wakeUpCount = 0

  private var moment: Instant?
  private let epoll: Descriptor
  private let timers: TimerQueue
  /// Timers of the wall clock; nil until the first is scheduled, so that no descriptor is opened before.
  private var wallTimers: TimerQueue?
  private var watches = Slots<Watch>()
  /// The watches for which the kernel had no room; they are registered again after `retryInterval`.
  private var unregistered: [Watch] = []
  private let calls: SystemCalls
  let phases = PhaseQueues()
  /// Called from `yieldPoint` in the middle of long work, to serve clients that wait for an answer.
  public var onYieldPoint: (() -> Void)?
  let children = RunningChildren()
  /// Whether `stop` was called and `run` has not returned since.
  public private(set) var isStopping = false
  private var isInIteration = false
  private let manualClock: ManualClock?

  /// The time after which watches for which the kernel had no room are registered again.
  private static let retryInterval = Duration.milliseconds(100)

  /// Makes a loop, ignores SIGPIPE and SIGXFSZ so that broken pipes and files that are too large are errors of
  /// `write`, and resets SIGCHLD so that children can be waited for, whatever the parent process had set.
  ///
  /// Tests pass a `clock` that they turn by hand; without one the loop reads the system's clocks.
  public convenience init(clock: ManualClock? = nil) throws(LoopError) {
    try self.init(clock: clock, calls: SystemCalls())
  }

  /// Makes a loop with other system calls, for tests.
  init(clock: ManualClock? = nil, calls: SystemCalls) throws(LoopError) {
    manualClock = clock
    self.calls = calls
    let raw = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard raw >= 0 else { throw LoopError("create an event loop") }
    epoll = Descriptor(adopting: raw)
    timers = try TimerQueue(
      clock: CLOCK_MONOTONIC, firesOnClockChange: false, manualClock: clock, calls: calls)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGCHLD, SIG_DFL)
    watch(timers.descriptor.raw) { [unowned timers] _ in _ = timers.acknowledge() }
  }

  /// The wall clock now, read at each call.
  public var wallTime: WallTime {
    manualClock?.wallTime ?? WallTime(sinceEpoch: readClock(CLOCK_REALTIME))
  }

  /// Reads the monotonic clock of the loop at each call, on any thread.
  var clock: @Sendable () -> Instant {
    { [manualClock] in manualClock?.now ?? Instant(sinceOrigin: readClock(CLOCK_MONOTONIC)) }
  }

  /// Calls `handler` whenever `descriptor` is ready, until the watch is cancelled.
  ///
  /// The watch is level-triggered: unread data is reported again. The descriptor must be open, pollable and
  /// not watched already, and the watch must be cancelled before it is closed. If the kernel has no room for
  /// another watch, it begins to report as soon as there is some.
  @discardableResult
  public func watch(
    _ descriptor: Int32, for interest: Readiness = .readable, _ handler: @escaping (Readiness) -> Void
  ) -> Watch {
    let watch = watches.add { token in
      Watch(loop: self, descriptor: descriptor, token: token, interest: interest, handler: handler)
    }
    register(watch)
    return watch
  }

  /// Calls `handler` once, at `deadline` or up to `tolerance` later if that saves a wake-up.
  @discardableResult
  public func schedule(
    at deadline: Instant, tolerance: Duration = .zero, _ handler: @escaping () -> Void
  ) -> Timer {
    timers.schedule(at: deadline.sinceOrigin, tolerance: tolerance, handler)
  }

  /// Calls `handler` once, when the wall clock reaches `deadline` or as soon as that clock is set forth or
  /// back, also after a suspend: the handler reads `wallTime` and schedules anew.
  @discardableResult
  public func scheduleWallClock(
    at deadline: WallTime, _ handler: @escaping () -> Void
  ) throws(LoopError) -> Timer {
    if wallTimers == nil { wallTimers = try startWallTimers() }
    guard let wallTimers else { preconditionFailure("just made") }
    return wallTimers.schedule(at: deadline.sinceEpoch, tolerance: .zero, handler)
  }

  /// Calls `action` in a phase of each iteration in which the mark is set or its deadline has come, or, with
  /// `everyIteration`, in all iterations, until the mark is cancelled.
  ///
  /// Phases run in the order of `Phase`; within a phase, the participant that was marked
  /// first is called first.
  public func register(
    _ name: String, for phase: Phase, everyIteration: Bool = false, _ action: @escaping () -> Void
  ) -> Mark {
    phases.register(name, for: phase, isPermanent: everyIteration, action)
  }

  /// Calls `onYieldPoint`, which may mark any phase and draws nothing.
  ///
  /// Work that takes longer than a client should wait calls this in its middle, such as the drawing of a frame by
  /// the CPU.
  public func yieldPoint() {
    guard let onYieldPoint else { return }
    phases.yield(onYieldPoint)
  }

  /// Runs until `stop` is called; returns at once if it was called before.
  public func run() {
    while !isStopping { runOnce() }
    isStopping = false
  }

  /// Makes `run` return after this iteration.
  public func stop() {
    isStopping = true
  }

  /// Runs until `condition` holds or `deadline` is past, and returns whether it holds.
  public func run(until deadline: Instant, _ condition: () -> Bool) -> Bool {
    while !condition() {
      if now >= deadline { return false }
      runOnce(until: deadline)
    }
    return true
  }

  /// Runs until `condition` holds or `limit`, counted from this call, is over, and returns whether it holds.
  ///
  /// The limit is real time even if the loop has a manual clock.
  public func run(for limit: Duration, until condition: () -> Bool) -> Bool {
    let end = readClock(CLOCK_MONOTONIC) + limit
    while !condition() {
      let left = end - readClock(CLOCK_MONOTONIC)
      if left <= .zero { return false }
      runOnce(until: Instant(sinceOrigin: timers.now) + left)
    }
    return true
  }

  /// Runs one iteration, which sleeps until `deadline` at most (rounded up to milliseconds);
  /// nil: without limit.
  ///
  /// Returns whether a handler was called. Traps if called inside a handler or phase.
  @discardableResult
  public func runOnce(until deadline: Instant? = nil) -> Bool {
    precondition(!isInIteration, "the loop was run by one of its handlers")
    isInIteration = true
    defer { isInIteration = false }
    phases.run { now }
    if !unregistered.isEmpty { registerAgain() }
    _ = timers.arm(also: phases.nextDeadline?.sinceOrigin)
    let clockWasSet = wallTimers?.arm() ?? false
    let handledEvents = dispatch(timeout: clockWasSet ? 0 : timeout(until: deadline))
    let handledTimers = timers.fire(now: now.sinceOrigin)
    let handledWallTimers =
      wallTimers.map { $0.isEmpty ? false : $0.fire(now: $0.now, all: clockWasSet) } ?? false
    return handledEvents || handledTimers || handledWallTimers
  }

  /// Ends the programs whose lifetime is `endsWithUs`, and waits for at most `grace` until they have ended.
  ///
  /// A program calls this at its very end, and no more than once at a time.
  ///
  /// Child processes and their children receive SIGTERM unless they have received it before, and those that still run
  /// after `grace` receive SIGKILL. No handler is called.
  public func endChildren(grace: Duration = .seconds(1)) { children.end(grace: grace) }

  // MARK: - For watches

  func interestChanged(of watch: Watch) { register(watch) }

  func forget(_ watch: Watch) {
    watches.remove(watch.token)
    unregister(watch)
  }

  /// Registers a watch with the kernel, or changes its registration.
  private func register(_ watch: Watch) {
    if watch.interest.isEmpty { return unregister(watch) }
    let error = control(watch.isRegistered ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, watch)
    if error == 0 {
      watch.isRegistered = true
      return
    }
    // The kernel has no memory, or the user has too many watches.
    precondition(error == ENOMEM || error == ENOSPC, "watch descriptor \(watch.descriptor): error \(error)")
    if !unregistered.contains(where: { $0 === watch }) { unregistered.append(watch) }
  }

  private func unregister(_ watch: Watch) {
    unregistered.removeAll { $0 === watch }
    guard watch.isRegistered else { return }
    watch.isRegistered = false
    let error = control(EPOLL_CTL_DEL, watch)
    precondition(error == 0, "end the watch of descriptor \(watch.descriptor): error \(error)")
  }

  private func registerAgain() {
    let waiting = unregistered
    unregistered = []
    for watch in waiting { register(watch) }
  }

  private func control(_ operation: Int32, _ watch: Watch) -> Int32 {
    calls.controlEpoll(epoll.raw, operation, watch.descriptor, watch.interest.rawValue, watch.token)
  }

  // MARK: - Parts of an iteration

  private func timeout(until deadline: Instant?) -> Int32 {
    if phases.isPending || isStopping { return 0 }
    let retry: Duration? = unregistered.isEmpty ? nil : Self.retryInterval
    guard let left = [deadline.map { $0.sinceOrigin - timers.now }, retry].compactMap(\.self).min() else {
      return -1
    }
    return left > .zero ? Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up))) : 0
  }

  /// Sleeps and calls the handlers of what is ready.
  private func dispatch(timeout: Int32) -> Bool {
    // More events than this are reported by the next call: epoll serves descriptors in turn.
    let capacity = 32
    return unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: capacity) { events in
      guard let first = events.baseAddress else { preconditionFailure("no room for events") }
      let count = unsafe epoll_wait(epoll.raw, first, Int32(capacity), timeout)
      precondition(count >= 0 || errno == EINTR, "epoll_wait: error \(errno)")
      moment = nil
      wakeUpCount += 1
      var called = false
      for index in 0..<Int(max(count, 0)) {
        let event = unsafe events[index]
        // The watch is found by token, not by address: a handler of this batch may have cancelled it.
        guard let watch = watches[unsafe event.data.u64], let handler = watch.handler else { continue }
        let readiness = unsafe Readiness(rawValue: event.events)
        handler(readiness)
        called = true
      }
      return called
    }
  }

  private func startWallTimers() throws(LoopError) -> TimerQueue {
    let queue = try TimerQueue(
      clock: CLOCK_REALTIME, firesOnClockChange: true, manualClock: manualClock, calls: calls)
    watch(queue.descriptor.raw) { [unowned queue] _ in
      if queue.acknowledge() { _ = queue.fire(now: queue.now, all: true) }
    }
    return queue
  }
}
