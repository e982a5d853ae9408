public import DBus
import DBusValues
public import Notifications

/// Decides what becomes of the calls that come to a service.
@MainActor public protocol NotificationServiceDelegate: AnyObject {
  /// An identifier for a call of Notify that replaces nothing.
  ///
  /// `notified` follows as soon as the caller has it.
  func makeIdentifier() -> NotificationID
  /// Takes a call of Notify that was answered.
  func notified(_ request: NotificationRequest, id: NotificationID)
  /// Takes a call of Notify that may replace what is open, and gives the identifier to answer it with
  /// at once: the caller waits.
  func replace(_ request: NotificationRequest) -> NotificationID
  /// The open notification whose place a call of Notify takes; nil: it takes none.
  func replaced(by request: NotificationRequest) -> NotificationID?
  /// Takes the identifier of a call of CloseNotification, and tells whether it was open.
  func closeRequested(_ id: NotificationID) -> Bool
  /// The senders of these notifications have left the bus: nobody can be told of an answer.
  func sendersLeft(_ ids: [NotificationID])
  /// Whether notifications come here, or who has the name, has changed.
  func ownerChanged(_ state: OwnedName.State)
}

/// The face of the notifications on the session bus: calls come in and are answered, commands go out as signals.
///
/// Signals go to who sent the notification. Who lives in a sandbox closes and replaces only what it has sent itself;
/// what else becomes of a call the delegate decides. While another program has the name, nothing comes in; as soon as that lets go, it does.
@MainActor public final class NotificationService {
  /// What GetServerInformation tells.
  public struct Identity: Sendable {
    public nonisolated var name: String
    public nonisolated var vendor: String
    public nonisolated var version: String

    public nonisolated init(name: String, vendor: String, version: String) {
      self.name = name
      self.vendor = vendor
      self.version = version
    }
  }

  /// Whether notifications come to us, and if not, who has the name.
  public private(set) var state = OwnedName.State.waiting
  /// What GetCapabilities tells.
  private let capabilities: () -> [String]

  private let bus: MessageBus
  /// Set before the loop runs; outlives the service, which does not keep it. Nil: calls are answered with an error.
  public unowned var delegate: (any NotificationServiceDelegate)?
  private let identity: Identity
  private var name: OwnedName?
  private var senders: SenderWatch!
  private let sandboxes: SandboxProbe

  /// Takes the name as soon as the bus gives it; `replaces`: from another that allows it.
  ///
  /// - Parameters:
  ///   - capabilities: Looked up when a client asks for them.
  ///   - processes: Where the system shows its processes.
  public init(
    _ bus: MessageBus, identity: Identity, capabilities: @autoclosure @escaping () -> [String],
    replaces: Bool = false, processes: String = "/proc"
  ) {
    self.bus = bus
    self.identity = identity
    self.capabilities = capabilities
    sandboxes = SandboxProbe(bus, processes: processes)
    senders = SenderWatch(bus) { [unowned self] in delegate?.sendersLeft($0) }
    bus.export(
      BusObject(
        path: NotificationInterface.path, interfaces: [NotificationInterface.description],
        limits: NotificationRequest.readLimits
      ) { [unowned self] call, reader throws(BusError) in try take(call, reader) })
    name = bus.own(NotificationInterface.name, replaces: replaces) { [unowned self] in
      state = $0
      delegate?.ownerChanged($0)
    }
  }

  isolated deinit { close() }

  /// Gives the name up; idempotent.
  public func close() {
    guard name != nil else { return }
    name?.release()
    name = nil
    senders.stop()
    sandboxes.stop()
    bus.unexport(NotificationInterface.path)
  }

  /// Whether the program that sent a notification is still on the bus: an answer is told to nobody else.
  public func hasSender(_ id: NotificationID) -> Bool { senders[id] != nil }

