public import DBus
import DBusValues
public import DesktopModel
import Geometry
import Glibc
public import Loop

/// The items of the tray, for all who show or use them. Nothing is followed while nobody observes.
///
/// While no other program is the watcher of items, this one is.
@MainActor public final class TrayHost {
  /// What hands do with an item. Coordinates are those of the screen, which Wayland does not tell: 0.
  public nonisolated enum Command: Equatable, Sendable {
    case activate
    case secondaryActivate
    case contextMenu
    /// Notches, down and to the right above 0.
    case scroll(Int, isHorizontal: Bool)
  }

  /// The items, in the order in which they came.
  public private(set) var items: [TrayItem] = []
  private let bus: MessageBus
  private let loop: EventLoop
  private let observers = Observers()
  private let menuObservers = Observers()
  /// The request that `menuObservers` are told of at the moment.
  private var menuRequest: (item: String, entry: Int32)?
  private var followed: [FollowedTrayItem] = []
  private var watcher: TrayWatcher?
  private var hostName: OwnedName?
  private var subscriptions: [Subscription] = []
  private var observer: StateObserver?
  private var listing: PendingCall?

  /// More items than fit on any bar.
  private static let mostItems = 256

  private let findProcess: TrayWatcher.ProcessSearch

  /// Follows nothing yet.
  public convenience init(_ bus: MessageBus, loop: EventLoop) {
    self.init(bus, loop: loop) { [unowned bus] name, answer in bus.findProcess(of: name, answer) }
  }

  init(_ bus: MessageBus, loop: EventLoop, findProcess: @escaping TrayWatcher.ProcessSearch) {
    self.bus = bus
    self.loop = loop
    self.findProcess = findProcess
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Has `handler` called after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation {
    let observation = observers.add(handler)
    if watcher == nil { start() }
    return observation
  }

  /// Has an item do something. With an activation token its program may come to the front.
  ///
  /// This is no use of the item: whoever takes the user's input calls `used`. `onMenuNeeded` is called if the item cannot be
  /// activated, in place of which its menu is to be shown; from then on `TrayItem.isMenu` says so.
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
      // Programs count as Qt's wheel events do, 120 to a notch.
      send(
        "Scroll",
        [.int32(Int32(clamping: notches * 120)), .string(isHorizontal ? "horizontal" : "vertical")])
    }
  }

  /// Gives an item the activation token for what it is told to do next. An item that takes none answers with an error, which
  /// is ignored.
  public func provide(_ token: String, to id: String) {
    send("ProvideXdgActivationToken", [.string(token)], to: id)
  }

  /// Records that the user has used an item or its menu, after which its program may ask once that its menu be shown.
  ///
  /// A call from within a handler of `observeMenuRequests` is ignored.
  public func used(_ id: String) {
    // A menu that opens because its program asks for it is no use by the user.
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

  /// Has `handler` called when the program of an item asks that its menu be shown, until the observation is cancelled or
  /// released. `entry` is the entry to which the menu is to be opened; 0 is the menu itself.
  ///
  /// A program is listened to once after each call of `used`, and for ten seconds: a menu takes the keyboard, which no
  /// program may take from another one on its own.
  public func observeMenuRequests(_ handler: @escaping (_ item: String, _ entry: Int32) -> Void)
    -> Observation
  {
    menuObservers.add { [unowned self] in
      if let request = menuRequest { handler(request.item, request.entry) }
    }
  }

  /// The menu of an item, which begins to be read; nil if the item has none.
  public func menu(of item: TrayItem) -> ServiceMenuSource? {
    guard let path = item.menu, let address = Self.address(item.id) else { return nil }
    return ServiceMenuSource(bus, of: address.name, path, loop: loop)
  }

  /// Follows no more; idempotent.
  public func close() {
    observer?.cancel()
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    listing?.cancel()
    hostName?.release()
    hostName = nil
    watcher?.close()
    watcher = nil
    for item in followed { item.close() }
    (followed, items) = ([], [])
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
        // Items come to a new watcher by themselves; those that the old one had are known.
        if signal.newOwner != nil { register() }
      },
    ]
    watcher = TrayWatcher(bus, findProcess: findProcess)
    hostName = bus.own("org.kde.StatusNotifierHost-\(getpid())") { _ in }
    observer = bus.atEachConnection(
      { [unowned self] in register() }, onLoss: { [unowned self] in forgetAll() })
    bus.start()
  }

  /// Tells the watcher that there is somebody who shows items, and asks it which there are.
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
      to: name, TrayWatcher.path, "org.freedesktop.DBus.Properties", "Get",
      [.string(name), .string("RegisteredStatusNotifierItems")], expects: "v", startsService: false)
    listing = bus.call(call) { [weak self] result in
      guard let self else { return }
      listing = nil
      guard case .success(let values) = result, let known = values[0].unwrapped.strings else { return }
      for id in known { _ = follow(id) }
    }
  }

  /// Reads the address of an item as a watcher tells it; some tell the name without the path. Nil: the text is no address.
  private static func address(_ id: String) -> TrayItemAddress? { TrayItemAddress(id, of: "") }

  /// Begins to follow an item; false: it is followed already.
  private func follow(_ told: String) -> Bool {
    guard let address = Self.address(told) else { return true }
    let id = address.text
    if followed.contains(where: { $0.id == id }) { return false }
    guard followed.count < Self.mostItems else { return true }
    followed.append(
      FollowedTrayItem(id, address.name, address.path, bus: bus, loop: loop) { [unowned self] isGone in
        if isGone { forget(id) } else { settle() }
      } onMenuRequest: { [unowned self] entry in
        menuRequest = (id, entry)
        menuObservers.tell()
        menuRequest = nil
      })
    return true
  }

  /// Reads an item anew whose program has registered it again.
  private func registeredAgain(_ id: String) {
    let id = Self.address(id)?.text
    followed.first { $0.id == id }?.readSoon(tolerantly: true)
  }

  private func forget(_ id: String) {
    let id = Self.address(id)?.text
    guard let index = followed.firstIndex(where: { $0.id == id }) else { return }
    followed.remove(at: index).close()
    settle()
  }

  /// Forgets the items of a bus that has gone, whose names may be those of other programs on the next one.
  private func forgetAll() {
    listing?.cancel()
    listing = nil
    for item in followed { item.close() }
    followed = []
    settle()
  }

  private func settle() {
    let read = followed.compactMap(\.item)
    guard read != items else { return }
    items = read
    observers.tell()
  }
}

