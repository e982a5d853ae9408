import DBus
public import DesktopModel
import HeadlessSession

/// A service of python-dbusmock on the bus of a stage, in a process of its own.
@MainActor public final class MockProgram {
  private let process: SessionProcess
  private let stage: BusStage
  private let bus: MessageBus
  private let name: String
  private let path: String

  private static let interface = "org.freedesktop.DBus.Mock"

  /// Starts the service of a template, and waits until it has taken `name`; `path` is that of its main object.
  public init(_ template: String, _ name: String, _ path: String, on stage: BusStage) throws {
    (self.stage, self.name, self.path) = (stage, name, path)
    bus = try stage.connect()
    process = try SessionProcess(
      ["/usr/bin/python3", "-m", "dbusmock", "--template", template],
      environment: [
        "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "DBUS_SYSTEM_BUS_ADDRESS": stage.daemon.address,
        "DBUS_SESSION_BUS_ADDRESS": stage.daemon.address,
      ], log: stage.directory.file("mock.log"))
    var isThere = false
    try stage.wait("the mock of \(template); python3-dbusmock: \(process.logText)") {
      if process.poll() != nil { return true }
      bus.call(
        Call(
          to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
          [.string(name)], expects: "b")
      ) { if case .success(let values) = $0, values[0].boolean == true { isThere = true } }
      return isThere
    }
    if let ending = process.poll() {
      throw SessionError.failed(["dbusmock", "\(ending)"], log: process.logText)
    }
  }

  /// Calls a method by which the mock is commanded; `interface` is that of the method, where the template has one of its
  /// own, `expects` the signature of its answer, and `path` that of another object than the main one.
  @discardableResult
  public func command(
    _ member: String, _ arguments: [DBusValue], of interface: String? = nil, at path: String? = nil,
    expects: String = ""
  ) throws -> [DBusValue] {
    let call = Call(
      to: name, path ?? self.path, interface ?? Self.interface, member, arguments, expects: expects)
    return try stage.answer(bus, call).get()
  }

  /// Ends the process at once.
  public func kill() {
    process.send(9)
    process.stop()
  }

  isolated deinit { process.stop() }
}
