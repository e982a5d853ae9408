import DesktopModel
import Geometry
import Loop
import Notifications
import Settings
import TestSupport

@testable import DBus
@testable import NotificationService

/// A service with a store behind it, as the program has them, and a client's view of the bus.
final class TestNotificationServer {
  let stage: BusStage
  let bus: MessageBus
  let client: MessageBus
  private(set) var service: NotificationService!
  private(set) var store = NotificationStore()
  /// The pictures that are to be reduced, with their identifiers.
  private var pictures: [(SentImage, NotificationID)] = []
  /// The requests that came, in order.
  private(set) var requests: [NotificationRequest] = []
  /// The signals that the client saw, as `ActionInvoked(3, default)`.
  private(set) var signals: [String] = []
  /// Whether files are read in the next iteration, and not when a test says so.
  var readsAtOnce = true
  /// The paths of the files that are being read, and what ends each reading.
  private(set) var readings: [(paths: [String], finish: () -> Void)] = []
  /// Given with each action; nil: the compositor gives none.
  var activationToken: String?

  static let capabilities = ["actions", "body", "body-markup"]

  /// `bus`: one that is not started; nil: a further one.
  ///
  /// `processes`: Where the system seems to show its processes.
  init(
    _ stage: BusStage, on bus: MessageBus? = nil, replaces: Bool = false, processes: String = "/proc"
  ) throws {
    self.stage = stage
    self.bus = bus ?? stage.makeBus()
    client = try stage.connect()
    client.subscribe(.ofAnyone(interface: NotificationInterface.name)) { [unowned self] signal in
      signals.append(signal.words)
    }
    self.bus.start()
    service = NotificationService(
      self.bus, identity: .init(name: "hyaline", vendor: "hyaline", version: "1"),
      capabilities: Self.capabilities, replaces: replaces, processes: processes)
    service.delegate = self
  }

  /// Once it has the name.
  static func open(_ stage: BusStage, processes: String = "/proc") throws -> TestNotificationServer {
    let testServer = try TestNotificationServer(stage, processes: processes)
    try stage.wait("the name") { testServer.service.state == .owned }
    return testServer
  }

  func happen(_ event: NotificationEvent) {
    let clock = ClockTime(seconds: 1_000_000, day: 0, minute: 600)
    for command in store.update(event, now: stage.loop.now, clock: clock) {
      service.perform(command, activationToken: activationToken)
      if case .readPicture(let picture, let id) = command { pictures.append((picture, id)) }
    }
  }

  /// The pictures that came since this was called last; the requests are forgotten, which hold theirs.
  func takePictures() -> [(SentImage, NotificationID)] {
    requests = []
    defer { pictures = [] }
    return pictures
  }

  func waitForSignals(_ count: Int) throws {
    try stage.wait("\(count) signals") { signals.count >= count }
  }

  /// Calls a method of the service as the client, or as another.
  func call(
    _ member: String, _ arguments: [DBusValue] = [], expects: String = "", as other: MessageBus? = nil
  ) throws -> Result<[DBusValue], BusError> {
    try stage.answer(
      other ?? client,
      Call(
        to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, member,
        arguments, expects: expects))
  }

  /// The number that the service gives.
  func notify(
    _ summary: String = "Summary", body: String = "", replaces: NotificationID? = nil, actions: [String] = [],
    hints: KeyValuePairs<String, DBusValue> = [:], timeout: Int32 = -1, as other: MessageBus? = nil
  ) throws -> NotificationID {
    let result = try call(
      "Notify",
      [
        .string("test"), .uint32(replaces?.rawValue ?? 0), .string(""), .string(summary), .string(body),
        .strings(actions),
        .options(hints), .int32(timeout),
      ], expects: "u", as: other)
    return NotificationID(rawValue: try result.get()[0].uint32!)
  }
}

/// A connection that has sent no notification and listens to what is told of them.
final class Ears {
  private let stage: BusStage
  let bus: MessageBus
  /// The received signals, in the form `ActionInvoked(3, default)`.
  private(set) var signals: [String] = []

  init(_ stage: BusStage) throws {
    self.stage = stage
    bus = try stage.connect()
    bus.subscribe(.ofAnyone(interface: NotificationInterface.name)) { [unowned self] signal in
      signals.append(signal.words)
    }
    try catchUp()
  }

  /// Returns when all has come that the service told before: an answer to this connection follows what it sent earlier.
  func catchUp() throws {
    _ = try stage.answer(
      bus,
      Call(
        to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name,
        "GetServerInformation", expects: "ssss"))
  }
}

extension Signal {
  /// The signal in the form `ActionInvoked(3, default)`.
  var words: String {
    let values = arguments.map { $0.integer.map(String.init) ?? $0.string ?? "?" }
    return "\(member)(\(values.joined(separator: ", ")))"
  }
}

extension TestNotificationServer: NotificationServiceDelegate {
  func readFiles(_ paths: [String], then completion: @escaping ([FileCopy]) -> Void) {
    if readsAtOnce {
      stage.loop.schedule(at: stage.loop.now) { completion([]) }
    } else {
      readings.append((paths, { completion([]) }))
    }
  }

  /// Ends the oldest reading of files.
  func finishReading() { readings.removeFirst().finish() }

  func notified(files: [FileCopy], answer: (NotificationID) -> NotificationRequest) {
    let id = store.makeIdentifier()
    take(answer(id), id)
  }

  private func take(_ request: NotificationRequest, _ id: NotificationID) {
    requests.append(request)
    happen(.notified(request, id: id))
  }

  func replace(_ request: NotificationRequest, files: [FileCopy]) -> NotificationID {
    let id = store.identify(request)
    take(request, id)
    return id
  }

  func replaced(by request: NotificationRequest) -> NotificationID? { store.replaced(by: request) }

  func closeRequested(_ id: NotificationID) -> Bool {
    let isOpen = store.contains(id)
    happen(.closeRequested(id: id))
    return isOpen
  }

  func sendersLeft(_ ids: [NotificationID]) { happen(.sendersLeft(ids)) }

  func ownerChanged(_ state: OwnedName.State) {}
}
