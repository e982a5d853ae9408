public import DBusValues
import Geometry
import Glibc
public import Loop

/// A message bus, connected to whenever it is there: subscriptions, objects and names outlive its restarts.
///
/// Nothing here waits: `start` returns before the bus has answered, and what is sent meanwhile is queued.
@MainActor public final class MessageBus {
  public enum State: Equatable {
    /// Not started, or closed.
    case idle
    /// Started; the bus has not answered yet.
    case starting
    case connected
    /// It cannot be reached, or has gone, for this reason; it is tried again and again.
    case unavailable(String)
  }

  public private(set) var state = State.idle
  /// Our name on the bus, such as `:1.42`; nil while not connected.
  public var uniqueName: String? { native?.uniqueName }

  /// Messages that have come by the present connection and are no answers, for tests.
  var receivedCount: Int { native?.receivedCount ?? 0 }

  package let loop: EventLoop
  /// Of what is too large to be copied; another after each `close`.
  package private(set) var lender: MessageLender
  private let address: BusAddress
  private(set) var native: NativeBus?
  private var watch: Watch?
  /// Handles what has come and did not fit into a batch, or what the library waits for; while started.
  private var readMark: Mark?
  /// Nil while idle.
  private var reconnection: Reconnection?
  /// What is awaited before an unused connection ends.
  private var leaving: PendingCall?
  private var hasMore = false
  private var isProcessing = false
  private var observers: [StateObserver] = []
  var subscriptions: [Subscription] = []
  private(set) var objects: [BusObject] = []

  /// More than this in one go would keep others waiting.
  private static let batch = 256
  /// Batches before what is slow, such as drawing, has its turn: callers wait for answers, and a second flood costs less
  /// than a frame.
  private static let batchesInARow = 8

  public init(_ address: BusAddress, loop: EventLoop) {
    self.address = address
    self.loop = loop
    lender = MessageLender(loop: loop)
  }

  isolated deinit { close() }

  /// Connects, now and whenever the connection ends; does nothing if that was done. It may follow a `close`.
  public func start() {
    guard state == .idle else { return }
    if lender.isClosed { lender = MessageLender(loop: loop) }
    readMark = loop.register("messages of the bus", for: .read) { [unowned self] in handleWaiting() }
    reconnection = Reconnection(address, loop: loop) { [unowned self] in connect() }
    state = .starting
    connect()
  }

  /// Hangs up until `start` is called again; idempotent. Answers that are awaited do not come any more.
  public func close() {
    readMark?.cancel()
    readMark = nil
    reconnection?.stop()
    reconnection = nil
    letGo()
    // One may hold a call, which holds its bus.
    objects = []
    native?.close()
    native = nil
    lender.close()
    if state != .idle { change(to: .idle) }
  }

  /// The same where nobody observes it, has subscribed to anything or is there for others, as soon as the bus has read
  /// what was sent: of who hangs up before, it may drop that.
  public func closeIfUnused() {
    guard isUnused, state != .idle else { return }
    leaving?.cancel()
    leaving = call(.ofBus("GetId", [], expects: "s")) { [unowned self] _ in
      // Later, as this may be told in the midst of a loss.
      loop.schedule(at: loop.now) { [weak self] in if let self, isUnused { close() } }
    }
  }

  private var isUnused: Bool {
    objects.isEmpty && subscriptions.isEmpty && observers.allSatisfy(\.isCancelled)
  }

  // MARK: - Calls, states, objects

  /// Calls a method; `answer` is called once, later, unless the call is cancelled or the bus closed before.
  @discardableResult
  public func call(
    _ call: Call, _ answer: @escaping (Result<[DBusValue], BusError>) -> Void
  ) -> PendingCall {
    let pending = PendingCall { message in answer(call.result(message)) }
    if native?.send(call, pending) != true { loop.schedule(at: loop.now) { pending.take(nil) } }
    refresh()
    return pending
  }

