import CPlatform
import Glibc
import Measures
import Synchronization

/// The one thread beside the main one, for work that would block it: files and libraries without an end in sight.
///
/// Jobs are done one after another; each has a `Context` that only jobs see, made on the thread. One that takes too
/// long is given up: its thread is left to itself, and another goes on with the rest.
@MainActor public final class Worker<Context> {
  /// Threads that may be left to themselves; then every job fails at once.
  public static var mostAbandoned: Int { 3 }

  private let loop: EventLoop
  private let limit: Duration
  private let makeContext: @Sendable () -> Context
  private var thread: WorkerThread<Context>?
  private var watch: Watch?
  private var waiting: [UInt64: (any Sendable)?] = [:]
  private var completions: [(id: UInt64, handler: ((any Sendable)?) -> Void)] = []
  private var timer: Timer?
  private var lastID: UInt64 = 0
  private var jobs: [UInt64: WorkerThread<Context>.Work] = [:]
  private var abandoned = 0

  /// The thread is started by the first job; `limit` is what one job may take.
  public init(loop: EventLoop, limit: Duration, makeContext: @escaping @Sendable () -> Context) {
    self.loop = loop
    self.limit = limit
    self.makeContext = makeContext
  }

  isolated deinit { stop() }

  /// Jobs that are not done.
  public var pendingCount: Int { completions.count }

  /// Does `work` on the thread, and then calls `completion` here, with nil if it was given up.
  public func run<Result: Sendable>(
    _ work: @escaping @Sendable (inout Context) -> Result, then completion: @escaping (Result?) -> Void
  ) {
    lastID += 1
    let id = lastID
    completions.append((id, { completion($0 as? Result) }))
    jobs[id] = { context in work(&context) }
    guard abandoned < Self.mostAbandoned, let thread = startedThread() else {
      // Not here, so that nobody is called back while calling.
      loop.schedule(at: loop.now) { [weak self] in self?.finish(id, nil) }
      return
    }
    thread.add(id, jobs[id]!)
    watchTime()
  }

  /// Lets the thread end after its job; what waits is not called back.
  public func stop() {
    timer?.cancel()
    timer = nil
    completions = []
    jobs = [:]
    leaveThread()
  }

  private func startedThread() -> WorkerThread<Context>? {
    if let thread { return thread }
    guard let started = WorkerThread(makeContext: makeContext) else { return nil }
    thread = started
    watch = loop.watch(started.doneDescriptor) { [weak self] _ in self?.takeResults() }
    return started
  }

  private func leaveThread() {
    watch?.cancel()
    watch = nil
    thread?.leave()
    thread = nil
  }

  private func takeResults() {
    for (id, result) in thread?.takeResults() ?? [] { finish(id, result) }
    watchTime()
  }

  private func finish(_ id: UInt64, _ result: (any Sendable)?) {
    guard let index = completions.firstIndex(where: { $0.id == id }) else { return }
    jobs[id] = nil
    completions.remove(at: index).handler(result)
  }

  /// Looks again when the job that is being done has taken all of its time.
  private func watchTime() {
    timer?.cancel()
    timer = nil
    guard !completions.isEmpty, thread != nil else { return }
    let first = completions[0].id
    timer = loop.schedule(at: loop.now + limit) { [weak self] in self?.giveUp(first) }
  }

  private func giveUp(_ id: UInt64) {
    guard completions.first?.id == id else { return }
    // It may have ended in the same moment.
    takeResults()
    guard completions.first?.id == id else { return }
    leaveThread()
    abandoned += 1
    finish(id, nil)
    if abandoned < Self.mostAbandoned, let thread = startedThread() {
      for (id, _) in completions { thread.add(id, jobs[id]!) }
      watchTime()
    } else {
      for (id, _) in completions { finish(id, nil) }
    }
  }
}

/// A thread with its queues; what both sides use is behind a lock that is never held while working.
nonisolated final class WorkerThread<Context>: Sendable {
  typealias Work = @Sendable (inout Context) -> any Sendable

  private struct State {
    var jobs: [(UInt64, Work)] = []
    var results: [(UInt64, any Sendable)] = []
    var isLeft = false
  }

  private let state = Mutex(State())
  private let makeContext: @Sendable () -> Context
  /// Readable when there is a job.
  private let wakeDescriptor: Int32
  /// Readable when there is a result.
  let doneDescriptor: Int32

  /// Nil if the system has no thread or descriptor for it.
  init?(makeContext: @escaping @Sendable () -> Context) {
    self.makeContext = makeContext
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC))
    doneDescriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard wakeDescriptor >= 0, doneDescriptor >= 0, start() else { return nil }
  }

  deinit {
    close(wakeDescriptor)
    close(doneDescriptor)
  }

  func add(_ id: UInt64, _ work: @escaping Work) {
    state.withLock { $0.jobs.append((id, work)) }
    eventfd_write(wakeDescriptor, 1)
  }

  func takeResults() -> [(UInt64, any Sendable)] {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(doneDescriptor, &count)
    return state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  /// The thread ends after its job, and gives no more results.
  func leave() {
    state.withLock {
      $0.isLeft = true
      $0.jobs = []
      $0.results = []
    }
    eventfd_write(wakeDescriptor, 1)
  }

  /// Signals belong to the main thread.
  private func start() -> Bool {
    let box = unsafe Unmanaged.passRetained(self as AnyObject)
    var all = sigset_t()
    var old = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let result = unsafe pthread_create(
      &thread, &attributes,
      { pointer in
        let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer!).takeRetainedValue()
        (object as? any WorkerLoop)?.work()
        return nil
      }, box.toOpaque())
    if result != 0 { unsafe box.release() }
    return result == 0
  }
}

/// What a thread does, whatever its context is.
nonisolated private protocol WorkerLoop { func work() }

extension WorkerThread: nonisolated WorkerLoop {
  nonisolated func work() {
    var context = makeContext()
    while true {
      var count: eventfd_t = 0
      guard unsafe eventfd_read(wakeDescriptor, &count) == 0 || errno == EINTR else { return }
      while true {
        let (job, isLeft) = state.withLock { ($0.jobs.isEmpty ? nil : $0.jobs.removeFirst(), $0.isLeft) }
        if isLeft { return }
        guard let job else { break }
        let result = job.1(&context)
        state.withLock { if !$0.isLeft { $0.results.append((job.0, result)) } }
        eventfd_write(doneDescriptor, 1)
      }
    }
  }
}
