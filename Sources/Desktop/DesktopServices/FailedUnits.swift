public import DBus
import DesktopModel
public import Loop

/// The failed units of systemd, of the system and of the user, shared by all modules that show them. Nothing is
/// followed while there are no observers.
@MainActor public final class FailedUnits {
  /// The number of failed units of the system; nil if its manager does not run or has not answered.
  public private(set) var system: Int?
  public private(set) var user: Int?
  /// The failed units by name; nil if they were not requested, or a manager has not answered yet.
  public private(set) var units: [Unit]?
  private let buses: (session: MessageBus?, system: MessageBus)
  private let observers = Observers()
  private var managers: [Manager] = []

  /// A unit that has failed.
  public nonisolated struct Unit: Equatable, Sendable {
    public var name: String
    /// The description of the unit, from its file.
    public var description: String
    /// Whether the unit belongs to the manager of the user, not to that of the system.
    public var isOfUser: Bool
  }

  /// One of the two managers of units, and the subscriptions to it.
  private struct Manager {
    var bus: MessageBus
    var isOfUser: Bool
    var count: FollowedProperties
    var owner: FollowedOwner
  }

  private var wantsUnits = false
  private var questions: [PendingCall] = []
  /// The lists that managers have answered, by whether the manager is that of the user.
  private var found: [Bool: [Unit]] = [:]

  /// Limit of the number of units of a manager that are read, more than a panel can show.
  public nonisolated static let mostUnits = 40
  /// Limit of the number of a manager's failed units; any program can report a larger one where systemd does not run.
  private static let mostFailed = 9999
  /// Limits on a list of failed units, of which only the first are shown. Names of units have at most 255 bytes, and a
  /// panel has no room for more of a description.
  private static let listLimits = ReadLimits(textBytes: 4096, elements: mostUnits, allowsPart: true)

  private static let name = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  private static let interface = name + ".Manager"

  /// Creates the object; following begins with the first observer.
  public init(session: MessageBus?, system: MessageBus) {
    buses = (session, system)
    observers.onAdd = { [unowned self] in if managers.isEmpty { start() } }
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  private func start() {
    managers.append(follow(buses.system, \.system))
    if let session = buses.session { managers.append(follow(session, \.user)) }
    for manager in managers { manager.bus.start() }
  }

  /// Reads the failed units now, and whenever their number is reported, until `forgetUnits`.
  public func readUnits() {
    wantsUnits = true
    questions.end()
    found = [:]
    for manager in managers {
      let call = Call(
        to: Self.name, Self.path, Self.interface, "ListUnitsFiltered", [.strings(["failed"])],
        expects: "a(ssssssouso)", startsService: false, timeout: .seconds(5), limits: Self.listLimits)
      questions.append(
        manager.bus.call(call) { [weak self] result in
          self?.take((try? result.get())?.first, isOfUser: manager.isOfUser)
        })
    }
  }

  /// Restarts a unit, for which systemd may request authentication of the user; `completion` is called once, with the
  /// error if systemd has refused.
  public func restart(_ unit: Unit, completion: @escaping (BusError?) -> Void = { _ in }) {
    guard let manager = managers.first(where: { $0.isOfUser == unit.isOfUser }) else { return }
    var call = Call(
      to: Self.name, Self.path, Self.interface, "RestartUnit", [.string(unit.name), .string("replace")],
      expects: "o", startsService: false, timeout: .seconds(120))
    call.allowsAuthentication = true
    manager.bus.call(call) { if case .failure(let error) = $0 { completion(error) } else { completion(nil) } }
  }

  /// Stops reading the failed units.
  public func forgetUnits() {
    questions.end()
    (found, units, wantsUnits) = ([:], nil, false)
  }

  /// Handles the list of a manager's failed units; nil stands for a failed call.
  private func take(_ list: DBusValue?, isOfUser: Bool) {
    found[isOfUser] = (list?.elements ?? []).prefix(Self.mostUnits).compactMap { element in
      // The last unit has fewer members if a limit of the whole message was reached.
      guard let members = element.members, members.count > 1, let name = members[0].string else { return nil }
      return Unit(name: name, description: members[1].string ?? "", isOfUser: isOfUser)
    }
    guard found.count == managers.count else { return }
    units = found.values.joined().sorted { ($0.isOfUser ? 1 : 0, $0.name) < ($1.isOfUser ? 1 : 0, $1.name) }
    observers.tell()
  }

  /// Stops following; idempotent.
  public func close() {
    forgetUnits()
    let ended = managers
    managers = []
    for manager in ended {
      manager.count.cancel()
      manager.owner.cancel()
      manager.bus.closeIfUnused()
    }
    (system, user) = (nil, nil)
  }

  private func follow(_ bus: MessageBus, _ place: ReferenceWritableKeyPath<FailedUnits, Int?>) -> Manager {
    let count = FollowedProperties(bus, of: Self.name, Self.path, Self.interface, property: "NFailedUnits") {
      [unowned self] value in
      // The same number may stand for other units: one was restarted when another failed.
      if wantsUnits { readUnits() }
      take(value?.integer, place)
    }
    // A manager emits no signals until a client subscribes, and forgets its clients when it or the connection ends.
    let owner = FollowedOwner(bus, of: Self.name) { [unowned self, unowned bus] name in
      if name != nil { subscribe(bus) } else { take(nil, place) }
    }
    return Manager(bus: bus, isOfUser: place == \.user, count: count, owner: owner)
  }

  private func take(_ count: Int?, _ place: ReferenceWritableKeyPath<FailedUnits, Int?>) {
    let count = count.map { min(max($0, 0), Self.mostFailed) }
    guard self[keyPath: place] != count else { return }
    self[keyPath: place] = count
    observers.tell()
  }

  private func subscribe(_ bus: MessageBus) {
    bus.call(Call(to: Self.name, Self.path, Self.interface, "Subscribe", startsService: false)) { _ in }
  }
}
