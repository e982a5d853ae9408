public import DesktopModel
public import Loop

/// A message bus that is connected to whenever it runs: subscriptions, objects and names
/// outlive its restarts.
///
/// No call blocks: `start` returns before the bus has answered, and messages sent meanwhile are queued.
@MainActor public final class MessageBus {
  public enum State: Equatable {
    /// The bus was not started, or was closed.
    case idle
    /// The bus was started and has not answered yet.
    case starting
    case connected
    /// The bus cannot be reached or the connection was lost, for this reason; reconnecting is
    /// tried again and again.
    case unavailable(String)
  }

  public private(set) var state = State.idle
  /// Our name on the bus, such as `:1.42`; nil while not connected.
  public var uniqueName: String? { native?.uniqueName }

  /// The number of messages received by the present connection, replies left out; for tests.
  var receivedCount: Int { native?.receivedCount ?? 0 }

  package let loop: EventLoop
  /// Shares bytes of messages that are too large to be copied; replaced by the first `start` after a `close`.
  package private(set) var retainer: MessageRetainer
  private let address: BusAddress
  private(set) var native: NativeBus?
  /// Schedules attempts to reconnect; nil while idle.
  private var reconnection: Reconnection?
  /// The call whose reply is awaited before an unused connection is closed.
  private var leaving: PendingCall?
  private var observers: [StateObserver] = []
  private(set) lazy var signals = SignalSubscriptions(self)
  private(set) var objects: [BusObject] = []

  public init(_ address: BusAddress, loop: EventLoop) {
    self.address = address
    self.loop = loop
    retainer = MessageRetainer(loop: loop)
  }

  isolated deinit { close() }

  /// Connects, now and whenever the connection ends; does nothing if already started. It
  /// may follow a `close`.
  public func start() {
    guard state == .idle else { return }
    if retainer.isClosed { retainer = MessageRetainer(loop: loop) }
    reconnection = Reconnection(
      loop, socket: { [address] in address.socketPath }, connect: { [unowned self] in connect() })
    state = .starting
    connect()
  }

  /// Disconnects until `start` is called again; idempotent. Handlers of outstanding replies are
  /// not called any more.
  public func close() {
    reconnection.end()
    // An object may hold a call, which holds its bus.
    objects = []
    native?.close()
    native = nil
    signals.forgetOwners()
    retainer.close()
    if state != .idle { change(to: .idle) }
  }

  /// Closes the connection if there are no observers, subscriptions and objects, as soon as the bus has read
  /// what was sent: it may drop messages of a client that disconnects before.
  public func closeIfUnused() {
    guard isUnused, state != .idle else { return }
    leaving?.cancel()
    leaving = call(.ofBus("GetId", [], expects: "s")) { [unowned self] _ in
      // The close is deferred, as the reply may be delivered while a connection is being lost.
      loop.schedule(at: loop.now) { [weak self] in if let self, isUnused { close() } }
    }
  }

  private var isUnused: Bool {
    objects.isEmpty && signals.all.isEmpty && observers.allSatisfy(\.isCancelled)
  }

  // MARK: - Calls, states, objects

  /// Calls a method; `answer` is called once, later, unless the call is cancelled or the
  /// bus is closed before.
  @discardableResult
  public func call(
    _ call: Call, _ answer: @escaping (Result<[DBusValue], BusError>) -> Void
  ) -> PendingCall {
    let pending = PendingCall(call, answer)
    if native?.send(call, pending) != true { loop.schedule(at: loop.now) { pending.take(nil) } }
    return pending
  }

  /// Calls `handler` whenever the state has changed, until the observer is cancelled.
  ///
  /// `starting` is reported at each attempt to connect, from when on calls are queued; further failed
  /// attempts in a row are not reported.
  @discardableResult
  public func observe(_ handler: @escaping (State) -> Void) -> StateObserver {
    // Names on the bus come and go, and their observers with them, while the state stays the same.
    observers.removeAll(where: \.isCancelled)
    let observer = StateObserver(handler)
    observers.append(observer)
    return observer
  }

  /// Calls `handler` at once if there is a connection, and at the start of each later one, until
  /// the observer is cancelled; `onLoss` after one has ended.
  ///
  /// Calls that `handler` makes are queued until the bus has answered. `state` is no replacement: after a
  /// lost connection it is `unavailable` until the bus has answered again.
  package func atEachConnection(
    _ handler: @escaping () -> Void, onLoss: @escaping () -> Void = {}
  ) -> StateObserver {
    let observer = observe { state in
      switch state {
      case .starting: handler()
      case .unavailable: onLoss()
      case .idle, .connected: break
      }
    }
    if native != nil { handler() }
    return observer
  }

  /// Lets other programs call an object; it replaces one at the same path.
  public func export(_ object: BusObject) {
    unexport(object.path)
    objects.append(object)
  }

  /// Removes the object at a path, which is not called any more.
  public func unexport(_ path: String) { objects.removeAll { $0.path == path } }

  // MARK: - Signals

  /// Sends a signal to all subscribers, or to one connection; without a connection to the bus it is dropped.
  public func emit(
    _ member: String, _ path: String, _ interface: String, _ values: [DBusValue],
    to destination: String? = nil
  ) {
    guard
      let message = native?.makeSignal(
        path: path, interface: interface, member: member, destination: destination)
    else { return }
    MessageWriter(message).append(values)
    send(message)
  }

  /// Sends a message; without a connection to the bus it is dropped.
  func send(_ message: Message) { native?.send(message) }

  /// Calls `handler` with each signal that matches and fits into `limits`, until the subscription is cancelled.
  ///
  /// A signal of another sender than the one that `match` names is dropped before any argument is read.
  @discardableResult
  public func subscribe(
    _ match: SignalMatch, limits: ReadLimits = .usual, _ handler: @escaping (Signal) -> Void
  ) -> Subscription {
    signals.add(match, limits: limits, handler)
  }

  // MARK: - The connection

  private func connect() {
    var failure: LoopError?
    for alternative in address.alternatives {
      do throws(LoopError) {
        native = try NativeBus(alternative, loop: loop, handlers)
        signals.announce()
        tell(.starting)
        return
      } catch { failure = error }
    }
    guard let failure else { preconditionFailure("an address without alternatives") }
    lose(failure)
  }

  private var handlers: NativeBus.Handlers {
    NativeBus.Handlers(
      onCall: { [unowned self] in answer($0) }, onSignal: { [signals] in signals.deliver($0) },
      onReady: { [unowned self] in
        reconnection?.succeed()
        change(to: .connected)
      }, onFailure: { [unowned self] in lose($0) })
  }

  /// Answers method calls that have come, in the middle of long work; other messages wait for their phase.
  public func answerCalls() { native?.answerCalls() }

  private func lose(_ failure: LoopError) {
    let lost = native
    native = nil
    signals.forgetOwners()
    reconnection?.fail(errorNumber: failure.errorNumber)
    lost?.abandon()
    if case .unavailable = state { return }
    change(to: .unavailable("\(failure)"))
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
