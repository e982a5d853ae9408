import DBus
import DesktopModel
import Geometry
import Loop

/// A tray item whose properties are read again whenever its program signals a change.
@MainActor final class FollowedTrayItem: Cancellable {
  static let interface = "org.kde.StatusNotifierItem"

  let id: String
  /// The item; nil while its program has not answered.
  var item: TrayItem? {
    guard var item = object?.content else { return nil }
    item.iconChanges = iconChanges.read
    if cannotBeActivated { item.isMenu = true }
    return item
  }
  private let bus: MessageBus
  private let name: String
  private let onChange: () -> Void
  private let onMenuRequest: (_ entry: Int32) -> Void
  /// The object path of the menu whose signals are followed, and the subscription to them.
  private var menu: (path: String, requests: Subscription)?
  private var object: FollowedObject<TrayItem>?
  private var subscription: Subscription?
  /// Whether the program has answered that the item has no method Activate.
  private var cannotBeActivated = false
  /// The number of signals of new icons that were received, and the number of those after which icon files were read again.
  private var iconChanges = (told: 0, read: 0)
  /// Reads icon files again, which may have changed although the properties have not.
  private var readingFiles: PacedAction?
  /// The time of the user's last use of the item, which is nil after a request to show the menu has followed it.
  private var usedAt: Instant?

  /// The time after a use in which the program may request that its menu be shown; it may have to be read from a disk first.
  private static let requestTime = Duration.seconds(10)
  /// The time between two readings of an item with small pictures or none.
  private static let shortestPause = Duration.milliseconds(100)
  /// The time between two readings of icon files, which programs change seldom.
  private static let filePause = Duration.seconds(1)
  /// The time between two readings of an item with the largest pictures.
  private static let longestPause = Duration.seconds(30)
  /// Limits on messages of the program. A picture of an icon costs a few hundred visits, another property a few. Each
  /// of the three icons may have five pictures of the largest size.
  private static let limits = ReadLimits(
    textBytes: TrayItem.longestText * 4, bytes: TrayItem.Pixmap.mostBytes,
    elements: TrayItem.Pixmap.mostSizes, visits: 200_000,
    copiedBytes: TrayItem.Pixmap.mostBytes * 16, allowsPart: true)
  /// The number of errors that are tolerated after a registration, since a program may register an item before it
  /// exports it: the item is read for 15 seconds.
  private static let toleratedErrors = 4

  /// Follows the item at a path of the program with a name. `onChange` is called when `item` may have changed, `onGone` when
  /// the program does not have the item any more, and `onMenuRequest` when the program may open the item's menu.
  init(
    _ id: String, _ name: String, _ path: String, bus: MessageBus, onChange: @escaping () -> Void,
    onGone: @escaping () -> Void, onMenuRequest: @escaping (_ entry: Int32) -> Void
  ) {
    self.id = id
    (self.bus, self.name) = (bus, name)
    (self.onChange, self.onMenuRequest) = (onChange, onMenuRequest)
    readingFiles = PacedAction("icons of \(id)", loop: bus.loop, pause: Self.filePause) { [unowned self] in
      iconChanges.read = iconChanges.told
      self.onChange()
    }
    object = FollowedObject(
      bus, of: name, path, Self.interface, keeping: TrayItem.propertyNames,
      toleratedErrors: Self.toleratedErrors, limits: Self.limits
    ) { [unowned self] told, former in
      // The pause is a second for each megabyte, so that an animated icon and a program that signals new icons all the time cost
      // little. Pictures that a change does not include may be large, too.
      let pause = Duration.microseconds(TrayItem.pictureBytes(in: told))
      let shortest = former == nil ? Self.shortestPause : object?.shortestPause ?? Self.shortestPause
      object?.shortestPause = min(max(pause, shortest), Self.longestPause)
      guard var item = former else { return TrayItem(id: id, properties: told) }
      item.adopt(told)
      return item
    } onChange: { [unowned self] in
      // An item that has answered before and does not any more was removed.
      guard let read = object?.content else { return onGone() }
      followMenu(read.menu)
      self.onChange()
    }
    let changes = SignalMatch(sender: name, path: path, interface: Self.interface)
    // Only the member of such a signal is used: most signals have no arguments.
    subscription = bus.subscribe(changes, limits: .nothing) { [unowned self] signal in
      guard signal.member.hasPrefix("New") || signal.member == "XAyatanaNewLabel" else { return }
      object?.readSoon()
      guard signal.member.text(after: "Icon") != nil else { return }
      iconChanges.told += 1
      readingFiles?.request()
    }
  }

  isolated deinit { cancel() }

  /// Stops following; idempotent.
  func cancel() {
    readingFiles?.cancel()
    subscription?.cancel()
    menu?.requests.cancel()
    menu = nil
    object?.cancel()
  }

  /// Reads the properties again of an item whose program has registered it again, and may not have exported it yet.
  func registeredAgain() { object?.readSoon(tolerantly: true) }

  /// Records that the item has no method Activate, so that it only has its menu.
  func lacksActivation() {
    cannotBeActivated = true
    onChange()
  }

  /// Records that the user has used the item, after which its program may request once that its menu be shown.
  func used() { usedAt = bus.loop.now }

  private func takeMenuRequest(_ entry: Int32) {
    guard let usedAt, bus.loop.now < usedAt + Self.requestTime else { return }
    self.usedAt = nil
    onMenuRequest(entry)
  }

  /// Follows the activation requests of the menu at a path, which programs send although the menu was not read.
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
