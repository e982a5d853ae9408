public import DBus
public import DesktopModel
import Geometry
import Glibc
public import HeadlessSession
public import Loop

/// A private bus, and a loop that serves connections to it.
@MainActor public final class BusStage {
  public let directory: PrivateDirectory
  public let daemon: PrivateBus
  public let loop: EventLoop
  private let clock: ManualClock?
  private var buses: [MessageBus] = []

  /// `clock` is the clock of the loop if the test advances it; nil: the loop uses the system's.
  package init(clock: ManualClock? = nil) throws {
    directory = try PrivateDirectory()
    daemon = try PrivateBus(in: directory)
    loop = try EventLoop(clock: clock)
    self.clock = clock
  }

  isolated deinit {
    for bus in buses { bus.close() }
    daemon.stop()
  }

  /// Makes another connection, which is not started; it is closed with the stage.
  public func makeBus(_ address: String? = nil) -> MessageBus {
    let bus = MessageBus(BusAddress(address ?? daemon.address)!, loop: loop)
    buses.append(bus)
    return bus
  }

  /// Makes another connection and waits until the bus has answered.
  public func connect() throws -> MessageBus {
    let bus = makeBus()
    bus.start()
    try wait("a connection") { bus.state == .connected }
    return bus
  }

  /// Serves the connections until `condition` holds, and advances the clock by 5 ms before each check if the test has
  /// one.
  public func wait(_ awaited: String, _ condition: () throws -> Bool) throws {
    let isTrue = try loop.wait {
      clock?.advance(by: .milliseconds(5))
      return try condition()
    }
    guard isTrue else {
      throw SessionError.timeout(awaited: awaited, log: "")
    }
  }

  /// Makes a call and waits for its answer.
  public func answer(_ bus: MessageBus, _ call: Call) throws -> Result<[DBusValue], BusError> {
    var result: Result<[DBusValue], BusError>?
    bus.call(call) { result = $0 }
    try wait("an answer to \(call.member)") { result != nil }
    return result!
  }

  /// Runs a program as a client of the bus until it ends; returns how it ended and what it wrote.
  public func run(_ arguments: [String]) throws -> (
    ending: SessionProcess.Ending?, text: String
  ) {
    let process = try SessionProcess(
      arguments,
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": daemon.address],
      log: directory.file("client.log"))
    defer { unsafe unlink(directory.file("client.log")) }
    try wait("the end of \(arguments[0])") { process.poll() != nil }
    return (process.poll(), process.logText)
  }
}

/// The description of an object whose methods return their arguments.
public enum Echo {
  public static let name = "org.example.Echo"
  public static let path = "/org/example/Echo"
  /// The type of an argument that contains every D-Bus type.
  public static let allTypes = "(ybnqiuxtdsogvayasa{sv}a(si)aaya{u(sv)})"

  public static let interface = InterfaceDescription(
    name,
    methods: [
      .init("Echo", in: [.init("value", allTypes)], out: [.init("value", allTypes)]),
      .init("EchoVariant", in: [.init("value", "v")], out: [.init("value", "v")]),
      .init("Notify", in: [.init("text", "s"), .init("hints", "a{sv}")], out: [.init("id", "u")]),
      .init("Fail"), .init("Later", out: [.init("done", "b")]), .init("Forget"),
    ],
    signals: [.init("Said", [.init("text", "s")])],
    properties: [.init("Version", "u"), .init("Name", "s")])

  public static func call(_ member: String, _ arguments: [DBusValue] = [], expects: String = "") -> Call {
    Call(to: name, path, name, member, arguments, expects: expects)
  }
}
