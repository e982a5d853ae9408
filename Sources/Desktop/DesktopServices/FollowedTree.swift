import DBus
import DesktopModel
import Geometry
import Loop

/// The objects of a service with an object manager, read and followed while there is a bus.
///
/// The service is not started.
@MainActor final class FollowedTree: Cancellable {
  /// The objects; nil if they were not read yet, or their owner has gone.
  private(set) var tree: ObjectTree?
  private let bus: MessageBus
  private let service: String
  private let path: String
  private let names: ObjectTree.Names
  private let limits: ReadLimits
  private let onChange: () -> Void
  /// Calls `onChange` at limited intervals: services with many objects report hundreds of changes at once.
  private var telling: PacedAction?
  private var owner: FollowedOwner?
  private var subscriptions: [Subscription] = []
  private var asking: PendingCall?
  /// The pending readings of single interfaces.
  private var refreshing: [Place: PendingCall] = [:]
  /// The interfaces to be read again, because only a part of a change was read.
  private var outdated: Set<Place> = []
  /// Reads the interfaces in `outdated` at limited intervals.
  private var refreshingOutdated: PacedAction?
  private var retry: Timer?

  /// An interface of an object.
  private struct Place: Hashable {
    var path: String
    var interface: String
  }

  private static let manager = "org.freedesktop.DBus.ObjectManager"
  private static let properties = Introspection.properties.name
  /// The time limit of a reading; services answer at once or hang.
  private static let patience = Duration.seconds(10)
  /// The pause before the next attempt after a reading has failed.
  private static let pause = Duration.seconds(30)
  /// Limits on the list of all objects. A Bluetooth device costs about four thousand visits and a kilobyte; a thousand
  /// of them take a fifth of a second.
  private static let listLimits = ReadLimits(visits: 4_000_000, copiedBytes: 8 << 20, allowsPart: true)

  /// The limit on visits of every other message: a changed list of access points may have thousands of paths.
  private static let mostVisits = 200_000
  /// The shortest time between two calls of `onChange`, which looks immediate, and between two readings of an interface
  /// after changes of which only a part was read.
  private static let shortestPause = Duration.milliseconds(200)

  /// Keeps the properties `names`, and follows changes of those of the interfaces `followed`. `path` is that of the
  /// object manager. `onChange` is called when the objects were read, have changed or are no longer known: at once
  /// after the first change, and then at most every `shortestPause`.
  init(
    _ bus: MessageBus, of service: String, _ path: String, keeping names: ObjectTree.Names,
    following followed: [String], onChange: @escaping () -> Void
  ) {
    (self.bus, self.service, self.path) = (bus, service, path)
    (self.names, self.onChange) = (names, onChange)
    // All interfaces have the same limits, so that a message is read once for all subscriptions.
    limits = ReadLimits(
      visits: Self.mostVisits, copiedBytes: 8 << 20, keys: names.values.reduce(into: []) { $0.formUnion($1) },
      allowsPart: true)
    telling = PacedAction("objects of \(service)", loop: bus.loop, pause: Self.shortestPause, onChange)
    refreshingOutdated = PacedAction(
      "changed objects of \(service)", loop: bus.loop, pause: Self.shortestPause
    ) { [unowned self] in refreshOutdated() }
    let objects = SignalMatch(sender: service, path: path, interface: Self.manager)
    subscriptions = [
      // The part that is read of a large object is kept, as it is when all objects are read.
      bus.subscribe(objects, limits: limits) { [unowned self] in takeObject($0.member, $0.arguments) }
    ]
    for interface in followed { subscriptions.append(follow(interface)) }
    owner = FollowedOwner(bus, of: service) { [unowned self] name in
      if name == nil { lose() } else { readObjects() }
    }
  }

  isolated deinit { cancel() }

  /// Stops following; idempotent.
  func cancel() {
    owner.end()
    subscriptions.end()
    asking.end()
    refreshing.end()
    retry.end()
    telling.end()
    refreshingOutdated.end()
    outdated = []
  }

  /// Calls `onChange` now, in place of the call that may have been requested for later.
  private func tellNow() {
    telling?.forgetRequest()
    onChange()
  }

  /// Follows changes of an interface's properties, of all objects or of one, until the subscription is cancelled.
  func follow(_ interface: String, of path: String? = nil) -> Subscription {
    let match = SignalMatch(
      sender: service, path: path, interface: Self.properties, member: "PropertiesChanged",
      firstArgument: interface)
    return bus.subscribe(match, limits: limits) { [unowned self] in takeChange($0) }
  }

