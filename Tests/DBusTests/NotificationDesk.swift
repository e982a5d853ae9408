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
  /// The requests that came, in order.
  private(set) var requests: [NotificationRequest] = []
  /// The signals that the client saw, as `ActionInvoked(3, default)`.
  private(set) var signals: [String] = []
  /// Given with each action; nil: the compositor gives none.
  var activationToken: String?

  static let capabilities = ["actions", "body", "body-markup"]

  init(_ stage: BusStage, replaces: Bool = false) throws {
    self.stage = stage
    bus = stage.makeBus()
    client = try stage.connect()
    client.subscribe(SignalMatch(interface: NotificationInterface.name)) { [unowned self] signal in
      let values = signal.arguments.map { $0.integer.map(String.init) ?? $0.string ?? "?" }
      signals.append("\(signal.member)(\(values.joined(separator: ", ")))")
    }
    bus.start()
    service = NotificationService(
      bus, identity: .init(name: "hyaline", vendor: "hyaline", version: "1"),
      capabilities: Self.capabilities, replaces: replaces, onState: { _ in },
      onNotify: { [unowned self] in
        requests.append($0)
        let id = store.identify($0)
        happen(.notified($0, id: id))
        return id
      },
      onClose: { [unowned self] in
        let isOpen = store.contains($0)
        happen(.closeRequested(id: $0))
        return isOpen
      })
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
    }
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
