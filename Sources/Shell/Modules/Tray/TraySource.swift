import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Patterns
import PopupUI
import Scenes
import Settings

extension TraySettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    guard let tray = start.services.tray else {
      start.failWithoutBus()
      return nil
    }
    let (module, requests) = (start.module, start.requests)
    return TraySource(
      module, settings: self, host: tray, outlet: start.outlet, provide: requests.provide,
      readAgain: requests.readAgain, requestToken: requests.requestToken,
      fold: start.services.trayFold(of: module)
    ) { item, entry, output in
      requests.showMenu(module, item, entry, output)
    }
  }
}

/// Shows the items of the tray, and has their programs do what hands ask for.
final class TraySource: PerformsActions, HasRemoteMenu {
  private let module: ModuleName
  private let settings: TraySettings
  private let host: TrayHost
  private let outlet: ModuleOutlet
  private let provide: (String, ProvidedPicture?) -> Void
  private let readAgain: (String) -> Void
  private let requestToken: (_ answer: @escaping (String?) -> Void) -> Void
  private let showMenu: (_ item: String, _ entry: Int?, _ output: String?) -> Void
  private var observation: Observation?
  private var menuRequests: Observation?
  /// Whether the compositor has left the last request for a token unanswered, so that uses do not wait for theirs.
  private var tokensAreMissing = false
  /// The menu that was read last.
  private var menu: TrayMenu?
  private let fold: TrayFold
  /// The pictures that were provided, by the names of their icons.
  private var pictures: [String: TrayItem.Pixmap] = [:]
  /// The number of icon changes that each item had reported when the items were shown last, by identifier.
  private var iconChanges: [String: Int] = [:]

  /// `provide` takes pictures of programs by names that readings have for icons; nil: there is none any more. `readAgain` takes
  /// names of icons whose files may have changed. `requestToken` answers with an activation token for the program of an item,
  /// or with nil. `showMenu` is called when the menu of an item is to be shown, opened to an entry unless that is nil: its
  /// program asks for it, or cannot do what a click on that output has asked for. `fold` keeps the user's choice.
  init(
    _ module: ModuleName, settings: TraySettings, host: TrayHost, outlet: ModuleOutlet,
    provide: @escaping (String, ProvidedPicture?) -> Void,
    readAgain: @escaping (String) -> Void = { _ in },
    requestToken: @escaping (_ answer: @escaping (String?) -> Void) -> Void = { $0(nil) },
    fold: TrayFold = TrayFold(),
    showMenu: @escaping (_ item: String, _ entry: Int?, _ output: String?) -> Void = { _, _, _ in }
  ) {
    self.module = module
    self.fold = fold
    self.settings = settings
    self.host = host
    self.outlet = outlet
    (self.provide, self.readAgain) = (provide, readAgain)
    self.requestToken = requestToken
    self.showMenu = showMenu
    observation = host.observe { [unowned self] in show() }
    menuRequests = host.observeMenuRequests { [unowned self] item, entry in
      guard visibleItems.contains(where: { $0.id == item }) else { return }
      showMenu(item, entry == 0 ? nil : Int(UInt32(bitPattern: entry)), nil)
    }
    show()
  }

  func stop() {
    observation?.cancel()
    menuRequests?.cancel()
    (observation, menuRequests) = (nil, nil)
    outlet.close()
    for name in pictures.keys { provide(name, nil) }
    pictures = [:]
    menu?.close()
    menu = nil
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    perform(action, item: item, on: contact.output)
  }

  private func perform(_ action: String, item: String?, on output: String?) {
    guard let item else { return }
    guard item != TrayArrangement.foldID else {
      if action == "activate" { toggleFold() }
      return
    }
    host.used(item)
    switch action {
    case "activate":
      performWithToken(.activate, on: item) { [weak self] in self?.showMenu(item, nil, output) }
    case "secondary": performWithToken(.secondaryActivate, on: item)
    case "scroll_up": host.perform(.scroll(-1, isHorizontal: false), on: item)
    case "scroll_down": host.perform(.scroll(1, isHorizontal: false), on: item)
    case "scroll_left": host.perform(.scroll(-1, isHorizontal: true), on: item)
    case "scroll_right": host.perform(.scroll(1, isHorizontal: true), on: item)
    default: break
    }
  }

