public import DBus
import DBusValues
public import DesktopModel
public import Loop

/// The machine's power profile, for all who show or change it. Nothing is followed while nobody observes.
@MainActor public final class PowerProfiles {
  /// Nil: nobody tells.
  public private(set) var profile: PowerProfile?
  /// Whether the change that observers are told of at the moment was asked for by this program.
  public private(set) var isChangedByUs = false
  private let bus: MessageBus
  /// The profile that was asked for and is not in use yet.
  private var wanted: String?
  private let observers = Observers()
  private var object: FollowedObject?

  // Newer daemons have this name beside org.freedesktop.UPower.PowerProfiles.
  private static let name = "net.hadess.PowerProfiles"
  private static let path = "/net/hadess/PowerProfiles"

  /// Follows nothing yet.
  public init(_ bus: MessageBus) {
    self.bus = bus
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Has `handler` called after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation {
    let observation = observers.add(handler)
    if object == nil {
      object = FollowedObject(
        bus, of: Self.name, Self.path, Self.name, keeping: PowerProfile.propertyNames
      ) { [unowned self] in
        let read = object?.properties.flatMap(PowerProfile.init(properties:))
        guard read != profile else { return }
        isChangedByUs = read != nil && read?.active == wanted
        if isChangedByUs { wanted = nil }
        profile = read
        observers.tell()
        isChangedByUs = false
      }
      bus.start()
    }
    return observation
  }

  /// Has the machine use a profile, which is told as any change is; `completion` is called with the reason where it is refused.
  public func use(_ name: String, completion: @escaping (BusError?) -> Void = { _ in }) {
    wanted = name == profile?.active ? nil : name
    bus.call(
      Call(
        to: Self.name, Self.path, "org.freedesktop.DBus.Properties", "Set",
        [.string(Self.name), .string("ActiveProfile"), .variant(.string(name))], startsService: false)
    ) { [weak self] result in
      guard case .failure(let error) = result else { return completion(nil) }
      if self?.wanted == name { self?.wanted = nil }
      completion(error)
    }
  }

  /// Follows no more; idempotent.
  public func close() {
    object?.close()
    object = nil
    (profile, wanted) = (nil, nil)
    bus.closeIfUnused()
  }
}
