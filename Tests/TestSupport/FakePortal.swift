public import DBus
public import DesktopModel

/// A fake of the desktop portal's settings, as far as the program uses them; the loop of its bus serves it.
@MainActor public final class FakePortal {
  public static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interfaceName = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"

  public let bus: MessageBus
  /// The methods that were called, in order.
  public private(set) var reads: [String] = []
  /// Whether calls are left unanswered until `answerAll`.
  public var isSilent = false
  private var values: [String: DBusValue]
  private var held: [MethodCall] = []
  private var ownedName: OwnedName?

  /// Requests the portal's name and exports its object.
  ///
  /// - Parameters:
  ///   - bus: A connection for the portal alone, which is started.
  ///   - values: The values of the keys of `org.freedesktop.appearance`.
  ///   - isOld: Whether the portal is one before version 2 of the interface.
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

  /// Changes a setting, as the user would, and emits the signal.
  public func change(_ key: String, _ value: DBusValue, namespace: String? = nil) {
    values[key] = value
    bus.emit(
      "SettingChanged", Self.path, Self.interfaceName,
      [.string(namespace ?? Self.namespace), .string(key), .variant(value)])
  }

  /// Answers all calls that were left unanswered, with `values` if any are given.
  public func answerAll(_ values: [String: DBusValue]? = nil) {
    if let values { self.values = values }
    for call in held { answer(call) }
    held = []
  }

  private func answer(_ call: MethodCall) {
    guard let value = values[call.arguments[1].string ?? ""] else {
      return call.fail(BusError("org.freedesktop.portal.Error.NotFound", "Requested setting not found"))
    }
    // The old method wraps values in two variants.
    call.reply(.variant(call.member == "Read" ? .variant(value) : value))
  }
}
