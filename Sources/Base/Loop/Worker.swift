import CPlatform
import Geometry
import Glibc
import Synchronization

/// A thread beside the main one, for work that would block it: file systems and libraries that
/// may take any time.
///
/// Jobs are done one after another, with a `Context` that is made on the thread and that only jobs see. A job
/// that takes too long is abandoned: its thread ends with it, and another thread does the remaining jobs.
@MainActor public final class Worker<Context> {
  /// Most threads that may be abandoned at a time; every job fails at once until one of them has ended.
  public static var mostAbandoned: Int { 3 }

  private let loop: EventLoop
  private let limit: Duration
  private let makeContext: @Sendable () -> Context
  private var thread: WorkerThread<Context>?
  private var watch: Watch?
  private var completions: [(id: UInt64, handler: ((any Sendable)?) -> Void)] = []
  private var timer: Timer?
  private var lastID: UInt64 = 0
  private var jobs: [UInt64: WorkerThread<Context>.Work] = [:]
  /// Threads that are still at abandoned jobs, and the watches that report their ends.
  private var abandoned: [(thread: WorkerThread<Context>, watch: Watch)] = []

  /// Makes a worker whose thread is started by the first job; `limit` is the time for one job
  /// from its own start.
  public init(loop: EventLoop, limit: Duration, makeContext: @escaping @Sendable () -> Context) {
    self.loop = loop
    self.limit = limit
    self.makeContext = makeContext
  }

  isolated deinit { stop() }

  /// The number of jobs that are not done.
  public var pendingCount: Int { completions.count }

  /// The number of threads that are still at abandoned jobs.
  public var abandonedCount: Int { abandoned.count }

  /// Does `work` on the thread, then calls `completion` on the main actor, with nil if the job was abandoned.
  public func run<Result: Sendable>(
    _ work: @escaping @Sendable (inout Context) -> Result, then completion: @escaping (Result?) -> Void
  ) {
    lastID += 1
    let id = lastID
    completions.append((id, { completion($0 as? Result) }))
    jobs[id] = { context in work(&context) }
    guard abandoned.count < Self.mostAbandoned, let thread = startedThread() else {
      // The completion is not called here, so that it never runs within the caller's call.
      loop.schedule(at: loop.now) { [weak self] in self?.finish(id, nil) }
      return
    }
    thread.add(id, jobs[id]!)
    if timer == nil { watchTime() }
  }

  /// Lets the thread end after its job; completions of waiting jobs are not called.
  public func stop() {
    timer.end()
    completions = []
    jobs = [:]
    leaveThread()
    for left in abandoned { left.watch.cancel() }
    abandoned = []
  }

  /// Lets the thread end if no job waits; abandoned threads still count. The next job starts another thread.
  public func rest() {
    guard completions.isEmpty else { return }
    timer.end()
    leaveThread()
  }

  private func startedThread() -> WorkerThread<Context>? {
    if let thread { return thread }
    guard let started = WorkerThread(clock: loop.clock, makeContext: makeContext) else { return nil }
    thread = started
    watch = loop.watch(started.doneDescriptor) { [weak self] _ in self?.takeResults() }
    return started
  }

  private func leaveThread() {
    watch.end()
    thread?.leave()
    thread = nil
  }

  /// Calls the completions of jobs that are done, without waiting for the loop to do so.
  public func deliver() { if !completions.isEmpty { takeResults() } }

  private func takeResults() {
    for (id, result) in thread?.takeResults() ?? [] { finish(id, result) }
    watchTime()
  }

  private func finish(_ id: UInt64, _ result: (any Sendable)?) { removeJob(id)?(result) }

  /// Removes a job that has ended, and returns its completion; nil if the worker was stopped.
  private func removeJob(_ id: UInt64) -> (((any Sendable)?) -> Void)? {
    guard let index = completions.firstIndex(where: { $0.id == id }) else { return nil }
    jobs[id] = nil
    return completions.remove(at: index).handler
  }

  /// Schedules a check for the moment when the current job has taken all of its time.
  private func watchTime() {
    timer.end()
    guard !completions.isEmpty, let thread else { return }
    // A job that has not begun has all of its time left.
    let start = thread.currentJob?.start ?? loop.now
    timer = loop.schedule(at: start + limit) { [weak self] in self?.checkTime() }
  }

