public import DBus
import DBusValues
public import Loop

/// How many units of systemd have failed, of the system and of the user, for all who show it. Nothing is followed while nobody
/// observes.
@MainActor public final class FailedUnits {
  /// Nil: there is no such manager.
  public private(set) var system: Int?
  public private(set) var user: Int?
  private let buses: (session: MessageBus?, system: MessageBus)
  private let observers = Observers()
  private var managers: [Manager] = []

  /// One of the two managers of units.
  private struct Manager {
    var bus: MessageBus
    var count: FollowedProperty
  }

  private static let name = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  private static let interface = name + ".Manager"

  /// Follows nothing yet.
  public init(session: MessageBus?, system: MessageBus) {
    buses = (session, system)
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Has `handler` called after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation {
    let observation = observers.add(handler)
    guard managers.isEmpty else { return observation }
    managers.append(follow(buses.system, \.system))
    if let session = buses.session { managers.append(follow(session, \.user)) }
    for manager in managers { manager.bus.start() }
    return observation
  }

  /// Follows no more; idempotent.
  public func close() {
    let ended = managers
    managers = []
    for manager in ended {
      manager.count.close()
      manager.bus.closeIfUnused()
    }
    (system, user) = (nil, nil)
  }

  private func follow(_ bus: MessageBus, _ place: ReferenceWritableKeyPath<FailedUnits, Int?>) -> Manager {
    let count = FollowedProperty(bus, of: Self.name, Self.path, Self.interface, "NFailedUnits") {
      [unowned self, unowned bus] value in
      let (former, count) = (self[keyPath: place], value?.integer)
      guard former != count else { return }
      self[keyPath: place] = count
      // A manager that has begun tells of no changes until somebody subscribes.
      if former == nil { subscribe(bus) }
      observers.tell()
    }
    return Manager(bus: bus, count: count)
  }

  private func subscribe(_ bus: MessageBus) {
    bus.call(Call(to: Self.name, Self.path, Self.interface, "Subscribe", startsService: false)) { _ in }
  }
}
