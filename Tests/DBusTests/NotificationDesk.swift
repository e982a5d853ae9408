import DBusValues
import Loop
import Measures
import Notifications
import Settings
import TestSupport

@testable import DBus

/// A service with a store behind it, as the program has them, and a client's view of the bus.
final class NotificationDesk {
  let stage: BusStage
  let bus: MessageBus
  let client: MessageBus
  private(set) var service: NotificationService!
  private(set) var store = NotificationStore()
  /// Those that are to be reduced, with their identifiers.
  private var pictures: [(SentPicture, UInt32)] = []
  /// The requests that came, in order.
  private(set) var requests: [NotificationRequest] = []
  /// The signals that the client saw, as `ActionInvoked(3, default)`.
  private(set) var signals: [String] = []
  /// Given with each action; nil: the compositor gives none.
  var activationToken: String?

  static let capabilities = ["actions", "body", "body-markup"]

  /// `bus`: one that is not started; nil: a further one.
  init(_ stage: BusStage, on bus: MessageBus? = nil, replaces: Bool = false) throws {
    self.stage = stage
    self.bus = bus ?? stage.makeBus()
    client = try stage.connect()
    client.subscribe(SignalMatch(interface: NotificationInterface.name)) { [unowned self] signal in
      let values = signal.arguments.map { $0.integer.map(String.init) ?? $0.string ?? "?" }
      signals.append("\(signal.member)(\(values.joined(separator: ", ")))")
    }
    self.bus.start()
    service = NotificationService(
      self.bus, identity: .init(name: "hyaline", vendor: "hyaline", version: "1"),
      capabilities: Self.capabilities, replaces: replaces)
    service.delegate = self
  }

  /// Once it has the name.
  static func open(_ stage: BusStage) throws -> NotificationDesk {
    let desk = try NotificationDesk(stage)
    try stage.wait("the name") { desk.service.state == .owned }
    return desk
  }

  func happen(_ event: NotificationEvent) {
    let clock = ClockTime(seconds: 1_000_000, day: 0, minute: 600)
    for command in store.update(event, now: stage.loop.now, clock: clock) {
      service.perform(command, activationToken: activationToken)
      if case .readPicture(let picture, let id) = command { pictures.append((picture, id)) }
    }
  }

  /// The pictures that came since this was called last; the requests are forgotten, which hold theirs.
  func takePictures() -> [(SentPicture, UInt32)] {
    requests = []
    defer { pictures = [] }
    return pictures
  }

  func waitForSignals(_ count: Int) throws {
    try stage.wait("\(count) signals") { signals.count >= count }
  }

  /// Calls a method of the service as the client.
  func call(
    _ member: String, _ arguments: [DBusValue] = [], expects: String = ""
  ) throws -> Result<[DBusValue], BusError> {
    try stage.answer(
      client,
      Call(
        to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, member,
        arguments, expects: expects))
  }

  /// The number that the service gives.
  func notify(
    _ summary: String = "Summary", body: String = "", replaces: UInt32 = 0, actions: [String] = [],
    hints: KeyValuePairs<String, DBusValue> = [:], timeout: Int32 = -1
  ) throws -> UInt32 {
    let result = try call(
      "Notify",
      [
        .string("test"), .uint32(replaces), .string(""), .string(summary), .string(body), .strings(actions),
        .options(hints), .int32(timeout),
      ], expects: "u")
    return try result.get()[0].uint32!
  }
}

extension NotificationDesk: NotificationServiceDelegate {
  func makeIdentifier() -> UInt32 { store.makeIdentifier() }

  func notified(_ request: NotificationRequest, id: UInt32) {
    requests.append(request)
    happen(.notified(request, id: id))
  }

  func replace(_ request: NotificationRequest) -> UInt32 {
    let id = store.identify(request)
    notified(request, id: id)
    return id
  }

  func closeRequested(_ id: UInt32) -> Bool {
    let isOpen = store.contains(id)
    happen(.closeRequested(id: id))
    return isOpen
  }

  func ownerChanged(_ state: OwnedName.State) {}
}
