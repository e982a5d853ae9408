public import DBus
public import DesktopModel
import Glibc
public import Loop

/// The items of the system tray, shared by all modules that show or use them. Nothing is followed while there are no
/// observers.
///
/// This program is also the watcher of items while no other program is.
@MainActor public final class TrayHost {
  /// A request of the user to an item. The protocol wants coordinates of the screen, which Wayland does not report, so
  /// they are 0.
  public nonisolated enum Command: Equatable, Sendable {
    case activate
    case secondaryActivate
    case contextMenu
    /// The number of notches of a wheel, positive down or to the right.
    case scroll(Int, isHorizontal: Bool)
  }

  /// The items, in the order in which they appeared.
  public var items: [TrayItem] { followed.compactMap(\.item) }
  private let bus: MessageBus
  private let observers = Observers()
  private let menuObservers = Observers()
  /// The request of which `menuObservers` are being notified.
  private var menuRequest: (item: String, entry: Int32)?
  private var followed: [FollowedTrayItem] = []
  private var watcher: TrayWatcher?
  private var hostName: OwnedName?
  private var subscriptions: [Subscription] = []
  private var observer: StateObserver?
  private var listing: PendingCall?

  /// Limit of the number of items, more than fit on any bar.
  private static let mostItems = 256

  private let findProcess: TrayWatcher.ProcessSearch

  /// Creates the object; following begins with the first observer.
  public convenience init(_ bus: MessageBus) {
    self.init(bus) { [unowned bus] name, answer in bus.findProcess(of: name, answer) }
  }

