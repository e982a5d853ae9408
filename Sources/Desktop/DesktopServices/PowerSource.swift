public import DBus
import DesktopModel

/// Whether the machine runs on its battery, from `org.freedesktop.UPower`.
@MainActor public final class PowerSource {
  /// Whether the machine runs on its battery; nil if UPower does not run or has not answered.
  public private(set) var isOnBattery: Bool?
  private var property: FollowedProperties?

  private static let name = "org.freedesktop.UPower"

  /// Starts following; `onChange` is called after changes.
  public init(_ bus: MessageBus, onChange: @escaping (_ isOnBattery: Bool?) -> Void) {
    property = FollowedProperties(
      bus, of: Self.name, "/org/freedesktop/UPower", Self.name, property: "OnBattery"
    ) {
      [unowned self] value in
      guard value?.boolean != isOnBattery else { return }
      isOnBattery = value?.boolean
      onChange(isOnBattery)
    }
  }

  /// Stops following; idempotent.
  public func close() { property?.cancel() }
}