  /// Calls `handler` whenever the state has changed, until the observer is cancelled.
  ///
  /// `starting` is told at each try to connect, from when on calls are queued; a failed try in a row of them is not
  /// told again.
  @discardableResult
  public func observe(_ handler: @escaping (State) -> Void) -> StateObserver {
    let observer = StateObserver(handler)
    observers.append(observer)
    return observer
  }

  /// Calls `handler` at once if there is a connection, and whenever one begins, until the observer is cancelled.
  ///
  /// What is called then is queued until the bus has answered. To ask for `state` is not the same: after a loss that
  /// tells of it until the bus is back.
  package func atEachConnection(_ handler: @escaping () -> Void) -> StateObserver {
    let observer = observe { if $0 == .starting { handler() } }
    if native != nil { handler() }
    return observer
  }

  /// Lets others call an object, in place of one at the same path.
  public func export(_ object: BusObject) {
    unexport(object.path)
    objects.append(object)
  }

  /// Ends what `export` began.
  public func unexport(_ path: String) { objects.removeAll { $0.path == path } }

  // MARK: - For what belongs to it

  func send(_ message: Message) {
    native?.send(message)
    refresh()
  }

  // MARK: - The connection

  private func connect() {
    var failure: LoopError?
    for alternative in address.alternatives {
      do throws(LoopError) {
        let native = try NativeBus(alternative) { [unowned self] message in
          switch message.kind {
          case .methodCall: return answer(message)
          case .signal: deliver(message)
          case .methodReturn, .methodError, nil: break
          }
          return false
        }
        adopt(native)
        return
      } catch { failure = error }
    }
    guard let failure else { preconditionFailure("an address without alternatives") }
    lose(failure)
  }

  private func adopt(_ native: NativeBus) {
    self.native = native
    watch = loop.watch(native.fileDescriptor, for: native.interest) { [unowned self] _ in
      process()
      continueSoon()
    }
    refresh()
    for subscription in subscriptions { announce(subscription) }
    tell(.starting)
  }

  private func process() {
    guard let native, !isProcessing else { return }
    isProcessing = true
    defer {
      isProcessing = false
      refresh()
    }
    do throws(LoopError) {
      hasMore = try native.process(limit: Self.batch)
    } catch {
      if self.native === native { lose(error) }
      return
    }
    if self.native === native, state != .connected, native.isReady {
      reconnection?.succeed()
      change(to: .connected)
    }
  }

  /// Answers calls that have come, in the midst of long work: their handlers run now, those of all else in their turn.
  public func answerCalls() {
    guard let native, state == .connected, !isProcessing else { return }
    isProcessing = true
    defer {
      isProcessing = false
      refresh()
    }
    // What fails now fails in its turn too.
    try? native.processCalls(limit: Self.batch)
    if native.isPostponing { hasMore = true }
    continueSoon()
  }

  /// Handles what did not fit into a batch, and what is due.
  private func handleWaiting() {
    process()
    for _ in 1..<Self.batchesInARow where hasMore { process() }
    continueSoon()
  }

  /// Goes on with what has come before the next sleep, but after what is slow.
  private func continueSoon() {
    if hasMore { readMark?.setForNextIteration() }
  }

  /// Sees to it that we wake for what the library waits for.
  private func refresh() {
    guard let native, !isProcessing else { return }
    if let watch, watch.interest != native.interest { watch.interest = native.interest }
    readMark?.deadline = hasMore ? nil : native.nextDeadline
  }

  private func lose(_ failure: LoopError) {
    letGo()
    let lost = native
    native = nil
    reconnection?.fail(failure)
    lost?.abandon()
    if case .unavailable = state { return }
    change(to: .unavailable("\(failure)"))
  }

  private func letGo() {
    watch?.cancel()
    watch = nil
    readMark?.deadline = nil
    hasMore = false
  }

  private func change(to new: State) {
    state = new
    tell(new)
  }

  private func tell(_ state: State) {
    observers.removeAll { $0.isCancelled }
    for observer in observers { observer.handler?(state) }
  }
}
