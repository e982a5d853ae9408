public import DBus
public import DBusValues

/// Plays the user's systemd, which moves processes into units of their own, on a bus.
@MainActor public final class FakeUserManager {
  /// The calls of `StartTransientUnit`, as their arguments.
  public private(set) var requests: [[DBusValue]] = []
  /// Refuses what it is asked for.
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

  /// Takes the name on a bus that was started.
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

  /// The process that was to be moved last.
  public var process: Int32? {
    guard let properties = requests.last?[2].elements else { return nil }
    for property in properties {
      guard let members = property.members, members[0].string == "PIDs" else { continue }
      return members[1].unwrapped.elements?.first?.uint32.map { Int32($0) }
    }
    return nil
  }

  /// Says that it has done what it was asked for, or something else.
  public func finish(_ job: String? = nil) {
    bus.emit(
      "JobRemoved", Self.path, Self.interface.name,
      [.uint32(7), .objectPath(job ?? Self.job), .string("a.scope"), .string("done")])
  }
}