  private func checkTime() {
    timer = nil
    // The job may have ended at the same moment.
    takeResults()
    guard let stuck = thread, let current = stuck.currentJob, current.start + limit <= loop.now,
      stuck.leave(during: current.id)
    else { return watchTime() }
    leaveThread()
    let watch = loop.watch(stuck.doneDescriptor) { [weak self] _ in self?.threadEnded(stuck) }
    abandoned.append((stuck, watch))
    let completion = removeJob(current.id)
    let waiting = completions.map(\.id)
    let next = waiting.isEmpty || abandoned.count >= Self.mostAbandoned ? nil : startedThread()
    for id in waiting { next?.add(id, jobs[id]!) }
    if next != nil { watchTime() }
    // A job that the completion adds comes after those that wait.
    completion?(nil)
    if next == nil { for id in waiting { finish(id, nil) } }
  }

  private func threadEnded(_ thread: WorkerThread<Context>) {
    abandoned.removeAll { left in
      guard left.thread === thread else { return false }
      left.watch.cancel()
      return true
    }
  }
}

/// A thread with its queues; both sides share a state behind a lock that is never held during work.
nonisolated final class WorkerThread<Context>: Sendable {
  typealias Work = @Sendable (inout Context) -> any Sendable

  private struct State {
    var jobs: [(UInt64, Work)] = []
    var results: [(UInt64, any Sendable)] = []
    var current: Job?
    var isLeft = false
  }

  /// The job that is being done.
  struct Job: Sendable {
    var id: UInt64
    var start: Instant
  }

  private let state = Mutex(State())
  private let clock: @Sendable () -> Instant
  private let makeContext: @Sendable () -> Context
  /// An eventfd that is readable when there is a job.
  private let wakeDescriptor: Int32
  /// An eventfd that is readable when there is a result, or when an abandoned thread has finished its job.
  let doneDescriptor: Int32

  /// Starts a thread; nil if the system has no thread or descriptor for it.
  init?(clock: @escaping @Sendable () -> Instant, makeContext: @escaping @Sendable () -> Context) {
    self.clock = clock
    self.makeContext = makeContext
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC))
    doneDescriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard wakeDescriptor >= 0, doneDescriptor >= 0, DetachedThread.start({ self.work() }) else { return nil }
  }

  deinit {
    close(wakeDescriptor)
    close(doneDescriptor)
  }

  func add(_ id: UInt64, _ work: @escaping Work) {
    state.withLock { $0.jobs.append((id, work)) }
    eventfd_write(wakeDescriptor, 1)
  }

  /// The job that is being done; nil between jobs.
  var currentJob: Job? { state.withLock { $0.current } }

  func takeResults() -> [(UInt64, any Sendable)] {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(doneDescriptor, &count)
    return state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  /// Makes the thread end after its job, without further results.
  ///
  /// If `id` names a job that is no longer being done, nothing happens and false is returned.
  @discardableResult
  func leave(during id: UInt64? = nil) -> Bool {
    let isLeft = state.withLock {
      guard id == nil || $0.current?.id == id else { return false }
      $0.isLeft = true
      $0.jobs = []
      $0.results = []
      return true
    }
    if isLeft { eventfd_write(wakeDescriptor, 1) }
    return isLeft
  }

  private func work() {
    var context = makeContext()
    while true {
      var count: eventfd_t = 0
      guard unsafe eventfd_read(wakeDescriptor, &count) == 0 || errno == EINTR else { return }
      while true {
        let (job, isLeft) = takeJob()
        if isLeft { return }
        guard let job else { break }
        let result = job.1(&context)
        state.withLock {
          $0.current = nil
          if !$0.isLeft { $0.results.append((job.0, result)) }
        }
        eventfd_write(doneDescriptor, 1)
      }
    }
  }

  private func takeJob() -> (job: (UInt64, Work)?, isLeft: Bool) {
    state.withLock { state in
      guard !state.isLeft, !state.jobs.isEmpty else { return (nil, state.isLeft) }
      let job = state.jobs.removeFirst()
      state.current = Job(id: job.0, start: clock())
      return (job, false)
    }
  }
}
