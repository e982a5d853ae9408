import DBus
import DBusValues
import DesktopModel
import Geometry
import Loop

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
  /// The number of signals of new icons that the program has sent, and the number of those after which the files of icons were
  /// read again.
  private var iconChanges = (told: 0, read: 0)
  /// Handles a signal that files of icons may have changed although the properties have not.
  private var readingFiles: PacedAction?
  /// When the user has used the item, unless a request to show the menu has followed that; nil: it has not.
  private var usedAt: Instant?

  /// How long after a use the program may ask that its menu be shown: it may have to be read from a disk first.
  private static let requestTime = Duration.seconds(10)
  /// The time between two readings of an item with small pictures or none.
  private static let shortestPause = Duration.milliseconds(100)
  /// The time between two readings of the files of icons, which programs change seldom.
  private static let filePause = Duration.seconds(1)
  /// The time between two readings of an item with the largest pictures.
  private static let longestPause = Duration.seconds(30)
  /// Limits on messages of the program. A picture of an icon costs a few hundred visits, another property a few. Each of the
  /// three icons may have five pictures of the largest size.
  private static let limits = ReadLimits(
    textBytes: TrayItem.longestText * 4, bytes: TrayItem.Pixmap.mostBytes,
    elements: TrayItem.Pixmap.mostSizes, visits: 200_000,
    copiedBytes: TrayItem.Pixmap.mostBytes * 16, allowsPart: true)
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
    readingFiles = PacedAction("icons of \(id)", loop: loop, pause: Self.filePause) { [unowned self] in
      readFiles()
    }
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
    readingFiles?.cancel()
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
      if iconChanges.read != iconChanges.told { readingFiles?.request() }
    }
  }

  private func readFiles() {
    guard item != nil else { return }
    iconChanges.read = iconChanges.told
    take()
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
