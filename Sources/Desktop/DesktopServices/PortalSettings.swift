public import DBus
public import DesktopModel
import Loop

/// Follows the preferences of the user for the whole desktop, from `org.freedesktop.portal.Settings`.
///
/// The portal is not awaited: without an answer all preferences are at their defaults, and after a portal has gone its
/// last values are kept until another one reports others.
@MainActor public final class PortalSettings {
  public private(set) var preferences = SystemPreferences()
  /// Whether the portal has reported a colour scheme, which may be that of no preference.
  public private(set) var knowsColourScheme = false
  private let bus: MessageBus
  private let onChange: (SystemPreferences) -> Void
  private var observer: StateObserver?
  private var subscriptions: [Subscription] = []
  private var calls: [String: PendingCall] = [:]

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  static let namespace = "org.freedesktop.appearance"

  /// Starts following; `onChange` is called whenever a preference changes, and once when the colour scheme becomes known.
  public init(_ bus: MessageBus, onChange: @escaping (SystemPreferences) -> Void) {
    self.bus = bus
    self.onChange = onChange
    let changed = SignalMatch(
      sender: Self.name, path: Self.path, interface: Self.interface, member: "SettingChanged",
      firstArgument: Self.namespace)
    subscriptions = [
      bus.subscribe(changed) { [unowned self] in settingChanged($0.arguments) },
      bus.subscribe(.ownerChanges(of: Self.name)) { [unowned self] signal in
        // A call to a portal that has gone would start it again.
        if signal.newOwner != nil { readAll() }
      },
    ]
    observer = bus.atEachConnection { [unowned self] in readAll() }
  }

  isolated deinit { close() }

  /// Stops following; idempotent.
  public func close() {
    observer?.cancel()
    subscriptions.end()
    calls.end()
  }

  private func readAll() {
    for key in SystemPreferences.portalKeys { read(key, by: "ReadOne") }
  }

  /// Reads a preference; portals before version 2 of the interface have `Read` in place of `ReadOne`.
  private func read(_ key: String, by method: String) {
    calls[key]?.cancel()
    let call = Call(
      to: Self.name, Self.path, Self.interface, method, [.string(Self.namespace), .string(key)], expects: "v")
    calls[key] = bus.call(call) { [weak self] result in
      guard let self else { return }
      calls[key] = nil
      switch result {
      case .success(let values):
        if let value = values.first { take(key, value) }
      case .failure(let error) where error.isUnknownMethod && method == "ReadOne":
        read(key, by: "Read")
      case .failure:
        // The portal does not run, does not know the key or has not answered: the last value is kept.
        break
      }
    }
  }

  private func settingChanged(_ arguments: [DBusValue]) {
    guard arguments.count == 3, arguments[0].string == Self.namespace, let key = arguments[1].string
    else { return }
    // An older answer must not replace this value.
    calls.removeValue(forKey: key)?.cancel()
    take(key, arguments[2])
  }

  private func take(_ key: String, _ value: DBusValue) {
    let old = preferences
    preferences.take(key, value.unwrapped)
    let isFirstScheme = key == "color-scheme" && !knowsColourScheme
    if isFirstScheme { knowsColourScheme = true }
    if preferences != old || isFirstScheme { onChange(preferences) }
  }
}

extension SystemPreferences {
  static nonisolated let portalKeys = ["color-scheme", "contrast", "accent-color", "reduced-motion"]

  /// Applies a value of `org.freedesktop.portal.Settings`; an unknown key, type or number counts as no preference.
  nonisolated mutating func take(_ key: String, _ value: DBusValue) {
    switch key {
    case "color-scheme":
      colourScheme =
        switch value {
        case .uint32(1): .dark
        case .uint32(2): .light
        default: .noPreference
        }
    case "contrast": prefersHighContrast = value == .uint32(1)
    case "reduced-motion": prefersReducedMotion = value == .uint32(1)
    case "accent-color":
      let channels = (value.members ?? []).compactMap(\.double)
      // A colour that is out of range stands for no accent colour.
      let isColour = channels.count == 3 && channels.allSatisfy { (0...1).contains($0) }
      accentColour = isColour ? SIMD3(channels[0], channels[1], channels[2]) : nil
    default: break
    }
  }
}
