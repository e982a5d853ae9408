public import DBus
import DesktopModel
public import Loop

/// Whether a program asks GeoClue for the place of the machine, shared by all modules that show it. Nothing is followed
/// while there are no observers.
@MainActor public final class LocationUse {
  /// Whether a program asks for the place; false if GeoClue does not run.
  public var isInUse: Bool { object?.content?[Self.property]?.boolean == true }
  private let bus: MessageBus
  private let observers = Observers()
  private var object: FollowedProperties?

  private static let name = "org.freedesktop.GeoClue2"
  private static let path = "/org/freedesktop/GeoClue2/Manager"
  private static let property = "InUse"

  /// Creates the object; following begins with the first observer.
  public init(_ bus: MessageBus) {
    self.bus = bus
    observers.onAdd = { [unowned self] in if object == nil { start() } }
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Calls `handler` whenever `isInUse` may have changed, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  private func start() {
    object = FollowedProperties(
      bus, of: Self.name, Self.path, Self.name + ".Manager", keeping: [Self.property],
      onChange: observers.tell)
    bus.start()
  }

  /// Stops following; idempotent.
  public func close() {
    object.end()
    bus.closeIfUnused()
  }
}