extension TrayHost.Command {
  fileprivate nonisolated var isScroll: Bool { if case .scroll = self { true } else { false } }
}

/// An item whose properties are read, and read again when it says that something has changed.
@MainActor final class FollowedTrayItem {
  static let interface = "org.kde.StatusNotifierItem"

  let id: String
  /// Nil: it has not answered yet.
  private(set) var item: TrayItem?
  private let loop: EventLoop
  private let bus: MessageBus
  private let name: String
  private let onChange: (_ isGone: Bool) -> Void
  private let onMenuRequest: (_ entry: Int32) -> Void
  /// The path of the menu whose requests are followed, and the subscription of them.
  private var menu: (path: String, requests: Subscription)?
  private var object: FollowedObject?
  private var subscription: Subscription?
  private var timer: Timer?
  private var readAt: Instant
  /// The time from one reading to the next, which is longer for large pictures: an animated icon, and a program that says all
  /// the time that its icon is new, cost little then.
  private var pause = shortestPause
  /// Whether the next reading is due because the item was registered, after which its program may still export it.
  private var isRegistered = false
  /// Whether its program has answered that it knows no activation of the item.
  private var cannotBeActivated = false
  /// The number of signals of new icons that the program has sent, and the number of those that were sent before the last
  /// reading.
  private var iconChanges = (told: 0, read: 0)
  /// When the user has used the item, unless a request to show the menu has followed that; nil: it has not.
  private var usedAt: Instant?

  /// How long after a use the program may ask that its menu be shown: it may have to be read from a disk first.
  private static let requestTime = Duration.seconds(10)
  /// The time between two readings of an item with small pictures or none.
  private static let shortestPause = Duration.milliseconds(100)
  /// The time between two readings of an item with the largest pictures.
  private static let longestPause = Duration.seconds(30)
  /// Limits on messages of the program. A picture of an icon costs a few hundred visits, another property a few. Each of the
  /// three icons may have five pictures of the largest size.
  private static let limits = ReadLimits(
    textBytes: TrayItem.longestText * 4, bytes: TrayItem.Pixmap.mostBytes,
    elements: TrayItem.Pixmap.mostSizes, visits: 200_000,
    copiedBytes: TrayItem.Pixmap.mostBytes * 16, keys: TrayItem.propertyNames, allowsPart: true)
  /// Errors of a program that has registered an item before it exports it: it is read during a quarter of a minute.
  private static let toleratedErrors = 4

