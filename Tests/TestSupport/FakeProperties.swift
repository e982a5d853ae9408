public import DBus
public import DBusValues

/// An object with properties that change, such as the system's services have.
@MainActor public final class FakeProperties {
  public let bus: MessageBus
  /// The sessions that were asked for, where it is the one that knows them.
  public private(set) var asked: [String] = []
  private let path: String
  private let interface: String
  private var values: [String: DBusValue]
  private var ownedName: OwnedName?

  /// What tells whether the session is locked: that called c7, which is also the one that the user sees.
  public static func logind(_ bus: MessageBus, isLocked: Bool) -> FakeProperties {
    let session = "/org/freedesktop/login1/session/c7"
    let logind = FakeProperties(
      bus, "org.freedesktop.login1", session, "org.freedesktop.login1.Session",
      ["LockedHint": .boolean(isLocked)])
    let manager = InterfaceDescription(
      "org.freedesktop.login1.Manager",
      methods: [.init("GetSession", in: [.init("id", "s")], out: [.init("path", "o")])])
    bus.export(
      BusObject(path: "/org/freedesktop/login1", interfaces: [manager]) { [weak logind] call in
        let id = call.arguments[0].string ?? ""
        logind?.asked.append(id)
        guard ["c7", "auto"].contains(id) else {
          return call.fail(BusError("org.freedesktop.login1.NoSuchSession", "no \(id)"))
        }
        call.reply(.objectPath(session))
      })
    return logind
  }

  /// What tells whether the machine runs on its battery.
  public static func power(_ bus: MessageBus, isOnBattery: Bool) -> FakeProperties {
    FakeProperties(
      bus, "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.UPower",
      ["OnBattery": .boolean(isOnBattery)])
  }

  /// Takes `name` on a bus of its own that was started; the properties are booleans.
  private init(
    _ bus: MessageBus, _ name: String, _ path: String, _ interface: String, _ values: [String: DBusValue]
  ) {
    self.bus = bus
    self.path = path
    self.interface = interface
    self.values = values
    let description = InterfaceDescription(
      interface, properties: values.keys.sorted().map { .init($0, "b") })
    bus.export(
      BusObject(
        path: path, interfaces: [description],
        property: { [unowned self] _, property in self.values[property] ?? .boolean(false) }
      ) { _ in })
    ownedName = bus.own(name) { _ in }
  }

  public var isReady: Bool { ownedName?.state == .owned }

  /// Changes a property and says so.
  public func set(_ property: String, _ value: DBusValue) {
    values[property] = value
    bus.emit(
      "PropertiesChanged", path, Introspection.properties.name,
      [
        .string(interface),
        .dictionary(key: .string, value: .variant, [.init(.string(property), .variant(value))]), .strings([]),
      ])
  }
}