  /// Calls `handler` with the path and the arguments of each signal of the service that matches.
  func onSignal(
    _ member: String, of interface: String, _ handler: @escaping (String, [DBusValue]) -> Void
  ) -> Subscription {
    bus.subscribe(SignalMatch(sender: service, interface: interface, member: member)) {
      handler($0.path, $0.arguments)
    }
  }

  /// The unique name of the program that has the objects; nil if there is none.
  var ownerName: String? { owner?.uniqueName }

  /// Whether the program that has the objects has this unique name.
  func isOwner(_ sender: String) -> Bool { owner?.uniqueName == sender }

  /// Calls a method of one of the objects. Before `answer`, `onChange` is called for changes that arrived earlier;
  /// `answer` is not called if that has cancelled the call.
  @discardableResult
  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [],
    expects: String = "", patience: Duration = .seconds(25), allowsAuthentication: Bool = false,
    _ answer: @escaping (Result<[DBusValue], BusError>) -> Void = { _ in }
  ) -> PendingCall {
    var call = Call(
      to: service, path, interface, member, arguments, expects: expects, startsService: false,
      timeout: patience)
    call.allowsAuthentication = allowsAuthentication
    weak var answered: PendingCall?
    let pending = bus.call(call) { [weak self] result in
      self?.telling?.callIfRequested()
      if answered?.isCancelled != true { answer(result) }
    }
    answered = pending
    return pending
  }

  /// Sets a property of one of the objects.
  func set(
    _ property: String, of path: String, _ interface: String, _ value: DBusValue,
    _ answer: @escaping (Result<[DBusValue], BusError>) -> Void = { _ in }
  ) {
    call(path, Self.properties, "Set", [.string(interface), .string(property), .variant(value)], answer)
  }

  // MARK: - Reading

  /// Reads all objects again if their owner is known; otherwise they are read as soon as it is.
  func read() {
    if owner?.uniqueName != nil { readObjects() }
  }

  private func readObjects() {
    retry?.cancel()
    asking?.cancel()
    let call = Call(
      to: service, path, Self.manager, "GetManagedObjects", expects: "a{oa{sa{sv}}}", startsService: false,
      timeout: Self.patience, limits: Self.listLimits)
    asking = bus.call(call) { [weak self] result in
      guard let self else { return }
      asking = nil
      var read = ObjectTree(keeping: names)
      guard case .success(let values) = result, read.replace(with: values[0]) else {
        retry = bus.loop.schedule(at: bus.loop.now + Self.pause, tolerance: .seconds(5)) { [unowned self] in
          self.read()
        }
        return lose()
      }
      guard read != tree else { return }
      tree = read
      tellNow()
    }
  }

  /// Reads the properties of one object again.
  func refresh(_ path: String, _ interface: String) {
    let place = Place(path: path, interface: interface)
    refreshing[place]?.cancel()
    let call = Call(
      to: service, path, Self.properties, "GetAll", [.string(interface)], expects: "a{sv}",
      startsService: false, timeout: Self.patience, limits: limits)
    refreshing[place] = bus.call(call) { [weak self] result in
      guard let self else { return }
      refreshing[place] = nil
      if outdated.contains(place) { refreshingOutdated?.request() }
      guard case .success(let values) = result, let properties = values[0].options else { return }
      if tree?.change(path, interface, properties) == true { telling?.request() }
    }
  }

  /// Reads outdated interfaces again. One that is being read stays outdated until the end of that reading, which may
  /// have begun before the last change.
  private func refreshOutdated() {
    for place in outdated where refreshing[place] == nil {
      outdated.remove(place)
      refresh(place.path, place.interface)
    }
  }

  private func lose() {
    asking.end()
    refreshing.end()
    outdated = []
    guard tree != nil else { return }
    tree = nil
    tellNow()
  }

  // Signals that arrive before the answer are older than it: services send both in the order of their changes.
  private func takeObject(_ member: String, _ arguments: [DBusValue]) {
    guard arguments.count == 2, let path = arguments[0].objectPath else { return }
    let hasChanged =
      switch member {
      case "InterfacesAdded": tree?.add(path, arguments[1])
      case "InterfacesRemoved": tree?.remove(path, arguments[1].strings ?? [])
      default: false
      }
    if hasChanged == true { telling?.request() }
  }

  private func takeChange(_ signal: Signal) {
    let (path, arguments) = (signal.path, signal.arguments)
    guard let interface = arguments.first?.string else { return }
    if signal.isPart {
      guard tree?[path, interface] != nil else { return }
      outdated.insert(Place(path: path, interface: interface))
      refreshingOutdated?.request()
      return
    }
    guard arguments.count == 3, let changed = arguments[1].options else { return }
    let gone = arguments[2].strings ?? []
    if tree?.change(path, interface, changed, invalidated: gone) == true { telling?.request() }
  }
}