  init(_ bus: MessageBus, findProcess: @escaping TrayWatcher.ProcessSearch) {
    self.bus = bus
    self.findProcess = findProcess
    observers.onAdd = { [unowned self] in if watcher == nil { start() } }
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Calls `handler` whenever `items` may have changed, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Sends a command to an item. With an activation token its program may come to the front.
  ///
  /// This does not count as a use of the item: the code that handles the user's input calls `used`. `onMenuNeeded` is
  /// called if the item has no method Activate, so that its menu must be shown instead; from then on `TrayItem.isMenu`
  /// is true.
  public func perform(
    _ command: Command, on id: String, token: String? = nil, onMenuNeeded: @escaping () -> Void = {}
  ) {
    if let token, !command.isScroll { provide(token, to: id) }
    func send(_ member: String, _ arguments: [DBusValue]) { self.send(member, arguments, to: id) }
    switch command {
    case .activate:
      self.send("Activate", [.int32(0), .int32(0)], to: id) { [weak self] error in
        guard let item = self?.followed.first(where: { $0.id == id }), error.isUnknownMethod else { return }
        item.lacksActivation()
        onMenuNeeded()
      }
    case .secondaryActivate: send("SecondaryActivate", [.int32(0), .int32(0)])
    case .contextMenu: send("ContextMenu", [.int32(0), .int32(0)])
    case .scroll(let notches, let isHorizontal):
      // Programs count 120 to a notch, as Qt's wheel events do.
      send(
        "Scroll",
        [.int32(Int32(clamping: notches * 120)), .string(isHorizontal ? "horizontal" : "vertical")])
    }
  }

  /// Provides an activation token for the next command to an item. The error of an item that does not support tokens is
  /// ignored.
  public func provide(_ token: String, to id: String) {
    send("ProvideXdgActivationToken", [.string(token)], to: id)
  }

  /// Records that the user has used an item or its menu, after which its program may request once that its menu be shown.
  ///
  /// A call from within a handler of `observeMenuRequests` is ignored.
  public func used(_ id: String) {
    // A menu that opens at the request of its program is no use by the user.
    guard menuRequest == nil else { return }
    followed.first { $0.id == id }?.used()
  }

  private func send(
    _ member: String, _ arguments: [DBusValue], to id: String,
    onFailure: @escaping (BusError) -> Void = { _ in }
  ) {
    guard let address = Self.address(id) else { return }
    let call = Call(
      to: address.name, address.path, FollowedTrayItem.interface, member, arguments, startsService: false,
      timeout: .seconds(5))
    bus.call(call) { result in if case .failure(let error) = result { onFailure(error) } }
  }

  /// Calls `handler` when the program of an item requests that its menu be shown, until the observation is cancelled or
  /// released. `entry` is the entry to which the menu is to be opened; 0 is the menu itself.
  ///
  /// One request is allowed after each call of `used`, within ten seconds: a menu takes the keyboard, which no program
  /// may take from another one on its own.
  public func observeMenuRequests(_ handler: @escaping (_ item: String, _ entry: Int32) -> Void)
    -> Observation
  {
    menuObservers.add { [unowned self] in
      if let request = menuRequest { handler(request.item, request.entry) }
    }
  }

  /// Starts reading the menu of an item; nil if the item has none.
  public func menu(of item: TrayItem) -> ServiceMenuSource? {
    guard let path = item.menu, let address = Self.address(item.id) else { return nil }
    return ServiceMenuSource(bus, of: address.name, path)
  }

  /// Stops following; idempotent.
  public func close() {
    observer?.cancel()
    subscriptions.end()
    listing?.cancel()
    hostName?.release()
    hostName = nil
    watcher.end()
    followed.end()
    bus.closeIfUnused()
  }

  private func start() {
    let name = TrayWatcher.name
    func told(_ member: String, _ handle: @escaping (String) -> Void) -> Subscription {
      let match = SignalMatch(sender: name, path: TrayWatcher.path, interface: name, member: member)
      return bus.subscribe(match) { signal in signal.arguments.first?.string.map(handle) }
    }
    subscriptions = [
      told("StatusNotifierItemRegistered") { [unowned self] in
        if !follow($0) { registeredAgain($0) }
      },
      told("StatusNotifierItemUnregistered") { [unowned self] in forget($0) },
      bus.subscribe(.ownerChanges(of: name)) { [unowned self] signal in
        // Items register with a new watcher by themselves; those of the old one are known.
        if signal.newOwner != nil { register() }
      },
    ]
    watcher = TrayWatcher(bus, findProcess: findProcess)
    hostName = bus.own("org.kde.StatusNotifierHost-\(getpid())") { _ in }
    observer = bus.atEachConnection(
      { [unowned self] in register() }, onLoss: { [unowned self] in forgetAll() })
    bus.start()
  }

  /// Registers as a host with the watcher, and queries the items that it knows.
  private func register() {
    guard let hostName else { return }
    let name = TrayWatcher.name
    bus.call(
      Call(
        to: name, TrayWatcher.path, name, "RegisterStatusNotifierHost", [.string(hostName.name)],
        startsService: false)
    ) { _ in }
    listing?.cancel()
    let call = Call(
      to: name, TrayWatcher.path, Introspection.properties.name, "Get",
      [.string(name), .string("RegisteredStatusNotifierItems")], expects: "v", startsService: false)
    listing = bus.call(call) { [weak self] result in
      guard let self else { return }
      listing = nil
      guard case .success(let values) = result, let known = values[0].unwrapped.strings else { return }
      for id in known { _ = follow(id) }
    }
  }

  /// Reads the address of an item from a watcher, some of which report the name without the path; nil if the text is no
  /// address.
  private static func address(_ id: String) -> TrayItemAddress? { TrayItemAddress(id, of: "") }

  /// Starts following an item; returns false if it is already followed.
  private func follow(_ told: String) -> Bool {
    guard let address = Self.address(told) else { return true }
    let id = address.text
    if followed.contains(where: { $0.id == id }) { return false }
    guard followed.count < Self.mostItems else { return true }
    followed.append(
      FollowedTrayItem(
        id, address.name, address.path, bus: bus, onChange: observers.tell,
        onGone: { [unowned self] in forget(id) },
        onMenuRequest: { [unowned self] entry in
          menuRequest = (id, entry)
          menuObservers.tell()
          menuRequest = nil
        }))
    return true
  }

  /// Reads an item again whose program has registered it again.
  private func registeredAgain(_ id: String) {
    let id = Self.address(id)?.text
    followed.first { $0.id == id }?.registeredAgain()
  }

  private func forget(_ id: String) {
    let id = Self.address(id)?.text
    guard let index = followed.firstIndex(where: { $0.id == id }) else { return }
    followed.remove(at: index).cancel()
    observers.tell()
  }

  /// Drops all items after the bus was lost: their names may belong to other programs on the next one.
  private func forgetAll() {
    listing.end()
    guard !followed.isEmpty else { return }
    followed.end()
    observers.tell()
  }
}

extension TrayHost.Command {
  fileprivate nonisolated var isScroll: Bool { if case .scroll = self { true } else { false } }
}
