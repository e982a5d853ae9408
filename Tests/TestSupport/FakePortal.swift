public import DBus
public import DBusValues

/// The settings of the desktop's portal, as far as we use them; whoever has the loop of its bus runs it.
@MainActor public final class FakePortal {
  public static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interfaceName = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"

  public let bus: MessageBus
  /// The methods called, in order.
  public private(set) var reads: [String] = []
  /// Whether questions are left unanswered, until `answerAll`.
  public var isSilent = false
  private var values: [String: DBusValue]
  private var held: [MethodCall] = []
  private var ownedName: OwnedName?

  /// Takes the portal's name.
  ///
  /// - Parameters:
  ///   - bus: Its own connection, started.
  ///   - values: Of the keys of `org.freedesktop.appearance`.
  ///   - isOld: As before version 2 of the interface.
  public init(_ bus: MessageBus, _ values: [String: DBusValue], isOld: Bool = false) {
    self.bus = bus
    self.values = values
    let read = InterfaceDescription.Method(
      isOld ? "Read" : "ReadOne", in: [.init("namespace", "s"), .init("key", "s")],
      out: [.init("value", "v")])
    let interface = InterfaceDescription(
      Self.interfaceName, methods: [read],
      signals: [
        .init("SettingChanged", [.init("namespace", "s"), .init("key", "s"), .init("value", "v")])
      ])
    bus.export(
      BusObject(path: Self.path, interfaces: [interface]) { [weak self] call in
        guard let self else { return }
        reads.append(call.member)
        if isSilent { held.append(call) } else { answer(call) }
      })
    ownedName = bus.own(Self.name) { _ in }
  }

  public var isReady: Bool { ownedName?.state == .owned }

  /// Has the user change a setting.
  public func change(_ key: String, _ value: DBusValue, namespace: String? = nil) {
    values[key] = value
    bus.emit(
      "SettingChanged", Self.path, Self.interfaceName,
      [.string(namespace ?? Self.namespace), .string(key), .variant(value)])
  }

  /// Answers what was left unanswered, with these values if any are given.
  public func answerAll(_ values: [String: DBusValue]? = nil) {
    if let values { self.values = values }
    for call in held { answer(call) }
    held = []
  }

  private func answer(_ call: MethodCall) {
    guard let value = values[call.arguments[1].string ?? ""] else {
      return call.fail(BusError("org.freedesktop.portal.Error.NotFound", "Requested setting not found"))
    }
    // The old method wraps twice.
    call.reply(.variant(call.member == "Read" ? .variant(value) : value))
  }
}
