public import DBus
public import DesktopModel
import Geometry
import Loop

/// A menu of another program, read and followed while it is shown.
@MainActor public final class ServiceMenuSource {
  /// The menu; nil while the program has not answered.
  public private(set) var menu: ServiceMenu?
  /// The folders in which the program has icons for its menu.
  public private(set) var iconFolders: [String] = []
  /// Whether the program lays its menu out from right to left; nil if it does not report the direction.
  public private(set) var isRightToLeft: Bool?
  /// A handler that is called when the menu was read or has changed, or when its folders or its direction are reported
  /// after it.
  public var onChange: (() -> Void)?
  /// A handler that is called once, when the program does not answer or has gone.
  public var onFailed: (() -> Void)?
  private let bus: MessageBus
  private let destination: String
  private let path: String
  private let patience: Duration
  private var subscriptions: [Subscription] = []
  private var calls: [Int32: PendingCall] = [:]
  /// The entries that have changed since they were queried, and are queried again after the answer.
  private var stale: Set<Int32> = []
  /// The timer for the end of the rest after a large answer, during which no entry is queried again; nil if there is none.
  private var rest: Timer?
  /// The empty submenus that were queried.
  private var asked: Set<Int32> = []
  private var readings: [PendingCall] = []

  static let interface = "com.canonical.dbusmenu"
  /// The time limit of a query, by default; a program that takes longer has no menu.
  public static let usualPatience = Duration.seconds(5)
  /// Limit of the number of folders, more than a program has for its icons.
  private static let mostFolders = 8
  /// The longest path of a folder, in bytes, because every entry has a copy of each path. Longer ones are ignored.
  private static let longestFolder = 1024
  /// Limit of the number of submenus that are read in advance; others are read when they are about to be shown.
  private static let mostSubmenus = 64
  /// The number of unanswered calls from which on the whole menu is read instead of one more entry.
  private static let mostCalls = 64
  /// The number of entries from which on an answer is large.
  private static let manyEntries = 1000
  /// The pause between a large answer and the next query, so that a program that changes such a menu all the time costs
  /// little.
  private static let restTime = Duration.seconds(1)
  /// Limits on messages of the program. An entry costs about a thousand visits, and has less than a kilobyte besides
  /// its picture.
  private static let limits: ReadLimits = {
    let limits = ServiceMenu.Limits()
    return ReadLimits(
      textBytes: ServiceMenu.longest * 4, bytes: limits.pictureBytes, elements: limits.entries,
      visits: limits.entries * 2000, copiedBytes: limits.allPictureBytes + limits.entries * 1024,
      allowsPart: true)
  }()

  /// Starts reading the menu of a program at an object path, whose answers are awaited for `patience` each.
  public init(
    _ bus: MessageBus, of destination: String, _ path: String,
    patience: Duration = usualPatience
  ) {
    self.bus = bus
    self.patience = patience
    self.destination = destination
    self.path = path
    func match(_ member: String) -> SignalMatch {
      SignalMatch(sender: destination, path: path, interface: Self.interface, member: member)
    }
    subscriptions = [
      bus.subscribe(match("LayoutUpdated")) { [unowned self] signal in
        guard signal.arguments.count == 2,
          case .int32(let parent) = signal.arguments[1], parent == 0 || menu?.entry(parent) != nil
        else { return }
        read(parent)
      },
      bus.subscribe(match("ItemsPropertiesUpdated"), limits: Self.limits) { [unowned self] in
        if $0.isPart { read(0) } else { takeProperties($0.arguments) }
      },
    ]
    readProperties()
    willShow(0)
  }

  isolated deinit { close() }

  /// Notifies the program that the menu, or the submenu of an entry, is about to be shown, which some programs fill
  /// only then.
  public func willShow(_ id: Int32) {
    prepare(id)
    tell(id, "opened")
  }

  /// Requests that the program fill an entry's submenu, and reads it, without reporting that it is shown.
  private func prepare(_ id: Int32) {
    bus.call(call("AboutToShow", [.int32(id)], expects: "b")) { [weak self] result in
      guard let self, !subscriptions.isEmpty else { return }
      var isNew = id == 0
      if case .success(let values) = result, values[0].boolean == true { isNew = true }
      // A program without this method has its menu ready.
      if isNew || menu?.entry(id)?.entries.isEmpty != false { read(id) }
    }
  }

  /// Notifies the program that a submenu, or the menu itself, is no longer shown.
  public func didHide(_ id: Int32) { tell(id, "closed") }

