public import DBus
import DesktopModel
public import Loop
public import Notifications

/// Handles the calls that a notification service receives.
@MainActor public protocol NotificationServiceDelegate: AnyObject {
  /// Copies the files at `paths` that can be read in a short time; `completion` is called later, in the order of the calls.
  func readFiles(_ paths: [String], then completion: @escaping ([FileCopy]) -> Void)
  /// Handles a call of Notify that replaces nothing: makes an identifier, with which `answer` answers the caller before it makes
  /// the request. `files` are copies of those that the call names.
  func notified(files: [FileCopy], answer: (NotificationID) -> NotificationRequest)
  /// Handles a call of Notify that may replace an open notification, and returns the identifier to answer it
  /// with; the caller waits for that. `files` are copies of those that it names.
  func replace(_ request: NotificationRequest, files: [FileCopy]) -> NotificationID
  /// Returns the open notification that a call of Notify would replace; nil if it would replace none.
  func replaced(by request: NotificationRequest) -> NotificationID?
  /// Handles a call of CloseNotification, and returns whether the notification was open.
  func closeRequested(_ id: NotificationID) -> Bool
  /// Called when the senders of these notifications have left the bus, so that nobody can receive a reply.
  func sendersLeft(_ ids: [NotificationID])
  /// Called when the owner of the name on the bus has changed.
  func ownerChanged(_ state: OwnedName.State)
}

/// The notification service on the session bus: it receives and answers calls, and sends commands as signals.
///
/// Signals are sent to the sender of the notification. A sandboxed program can close and replace only
/// notifications of its own; the delegate handles all allowed calls. While another program owns the name, no
/// calls are received; the service gets the name as soon as that program releases it.
@MainActor public final class NotificationService {
  /// The answer to GetServerInformation.
  public struct Identity: Sendable {
    public nonisolated var name: String
    public nonisolated var vendor: String
    public nonisolated var version: String
  }

  /// Whether this service owns the name, or else which program does.
  public private(set) var state = OwnedName.State.waiting
  /// The answer to GetCapabilities.
  private let capabilities: () -> [String]

  private let bus: MessageBus
  /// Handles calls; set before the loop runs, it must outlive the service. Nil: calls are
  /// answered with an error.
  unowned var delegate: (any NotificationServiceDelegate)?
  private let identity: Identity
  private var name: OwnedName?
  private var senders: SenderWatch!
  private let sandboxes: SandboxProbe
  /// The calls that wait for files, by sender.
  private var readings: [String: Readings] = [:]
  /// Most calls of one program whose files are read at a time.
  static let mostReadings = 16
  /// Most calls of all programs whose files are read at a time.
  static let mostReadingsInAll = 64

  /// The numbers of calls of one program that are answered later.
  private struct Readings {
    /// The number of calls that wait for files of their own or of earlier calls.
    var waiting = 0
    /// The number of calls whose own files are being read.
    var withFiles = 0
  }

  /// Requests the name from the bus; `replaces`: from another owner too, if that allows it.
  ///
  /// - Parameters:
  ///   - capabilities: Evaluated when a client asks for them.
  ///   - processes: The folder in which the system lists its processes.
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

  /// Releases the name; idempotent.
  public func close() {
    guard name != nil else { return }
    name?.release()
    name = nil
    senders.stop()
    sandboxes.stop()
    bus.unexport(NotificationInterface.path)
  }

  /// Whether the program that sent a notification is still on the bus, since replies are sent
  /// to no other program.
  func hasSender(_ id: NotificationID) -> Bool { senders[id] != nil }