  /// Performs an action of an item once there is an activation token for it, or none can be had.
  private func performWithToken(
    _ command: TrayHost.Command, on item: String, onMenuNeeded: @escaping () -> Void = {}
  ) {
    withToken { [host] token in
      host.perform(command, on: item, token: token, onMenuNeeded: onMenuNeeded)
    }
  }

  /// Calls `act` once there is an activation token, or with nil if none can be had.
  private func withToken(_ act: @escaping (String?) -> Void) {
    let waits = !tokensAreMissing
    // A compositor that offers no tokens answers at once, which costs no time.
    var isLate = false
    requestToken { [weak self] token in
      self?.tokensAreMissing = isLate && token == nil
      if waits { act(token) }
    }
    isLate = true
    // The request is made all the same: the next use waits again once there is an answer.
    if !waits { act(nil) }
  }

  func opensMenu(_ action: String, of item: String?) -> Bool {
    // A click does so where the item can do nothing but show a menu.
    action == "activate" && shown(item)?.isMenu == true
  }

  func readMenu(of item: String?, onChange: @escaping () -> Void) -> Bool {
    guard let shown = shown(item) else { return false }
    menu?.close()
    menu = nil
    // The host ignores this where the program has asked for the menu.
    host.used(shown.id)
    guard let source = host.menu(of: shown) else {
      // A program without a menu on the bus may show one of its own.
      performWithToken(.contextMenu, on: shown.id)
      return true
    }
    let read = TrayMenu(source, of: shown, provide: provide, readAgain: readAgain) { [unowned self] in
      performWithToken(.contextMenu, on: shown.id)
    }
    read.onChange = onChange
    menu = read
    return true
  }

  func menu(of item: String?) -> [MenuEntry] { menu(item)?.entries ?? [] }

  func program(choosing entry: Int, of item: String?) -> [String]? { nil }

  func menuIsRightToLeft(of item: String?) -> Bool? { menu(item)?.isRightToLeft }

  func menuIsShown(_ isShown: Bool, entry: Int?, of item: String?) {
    if let number = Self.number(entry ?? 0) { menu(item)?.isShown(isShown, entry: number) }
  }

  func choose(_ entry: Int, of item: String?) {
    guard let number = Self.number(entry), let menu = menu(item) else { return }
    host.used(menu.item.id)
    // Another menu may have been read by the time of the answer.
    withToken { [host] token in
      if let token { host.provide(token, to: menu.item.id) }
      menu.choose(number)
    }
  }

  /// The number that the program has for an entry; nil: it is not one of the program's.
  private static func number(_ entry: Int) -> Int32? { UInt32(exactly: entry).map(Int32.init(bitPattern:)) }

  /// The menu that was read last if it is that of an item.
  private func menu(_ id: String?) -> TrayMenu? { menu.flatMap { $0.item.id == id ? $0 : nil } }

  private func shown(_ id: String?) -> TrayItem? { host.items.first { $0.id == id } }

  private var arrangement: TrayArrangement { TrayArrangement(host.items, settings) }

  private var visibleItems: [TrayItem] { arrangement.visible(isUnfolded: fold.isUnfolded) }

  private func toggleFold() {
    fold.isUnfolded.toggle()
    show()
  }

  /// Reads the icon files of items again whose programs have reported a new icon, since a program may write all its icons to
  /// one file.
  private func readChangedIcons(_ items: [TrayItem]) {
    for item in items where iconChanges[item.id, default: 0] != item.iconChanges {
      for name in Set(item.iconPlaces) { readAgain(name) }
    }
    iconChanges = Dictionary(items.map { ($0.id, $0.iconChanges) }, uniquingKeysWith: { first, _ in first })
  }