  /// Does what concerns the bus, and returns whether the command was such a one.
  ///
  /// Each goes to the sender of the notification. Where that has gone, as scripts do that notify by one process and
  /// listen by another, ends and actions go to everyone, but tokens and typed texts to nobody.
  ///
  /// `token` is what the compositor gave for the activation of whom an action concerns.
  @discardableResult
  public func perform(_ command: NotificationCommand, activationToken token: String? = nil) -> Bool {
    switch command {
    case .emitClosed(let id, let reason):
      emit("NotificationClosed", [.uint32(id.rawValue), .uint32(reason.rawValue)], to: senders[id])
      senders.remove(id)
    case .emitActionInvoked(let id, let key):
      let sender = senders[id]
      if let token, let sender {
        emit("ActivationToken", [.uint32(id.rawValue), .string(token)], to: sender)
      }
      emit("ActionInvoked", [.uint32(id.rawValue), .string(key)], to: sender)
    case .emitReplied(let id, let text):
      guard let sender = senders[id] else { break }
      emit("NotificationReplied", [.uint32(id.rawValue), .string(text)], to: sender)
    case .announce, .readPicture, .record, .playSound, .run, .redraw, .reportProblems: return false
    }
    return true
  }

  /// `destination`: a unique name; nil: everyone who listens.
  private func emit(_ signal: String, _ values: [DBusValue], to destination: String?) {
    bus.emit(signal, NotificationInterface.path, NotificationInterface.name, values, to: destination)
  }

  private func take(_ call: MethodCall, _ reader: MessageReader) throws(BusError) {
    guard delegate != nil else { return }
    switch call.member {
    case "Notify":
      let arguments = try NotificationArguments(reader, bus.lender)
      if arguments.mayReplace { return replace(arguments.makeRequest(), call) }
      addNew(call) { arguments.makeRequest() }
    case "GetCapabilities": call.reply(.strings(capabilities()))
    case "GetServerInformation":
      let version = NotificationInterface.specificationVersion
      call.reply(
        .string(identity.name), .string(identity.vendor), .string(identity.version), .string(version))
    case "CloseNotification": close(NotificationID(rawValue: try reader.uint32()), call)
    default: call.fail(.unknownMethod("no method \(call.member)"))
    }
  }

  /// Answers a call of Notify that replaces nothing, before its request is made.
  ///
  /// `isNew`: it has come just now.
  private func addNew(_ call: MethodCall, isNew: Bool = true, _ makeRequest: () -> NotificationRequest) {
    guard let delegate else { return }
    let id = delegate.makeIdentifier()
    call.reply(.uint32(id.rawValue))
    senders.add(call.sender, of: id, isNew: isNew)
    delegate.notified(makeRequest(), id: id)
  }

  /// Answers a call of Notify that may replace an open notification.
  private func replace(_ request: NotificationRequest, _ call: MethodCall) {
    ifAllowed(call) { [unowned self] in
      delegate?.replaced(by: request)
    } perform: { [unowned self] isNew in
      guard let delegate else { return }
      let id = delegate.replace(request)
      senders.add(call.sender, of: id, isNew: isNew)
      call.reply(.uint32(id.rawValue))
    } otherwise: { [unowned self] in
      addNew(call, isNew: false) { request.replacingNothing }
    }
  }

  /// Answers a call of CloseNotification.
  private func close(_ id: NotificationID, _ call: MethodCall) {
    // The specification asks for an error, without a name, whose message is empty.
    let notFound = BusError(NotificationInterface.name + ".Error.NotFound", "")
    ifAllowed(call) {
      id
    } perform: { [unowned self] _ in
      if delegate?.closeRequested(id) == true { call.reply() } else { call.fail(notFound) }
    } otherwise: {
      call.fail(notFound)
    }
  }

  /// Does what a call asks for a notification: at once if that is its caller's own or, nil, there is none; else as soon
  /// as it is known that the caller lives in no sandbox. Calls of one program are done in their order. `perform` is told
  /// whether the call has come just now.
  private func ifAllowed(
    _ call: MethodCall, _ target: @escaping () -> NotificationID?,
    perform: @escaping (_ isNew: Bool) -> Void,
    otherwise refuse: @escaping () -> Void
  ) {
    let isOwn = { [unowned self] in target().map { senders[$0] == call.sender } ?? true }
    if !sandboxes.isExamining(call.sender), isOwn() { return perform(true) }
    sandboxes.examine(call.sender) { [weak self] isConfined in
      // One that is not answered after the end is answered with an error.
      guard self?.name != nil else { return }
      // What was called before may have made it the caller's.
      if isConfined, !isOwn() { refuse() } else { perform(false) }
    }
  }
}
