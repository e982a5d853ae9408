import DBus
import DesktopModel
import HeadlessSession
import Loop
import TestSupport

/// The session's bus and what stands on it, on a loop of the test's own.
///
/// Nothing on it answers but while the test waits by `eventually` of this type.
final class DesktopSession {
  let daemon: PrivateBus
  let loop: EventLoop
  private var buses: [MessageBus] = []

  init(_ sway: HeadlessSway) throws {
    daemon = try sway.startBus()
    loop = try EventLoop()
  }

  isolated deinit {
    for bus in buses { bus.close() }
    daemon.stop()
  }

  /// A further connection, started.
  func connect() -> MessageBus {
    let bus = MessageBus(BusAddress(daemon.address)!, loop: loop)
    buses.append(bus)
    bus.start()
    return bus
  }

  /// A portal, ready.
  func startPortal(_ values: [String: DBusValue]) throws -> FakePortal {
    let portal = FakePortal(connect(), values)
    try eventually("the portal's name") { portal.isReady }
    return portal
  }

  /// Ends a portal, and waits until the bus has told everybody.
  func endPortal(_ portal: FakePortal) throws {
    portal.bus.close()
    let bus = connect()
    try eventually("the end of the portal's name") {
      let owner = try answer(bus, .ofBus("NameHasOwner", [.string(FakePortal.name)], expects: "b"))
      return owner.first?.boolean == false
    }
  }

  /// Returns when the owner of a name has handled what the bus told it before.
  func synchronise(with name: String) throws {
    _ = try answer(connect(), Call(to: name, "/", "org.freedesktop.DBus.Peer", "Ping"))
  }

  private func answer(_ bus: MessageBus, _ call: Call) throws -> [DBusValue] {
    var result: Result<[DBusValue], BusError>?
    bus.call(call) { result = $0 }
    try eventually("an answer to \(call.member)") { result != nil }
    return try result!.get()
  }

  /// Waits until `isTrue`, serving the bus meanwhile, and throws if that never comes to pass.
  func eventually(
    _ awaited: String, _ isTrue: () throws -> Bool
  ) throws {
    let deadline = Deadline.patient
    while try !isTrue() {
      guard !deadline.hasPassed else { throw SessionError.timeout(awaited: awaited, log: "") }
      loop.serveForAMoment()
    }
  }
}