  /// Performs a command that concerns the bus, and ignores others.
  ///
  /// Signals are sent to the sender of the notification. If it has left the bus, as with scripts that
  /// notify by one process and listen by another, closings and actions are broadcast, but tokens and
  /// replies are not sent.
  ///
  /// `token` is the compositor's activation token for the application that an action concerns.
  public func perform(_ command: NotificationCommand, activationToken token: String? = nil) {
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
    case .announce, .readPicture, .record, .forget, .playSound, .run, .redraw, .reportProblems: break
    }
  }

  /// Sends a signal to the unique name `destination`, or to all subscribers if nil.
  private func emit(_ signal: String, _ values: [DBusValue], to destination: String?) {
    bus.emit(signal, NotificationInterface.path, NotificationInterface.name, values, to: destination)
  }

  private func take(_ call: MethodCall, _ reader: MessageReader) throws(BusError) {
    guard delegate != nil else { return }
    switch call.member {
    case "Notify":
      let arguments = try NotificationArguments(reader, bus.retainer)
      if arguments.mayNameFiles || isReading(call.sender) {
        notify(arguments.makeRequest(), call)
      } else if arguments.mayReplace {
        replace(arguments.makeRequest(), call)
      } else {
        addNew(call) { arguments.makeRequest() }
      }
    case "GetCapabilities": call.reply(.strings(capabilities()))
    case "GetServerInformation":
      let version = NotificationInterface.specificationVersion
      call.reply(
        .string(identity.name), .string(identity.vendor), .string(identity.version), .string(version))
    case "CloseNotification":
      let id = NotificationID(rawValue: try reader.uint32())
      if isReading(call.sender) {
        afterFiles([], call) { [unowned self] _ in close(id, call) }
      } else {
        close(id, call)
      }
    default: call.fail(.unknownMethod("no method \(call.member)"))
    }
  }

  /// Answers a call of Notify after the files that it names were copied, since its program may remove them after the answer; at
  /// once if there is nothing to wait for.
  ///
  /// If files of too many calls are being read, those of this one are not, so that no program has to wait long.
  private func notify(_ request: NotificationRequest, _ call: MethodCall) {
    let paths = hasRoomForReading(of: call.sender) ? request.pictureFiles : []
    guard !paths.isEmpty || isReading(call.sender) else {
      return answer(request, call, isNew: true, files: [])
    }
    afterFiles(paths, call) { [unowned self] files in answer(request, call, isNew: false, files: files) }
  }

  /// Answers a call of Notify; `isNew`: the call was received just now.
  private func answer(_ request: NotificationRequest, _ call: MethodCall, isNew: Bool, files: [FileCopy]) {
    if request.mayReplace {
      replace(request, call, isNew: isNew, files: files)
    } else {
      addNew(call, isNew: isNew, files: files) { request }
    }
  }

  /// Whether files of an earlier call of a program are being read, so that its later calls have to wait.
  private func isReading(_ sender: String) -> Bool { readings[sender] != nil }

  /// Copies files, then calls `handle` with the copies; calls of one program are handled in their order.
  private func afterFiles(
    _ paths: [String], _ call: MethodCall, handle: @escaping ([FileCopy]) -> Void
  ) {
    let sender = call.sender
    let withFiles = paths.isEmpty ? 0 : 1
    readings[sender, default: Readings()].waiting += 1
    readings[sender]?.withFiles += withFiles
    delegate?.readFiles(paths) { [weak self] files in
      guard let self, name != nil else { return }
      readings[sender]?.waiting -= 1
      readings[sender]?.withFiles -= withFiles
      if readings[sender]?.waiting == 0 { readings[sender] = nil }
      handle(files)
    }
  }

  private func hasRoomForReading(of sender: String) -> Bool {
    readings[sender, default: Readings()].withFiles < Self.mostReadings
      && readings.values.reduce(0) { $0 + $1.withFiles } < Self.mostReadingsInAll
  }

  /// Answers a call of Notify that replaces nothing, before its request is made.
  ///
  /// `isNew`: the call was received just now.
  private func addNew(
    _ call: MethodCall, isNew: Bool = true, files: [FileCopy] = [], _ makeRequest: () -> NotificationRequest
  ) {
    delegate?.notified(files: files) { id in
      call.reply(.uint32(id.rawValue))
      senders.add(call.sender, of: id, isNew: isNew)
      return makeRequest()
    }
  }

  /// Answers a call of Notify that may replace an open notification.
  ///
  /// `isNew`: the call was received just now.
  private func replace(
    _ request: NotificationRequest, _ call: MethodCall, isNew: Bool = true, files: [FileCopy] = []
  ) {
    ifAllowed(call) { [unowned self] in
      delegate?.replaced(by: request)
    } perform: { [unowned self] isAtOnce in
      guard let delegate else { return }
      let id = delegate.replace(request, files: files)
      senders.add(call.sender, of: id, isNew: isNew && isAtOnce)
      call.reply(.uint32(id.rawValue))
    } otherwise: { [unowned self] in
      addNew(call, isNew: false, files: files) { request.replacingNothing }
    }
  }

  /// Answers a call of CloseNotification.
  private func close(_ id: NotificationID, _ call: MethodCall) {
    // The specification asks for an error, but names none, with an empty message.
    let notFound = BusError(NotificationInterface.name + ".Error.NotFound", "")
    ifAllowed(call) {
      id
    } perform: { [unowned self] _ in
      if delegate?.closeRequested(id) == true { call.reply() } else { call.fail(notFound) }
    } otherwise: {
      call.fail(notFound)
    }
  }

  /// Calls `perform` at once if the target is the caller's own or nil, otherwise as soon as it is known that
  /// the caller is not sandboxed; calls `refuse` if it is. Calls of one program are handled in their order.
  /// `perform` receives whether the call was received just now.
  private func ifAllowed(
    _ call: MethodCall, _ target: @escaping () -> NotificationID?,
    perform: @escaping (_ isNew: Bool) -> Void,
    otherwise refuse: @escaping () -> Void
  ) {
    let isOwn = { [unowned self] in target().map { senders[$0] == call.sender } ?? true }
    if !sandboxes.isExamining(call.sender), isOwn() { return perform(true) }
    sandboxes.examine(call.sender) { [weak self] isConfined in
      // A call that is not answered before the end of the service is answered with an error
      // when it is released.
      guard self?.name != nil else { return }
      // An earlier call may have made the target the caller's own.
      if isConfined, !isOwn() { refuse() } else { perform(false) }
    }
  }
}
