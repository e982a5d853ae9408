public import DBus
import DesktopModel

/// Whether the machine runs on its battery, from `org.freedesktop.UPower`.
@MainActor public final class PowerSource {
  /// Whether the machine runs on its battery; nil if UPower does not run or has not answered.
  public var isOnBattery: Bool? { object?.content?[Self.property]?.boolean }
  private var object: FollowedProperties?

  private static let name = "org.freedesktop.UPower"
  private static let property = "OnBattery"

  /// Starts following; `onChange` is called whenever `isOnBattery` may have changed.
  public init(_ bus: MessageBus, onChange: @escaping (_ isOnBattery: Bool?) -> Void) {
    object = FollowedProperties(
      bus, of: Self.name, "/org/freedesktop/UPower", Self.name, keeping: [Self.property]
    ) { [unowned self] in onChange(isOnBattery) }
  }

  /// Stops following; idempotent.
  public func close() { object?.cancel() }
}