  private func show() {
    // The menu goes with its program.
    if let id = menu?.item.id, shown(id) == nil {
      menu?.close()
      menu = nil
    }
    let arrangement = arrangement
    var wanted: [String: TrayItem.Pixmap] = [:]
    func reading(_ item: TrayItem) -> ItemReading {
      item.reading { pixmap, part in
        // The name is a path, since no theme has an icon of such a name.
        let name = "/tray/\(module)/\(part)/\(item.id)"
        wanted[name] = pixmap
        return name
      }
    }
    // Pictures of what is folded away are there by the time it slides out.
    let folded = arrangement.folded.map(reading)
    let items = arrangement.visible(isUnfolded: fold.isUnfolded).map(reading)
    for (name, pixmap) in wanted where pictures[name] != pixmap {
      provide(name, .pixels(Bitmap(pixmap)))
    }
    for name in pictures.keys where wanted[name] == nil { provide(name, nil) }
    pictures = wanted
    readChangedIcons(host.items)
    var told = ModuleReading(
      ["count": .integer(items.count)],
      states: arrangement.isEmpty ? ["absent"] : [],
      items: [arrangement.foldReading(isUnfolded: fold.isUnfolded)].compactMap(\.self) + items)
    (told.foldable, told.isUnfolded) = (folded, fold.isUnfolded)
    told.nextIcons = [arrangement.foldReading(isUnfolded: !fold.isUnfolded)?.icon].compactMap(\.self)
    outlet.show(told)
  }
}

/// Whether the items of a tray are shown, too, for which there is no room otherwise. It outlives the sources of the module.
final class TrayFold {
  var isUnfolded = false
}

extension TraySettings {
  /// The items that are shown or folded away, in their order.
  nonisolated func arranged(_ items: [TrayItem]) -> [TrayItem] {
    let shown = items.filter { item in
      (showsPassive || item.status != .passive) && !hidden.contains { item.matches($0) }
    }
    func rank(_ item: TrayItem) -> Int { order.firstIndex { item.matches($0) } ?? order.count }
    return shown.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(
      \.element)
  }
}

nonisolated extension TrayItem {
  /// Whether the name or the title is one that a rule means.
  func matches(_ pattern: TextPattern) -> Bool { pattern.matches(name) || pattern.matches(title) }

  /// The reading of an item; `provide` gives a name to a picture that came over the bus.
  ///
  /// `part` tells the pictures of one item apart.
  func reading(provide: (Pixmap, _ part: String) -> String) -> ItemReading {
    func places(_ icon: Icon, _ part: String) -> [String] {
      // The name of an icon may be one that only the program itself has.
      self.places(ofIcon: icon.name) + (icon.pixmap.map { [provide($0, part)] } ?? [])
    }
    var reading = ItemReading(
      id: id,
      [
        "title": .text(title.isEmpty ? self.name : title), "name": .text(self.name), "tooltip": .text(words),
        "label": .text(label), "status": .text(status.rawValue),
      ], icon: (places(shownIcon, "icon") + [Self.fallbackIcon]).joined(separator: "\n"),
      states: [status.rawValue])
    let small = places(overlay, "overlay")
    if !small.isEmpty { reading.overlay = small.joined(separator: "\n") }
    return reading
  }

  /// The places of all its icons.
  fileprivate var iconPlaces: [String] {
    [icon, attentionIcon, overlay].flatMap { places(ofIcon: $0.name) }
  }

  /// An item whose icon nobody has is seen all the same.
  private static let fallbackIcon = "emblem-system-symbolic"

  /// The places of an icon: further folders of the program, the item's own folder, or else themes; none if it is no
  /// name of an icon.
  func places(ofIcon name: String, in further: [String] = []) -> [String] {
    if name.hasPrefix("/") { return name.contains("\n") ? [] : [name] }
    guard !name.isEmpty else { return [] }
    let isName = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains($0))
    }
    guard isName else { return [] }
    var roots: [String] = []
    for root in further + [themePath]
    where root.hasPrefix("/") && !root.contains("\n") && !roots.contains(root) {
      roots.append(root)
    }
    // Two slashes stand between a folder of themes and the name of an icon in it.
    return roots.map { "\($0)//\(name)" } + [name]
  }
}

extension Bitmap {
  /// A picture of the bus, premultiplied.
  nonisolated fileprivate init(_ pixmap: TrayItem.Pixmap) {
    var bytes = [UInt8](repeating: 0, count: pixmap.bytes.count)
    for at in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = UInt32(pixmap.bytes[at])
      func premultiplied(_ value: UInt8) -> UInt8 { UInt8((UInt32(value) * alpha + 127) / 255) }
      bytes[at] = premultiplied(pixmap.bytes[at + 1])
      bytes[at + 1] = premultiplied(pixmap.bytes[at + 2])
      bytes[at + 2] = premultiplied(pixmap.bytes[at + 3])
      bytes[at + 3] = pixmap.bytes[at]
    }
    self.init(size: pixmap.size, bytes: bytes)
  }
}
