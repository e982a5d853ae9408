import DBusValues
public import Notifications

/// Decides what becomes of the calls that come to a service.
@MainActor public protocol NotificationServiceDelegate: AnyObject {
  /// An identifier for a call of Notify that replaces nothing.
  ///
  /// `notified` follows as soon as the caller has it.
  func makeIdentifier() -> UInt32
  /// Takes a call of Notify that was answered.
  func notified(_ request: NotificationRequest, id: UInt32)
  /// Takes a call of Notify that may replace what is open, and gives the identifier to answer it with
  /// at once: the caller waits.
  func replace(_ request: NotificationRequest) -> UInt32
  /// Takes the identifier of a call of CloseNotification, and tells whether it was open.
  func closeRequested(_ id: UInt32) -> Bool
  /// Whether notifications come here, or who has the name, has changed.
  func ownerChanged(_ state: OwnedName.State)
}

/// The face of the notifications on the session bus: calls come in and are answered, commands go out as signals.
///
/// It decides nothing. While another program has the name, nothing comes in; as soon as that lets go, it does.
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
  public var capabilities: [String]

  private let bus: MessageBus
  /// Set before the loop runs; outlives the service, which does not keep it. Nil: calls are answered with an error.
  public unowned var delegate: (any NotificationServiceDelegate)?
  private let identity: Identity
  private var name: OwnedName?

  /// Takes the name as soon as the bus gives it; `replaces`: from another that allows it.
  public init(
    _ bus: MessageBus, identity: Identity, capabilities: [String], replaces: Bool = false
  ) {
    self.bus = bus
    self.identity = identity
    self.capabilities = capabilities
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
    bus.unexport(NotificationInterface.path)
  }

  /// Does what concerns the bus, and returns whether the command was such a one.
  ///
  /// `token` is what the compositor gave for the activation of whom an action concerns.
  @discardableResult
  public func perform(_ command: NotificationCommand, activationToken token: String? = nil) -> Bool {
    switch command {
    case .emitClosed(let id, let reason):
      emit("NotificationClosed", [.uint32(id), .uint32(reason.rawValue)])
    case .emitActionInvoked(let id, let key):
      if let token { emit("ActivationToken", [.uint32(id), .string(token)]) }
      emit("ActionInvoked", [.uint32(id), .string(key)])
    case .emitReplied(let id, let text): emit("NotificationReplied", [.uint32(id), .string(text)])
    case .announce, .readPicture, .record, .playSound, .run, .redraw, .reportProblems: return false
    }
    return true
  }

  private func emit(_ signal: String, _ values: [DBusValue]) {
    bus.emit(signal, NotificationInterface.path, NotificationInterface.name, values)
  }

  private func take(_ call: MethodCall, _ reader: MessageReader) throws(BusError) {
    guard let delegate else { return }
    switch call.member {
    case "Notify":
      let arguments = try NotificationArguments(reader, bus.lender)
      if arguments.mayReplace { return call.reply(.uint32(delegate.replace(arguments.makeRequest()))) }
      let id = delegate.makeIdentifier()
      call.reply(.uint32(id))
      delegate.notified(arguments.makeRequest(), id: id)
    case "GetCapabilities": call.reply(.strings(capabilities))
    case "GetServerInformation":
      let version = NotificationInterface.specificationVersion
      call.reply(
        .string(identity.name), .string(identity.vendor), .string(identity.version), .string(version))
    case "CloseNotification":
      if delegate.closeRequested(try reader.uint32()) {
        call.reply()
      } else {
        // The specification asks for an error, without a name, whose message is empty.
        call.fail(BusError(NotificationInterface.name + ".Error.NotFound", ""))
      }
    default: call.fail(.unknownMethod("no method \(call.member)"))
    }
  }
}
