public import DBus
public import DesktopModel
public import Loop

/// The machine's power profile, shared by all modules that show or change it. Nothing is followed while there are no
/// observers.
@MainActor public final class PowerProfiles {
  /// The profile; nil if power-profiles-daemon does not run or has not answered.
  public private(set) var profile: PowerProfile?
  /// Whether this program has requested the change of which observers are being notified.
  public private(set) var isChangedByUs = false
  private let bus: MessageBus
  /// The profile that was requested and is not in use yet.
  private var wanted: String?
  private let observers = Observers()
  private var object: FollowedProperties?

  // Newer daemons own this name beside org.freedesktop.UPower.PowerProfiles.
  private static let name = "net.hadess.PowerProfiles"
  private static let path = "/net/hadess/PowerProfiles"

  /// Creates the object; following begins with the first observer.
  public init(_ bus: MessageBus) {
    self.bus = bus
    observers.onAdd = { [unowned self] in if object == nil { start() } }
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  private func start() {
    object = FollowedProperties(
      bus, of: Self.name, Self.path, Self.name, keeping: PowerProfile.propertyNames
    ) { [unowned self] in
      let read = object?.content.flatMap(PowerProfile.init(properties:))
      guard read != profile else { return }
      isChangedByUs = read != nil && read?.active == wanted
      if isChangedByUs { wanted = nil }
      profile = read
      observers.tell()
      isChangedByUs = false
    }
    bus.start()
  }

  /// Requests a profile, whose use is reported as any change is; `completion` is called with the error if the daemon
  /// has refused.
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

  /// Stops following; idempotent.
  public func close() {
    object.end()
    (profile, wanted) = (nil, nil)
    bus.closeIfUnused()
  }
}
