import DBusValues
public import Notifications

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
  private let identity: Identity
  private let onNotify: (NotificationRequest) -> UInt32
  private let onClose: (UInt32) -> Bool
  private var name: OwnedName?

  /// Takes the name as soon as the bus gives it.
  ///
  /// - Parameters:
  ///   - replaces: Takes it from another that allows it.
  ///   - onState: Told whenever `state` changes.
  ///   - onNotify: Takes a call of Notify, and gives the identifier that it is answered with, at once: the caller waits.
  ///   - onClose: Takes the identifier of a call of CloseNotification, and tells whether it was open.
  public init(
    _ bus: MessageBus, identity: Identity, capabilities: [String], replaces: Bool = false,
    onState: @escaping (OwnedName.State) -> Void, onNotify: @escaping (NotificationRequest) -> UInt32,
    onClose: @escaping (UInt32) -> Bool
  ) {
    self.bus = bus
    self.identity = identity
    self.capabilities = capabilities
    self.onNotify = onNotify
    self.onClose = onClose
    bus.export(
      BusObject(
        path: NotificationInterface.path, interfaces: [NotificationInterface.description],
        limits: NotificationRequest.readLimits
      ) { [unowned self] in take($0) })
    name = bus.own(NotificationInterface.name, replaces: replaces) { [unowned self] in
      state = $0
      onState($0)
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
    case .announce, .record, .playSound, .run, .redraw, .reportProblems: return false
    }
    return true
  }

  private func emit(_ signal: String, _ values: [DBusValue]) {
    bus.emit(signal, NotificationInterface.path, NotificationInterface.name, values)
  }

  private func take(_ call: MethodCall) {
    switch call.member {
    case "GetCapabilities": call.reply(.strings(capabilities))
    case "GetServerInformation":
      let version = NotificationInterface.specificationVersion
      call.reply(
        .string(identity.name), .string(identity.vendor), .string(identity.version), .string(version))
    case "Notify":
      call.reply(.uint32(onNotify(NotificationRequest(arguments: call.arguments))))
    case "CloseNotification":
      if onClose(call.arguments[0].uint32 ?? 0) {
        call.reply()
      } else {
        // The specification asks for an error, without a name, whose message is empty.
        call.fail(BusError(NotificationInterface.name + ".Error.NotFound", ""))
      }
    default: call.fail(.unknownMethod("no method \(call.member)"))
    }
  }
}
