public import DBus
public import DesktopModel

/// A fake of the user's systemd, which moves processes into units of their own.
@MainActor public final class FakeUserManager {
  /// The arguments of all calls of `StartTransientUnit`.
  public private(set) var requests: [[DBusValue]] = []
  /// Whether all calls are answered with an error.
  public var refuses = false
  private let bus: MessageBus
  private var ownedName: OwnedName?

  private static let path = "/org/freedesktop/systemd1"
  private static let job = path + "/job/7"
  private static let interface = InterfaceDescription(
    "org.freedesktop.systemd1.Manager",
    methods: [
      .init(
        "StartTransientUnit",
        in: [
          .init("name", "s"), .init("mode", "s"), .init("properties", "a(sv)"), .init("aux", "a(sa(sv))"),
        ],
        out: [.init("job", "o")])
    ],
    signals: [
      .init("JobRemoved", [.init("id", "u"), .init("job", "o"), .init("unit", "s"), .init("result", "s")])
    ])

  /// Requests the name of systemd on a started connection.
  public init(_ bus: MessageBus) {
    self.bus = bus
    bus.export(
      BusObject(path: Self.path, interfaces: [Self.interface]) { [unowned self] call in
        requests.append(call.arguments)
        if refuses { return call.fail(.failed("no")) }
        call.reply(.objectPath(Self.job))
      })
    ownedName = bus.own("org.freedesktop.systemd1") { _ in }
  }

  public var isReady: Bool { ownedName?.state == .owned }

  /// The process that the last call asked to move.
  public var process: Int32? {
    guard let properties = requests.last?[2].elements else { return nil }
    for property in properties {
      guard let members = property.members, members[0].string == "PIDs" else { continue }
      return members[1].unwrapped.elements?.first?.uint32.map { Int32($0) }
    }
    return nil
  }

  /// Emits the signal that the job, or another one, is finished.
  public func finish(_ job: String? = nil) {
    bus.emit(
      "JobRemoved", Self.path, Self.interface.name,
      [.uint32(7), .objectPath(job ?? Self.job), .string("a.scope"), .string("done")])
  }
}
