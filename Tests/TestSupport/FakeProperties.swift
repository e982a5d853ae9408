public import DBus
public import DesktopModel

/// A fake object with properties that change, such as services of the system have.
@MainActor public final class FakeProperties {
  public let bus: MessageBus
  /// The session IDs that were asked for, if the object is logind's.
  public private(set) var asked: [String] = []
  private let path: String
  private let interface: String
  private var values: [String: DBusValue]
  private var ownedName: OwnedName?

  /// Makes a fake of logind with one session, whose ID is c7, and which is the user's own one as well.
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

  /// Makes a fake of UPower, which tells whether the machine runs on its battery.
  public static func power(_ bus: MessageBus, isOnBattery: Bool) -> FakeProperties {
    FakeProperties(
      bus, "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.UPower",
      ["OnBattery": .boolean(isOnBattery)])
  }

  /// Makes a fake of GeoClue, which tells whether a program asks for the place of the machine.
  public static func location(_ bus: MessageBus, isInUse: Bool) -> FakeProperties {
    FakeProperties(
      bus, "org.freedesktop.GeoClue2", "/org/freedesktop/GeoClue2/Manager",
      "org.freedesktop.GeoClue2.Manager", ["InUse": .boolean(isInUse)])
  }

  /// Requests `name` on a started connection for this object alone; the properties are booleans.
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

  /// Changes a property and emits the signal.
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