  /// Notifies the program that the user has chosen an entry; the menu may be closed by then.
  public func choose(_ id: Int32) { tell(id, "clicked") }

  /// Stops following; idempotent.
  public func close() {
    subscriptions.end()
    readings.end()
    calls.end()
    stale = []
    rest.end()
    (onChange, onFailed) = (nil, nil)
  }

  /// Reads the folders of the menu's icons and the text direction. These calls are answered before that of the layout,
  /// which is made later.
  private func readProperties() {
    read("IconThemePath") { [weak self] value in
      guard let self, let told = value.strings else { return }
      let folders = told.lazy.filter { $0.hasPrefix("/") && $0.utf8.count <= Self.longestFolder }
      iconFolders = Array(folders.prefix(Self.mostFolders))
      if menu != nil, !iconFolders.isEmpty { onChange?() }
    }
    read("TextDirection") { [weak self] value in
      guard let self else { return }
      isRightToLeft = ["rtl": true, "ltr": false][value.string ?? ""]
      if menu != nil, isRightToLeft != nil { onChange?() }
    }
  }

  /// Reads a property of the menu; `take` is not called if the program has none with that name.
  private func read(_ property: String, take: @escaping (DBusValue) -> Void) {
    let call = Call(
      to: destination, path, Introspection.properties.name, "Get",
      [.string(Self.interface), .string(property)], expects: "v", startsService: false,
      timeout: patience)
    readings.append(
      bus.call(call) { result in
        if case .success(let values) = result { take(values[0].unwrapped) }
      })
  }

  private func tell(_ id: Int32, _ event: String) {
    let time = UInt32(truncatingIfNeeded: bus.loop.wallTime.seconds)
    bus.call(
      call("Event", [.int32(id), .string(event), .variant(.int32(0)), .uint32(time)])
    ) { _ in }
  }

  /// Reads an entry and the entries below it.
  ///
  /// An entry has at most one call: if it changes before the answer, it is read again after the answer. The whole menu
  /// is read instead while too many calls are unanswered.
  private func read(_ entry: Int32) {
    let id = calls[entry] != nil || calls.count < Self.mostCalls ? entry : 0
    guard calls[id] == nil, rest == nil else {
      stale.insert(id)
      return
    }
    let call = call("GetLayout", [.int32(id), .int32(-1), .strings([])], expects: "u(ia{sv}av)")
    calls[id] = bus.call(call) { [weak self] result in
      guard let self else { return }
      calls[id] = nil
      let answer: ServiceMenu? =
        if case .success(let values) = result, values.count == 2 { ServiceMenu(values[1]) } else { nil }
      if let answer, answer.all.count >= Self.manyEntries { startRest() }
      if stale.remove(id) != nil { self.read(id) }
      guard let read = answer, read.id == id else {
        if menu == nil { fail() }
        return
      }
      askForSubmenus(of: read)
      guard let before = menu else {
        menu = read
        onChange?()
        return
      }
      // The entry may have been removed while it was queried.
      guard menu?.replace(read) == true else { return }
      menu?.limit()
      guard menu != before else { return }
      onChange?()
    }
  }

  /// Starts the pause after a large answer, and then reads the entries that have changed meanwhile.
  private func startRest() {
    rest?.cancel()
    rest = bus.loop.schedule(at: bus.loop.now + Self.restTime) { [unowned self] in
      rest = nil
      let missed = stale.filter { calls[$0] == nil }
      stale.subtract(missed)
      for id in missed { read(id) }
    }
  }

  /// Requests the contents of submenus that are empty until they are about to be shown.
  private func askForSubmenus(of menu: ServiceMenu) {
    let empty = menu.entries.filter { $0.hasSubmenu && $0.entries.isEmpty && !asked.contains($0.id) }
    for entry in empty.prefix(max(0, Self.mostSubmenus - asked.count)) {
      asked.insert(entry.id)
      prepare(entry.id)
    }
  }

  private func takeProperties(_ arguments: [DBusValue]) {
    guard let before = menu else { return }
    menu?.update(arguments)
    if menu != before { onChange?() }
  }

  private func fail() {
    let told = onFailed
    onFailed = nil
    told?()
  }

  private func call(_ member: String, _ arguments: [DBusValue], expects: String = "") -> Call {
    Call(
      to: destination, path, Self.interface, member, arguments, expects: expects, startsService: false,
      timeout: patience, limits: Self.limits)
  }
}