  init(
    _ id: String, _ name: String, _ path: String, bus: MessageBus, loop: EventLoop,
    onChange: @escaping (_ isGone: Bool) -> Void, onMenuRequest: @escaping (_ entry: Int32) -> Void
  ) {
    self.id = id
    self.loop = loop
    (self.bus, self.name) = (bus, name)
    (self.onChange, self.onMenuRequest) = (onChange, onMenuRequest)
    readAt = loop.now
    object = FollowedObject(
      bus, of: name, path, Self.interface, keeping: TrayItem.propertyNames,
      toleratedErrors: Self.toleratedErrors, limits: Self.limits
    ) { [unowned self] properties, isWhole in
      // A second for each megabyte; those that were not told may have large pictures still.
      let pause = Duration.microseconds(TrayItem.pictureBytes(in: properties))
      let shortest = isWhole ? Self.shortestPause : self.pause
      self.pause = min(max(pause, shortest), Self.longestPause)
      return TrayItem.condensed(properties)
    } onChange: { [unowned self] in
      take()
    }
    let changes = SignalMatch(sender: name, path: path, interface: Self.interface)
    // Only the member of such a signal is used: most have no arguments.
    subscription = bus.subscribe(changes, limits: .nothing) { [unowned self] signal in
      if signal.member.hasPrefix("New"), signal.member.text(after: "Icon") != nil { iconChanges.told += 1 }
      if signal.member.hasPrefix("New") || signal.member == "XAyatanaNewLabel" { readSoon() }
    }
  }

  isolated deinit { close() }

  /// Follows no more; idempotent.
  func close() {
    timer?.cancel()
    timer = nil
    subscription?.cancel()
    menu?.requests.cancel()
    menu = nil
    object?.close()
  }

  /// Reads the properties again, once for several calls; `tolerantly` if the program may still export the item.
  func readSoon(tolerantly: Bool = false) {
    if tolerantly { isRegistered = true }
    guard timer == nil else { return }
    let due = max(loop.now, readAt + pause)
    timer = loop.schedule(at: due) { [unowned self] in
      timer = nil
      readAt = loop.now
      if isRegistered { object?.readTolerantly() } else { object?.read() }
      isRegistered = false
      // The file of an icon may have changed although the properties have not.
      if iconChanges.read != iconChanges.told, item != nil {
        iconChanges.read = iconChanges.told
        take()
      }
    }
  }

  private func take() {
    guard let properties = object?.properties else {
      // What has answered once and does not any more has gone.
      let isGone = item != nil
      item = nil
      return onChange(isGone)
    }
    var read = TrayItem(id: id, properties: properties)
    read.iconChanges = iconChanges.read
    if cannotBeActivated { read.isMenu = true }
    item = read
    followMenu(read.menu)
    onChange(false)
  }

  /// Takes that the program knows no activation of the item, which has nothing but its menu then.
  func lacksActivation() {
    cannotBeActivated = true
    if item != nil { take() }
  }

  /// Records that the user has used the item.
  func used() { usedAt = loop.now }

  private func takeMenuRequest(_ entry: Int32) {
    guard let usedAt, loop.now < usedAt + Self.requestTime else { return }
    self.usedAt = nil
    onMenuRequest(entry)
  }

  /// Follows the requests of the menu at a path, of which a program tells without being asked for its menu.
  private func followMenu(_ path: String?) {
    guard path != menu?.path else { return }
    menu?.requests.cancel()
    menu = path.map { path in
      let match = SignalMatch(
        sender: name, path: path, interface: ServiceMenuSource.interface, member: "ItemActivationRequested")
      let requests = bus.subscribe(match) { [unowned self] signal in
        guard signal.arguments.count == 2, case .int32(let entry) = signal.arguments[0] else { return }
        takeMenuRequest(entry)
      }
      return (path, requests)
    }
  }
}
