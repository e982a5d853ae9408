public import DBus
import DBusValues

/// Whether the machine runs on its battery, by `org.freedesktop.UPower`, where that runs.
@MainActor public final class PowerSource {
  /// Nil: it does not tell.
  public private(set) var isOnBattery: Bool?
  private var property: FollowedProperty?

  private static let name = "org.freedesktop.UPower"

  /// Begins to follow.
  public init(_ bus: MessageBus, onChange: @escaping (_ isOnBattery: Bool?) -> Void) {
    property = FollowedProperty(bus, of: Self.name, "/org/freedesktop/UPower", Self.name, "OnBattery") {
      [unowned self] value in
      guard value?.boolean != isOnBattery else { return }
      isOnBattery = value?.boolean
      onChange(isOnBattery)
    }
  }

  /// Follows no more; idempotent.
  public func close() { property?.close() }
}
