import BarUI
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Scenes
import Settings
import TextProcessing

extension TraySettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    guard let tray = start.services.tray else {
      start.showMissingBus()
      return nil
    }
    return TraySource(
      settings: self, host: tray, outlet: start.outlet, requests: start.requests,
      fold: start.services.trayFold(of: start.outlet.module))
  }
}

/// Shows the items of the tray, and passes clicks and scrolling on them to their programs.
final class TraySource: PerformsActions, HasRemoteMenu {
  private let settings: TraySettings
  private let host: TrayHost
  private let outlet: ModuleOutlet
  private let requests: ModuleRequests
  private var observation: Observation?
  private var menuRequests: Observation?
  /// Whether the compositor has left the last request for a token unanswered, so that uses do not wait for theirs.
  private var tokensAreMissing = false
  /// The menu that was read last.
  private var menu: TrayMenu?
  private let fold: TrayFold
  /// The number of menus that were read.
  private var menuCount = 0

  /// `fold` records whether the user has unfolded the tray.
  init(
    settings: TraySettings, host: TrayHost, outlet: ModuleOutlet,
    requests: ModuleRequests = ModuleRequests(), fold: TrayFold = TrayFold()
  ) {
    (self.settings, self.host, self.outlet) = (settings, host, outlet)
    (self.requests, self.fold) = (requests, fold)
    observation = host.observe { [unowned self] in show() }
    menuRequests = host.observeMenuRequests { [unowned self] item, entry in
      guard visibleItems.contains(where: { $0.id == item }) else { return }
      let target = entry == 0 ? nil : Int(UInt32(bitPattern: entry))
      requests.showMenu(outlet.module, item, target, nil)
    }
    show()
  }

  func stop() {
    observation.end()
    menuRequests.end()
    outlet.close()
    menu.end()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard let item else { return }
    guard item != TrayArrangement.foldID else {
      if action == "activate" { toggleFold() }
      return
    }
    host.used(item)
    switch action {
    case "activate":
      performWithToken(.activate, on: item) { [weak self] in
        if let self { requests.showMenu(outlet.module, item, nil, contact) }
      }
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
    requests.requestToken { [weak self] token in
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
    menu.end()
    // The host ignores this where the program has asked for the menu.
    host.used(shown.id)
    guard let source = host.menu(of: shown) else {
      // A program without a menu on the bus may show one of its own.
      performWithToken(.contextMenu, on: shown.id)
      return true
    }
    menuCount += 1
    let read = TrayMenu(source, of: shown, version: menuCount) { [unowned self] in
      performWithToken(.contextMenu, on: shown.id)
    }
    read.onChange = onChange
    menu = read
    return true
  }

  func menu(of item: String?) -> [MenuEntry] { menu(item)?.entries ?? [] }

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

  private func show() {
    // The menu goes with its program.
    if let id = menu?.item.id, shown(id) == nil { menu.end() }
    let arrangement = arrangement
    // Pictures of what is folded away are there by the time it slides out.
    let folded = arrangement.folded.map(\.reading)
    let items = arrangement.visible(isUnfolded: fold.isUnfolded).map(\.reading)
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
  /// The items that are shown or folded away, in their order, which does not depend on that in which their programs were started.
  nonisolated func arranged(_ items: [TrayItem]) -> [TrayItem] {
    let shown = items.filter { item in
      (showsPassive || item.status != .passive) && !hidden.contains { item.matches($0) }
    }
    let placed = shown.map { item in
      // Several programs may have the same name, such as that of a library, for their items.
      (
        item: item,
        rank: (order.firstIndex { item.matches($0) } ?? order.count, item.category.rank),
        names: (item.name.lowercased(), item.title.lowercased())
      )
    }
    return placed.sorted { $0.rank == $1.rank ? $0.names < $1.names : $0.rank < $1.rank }.map(\.item)
  }
}

extension TrayItem.Category {
  /// The place of the items of the category among the others.
  nonisolated fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

nonisolated extension TrayItem {
  /// Whether the name or the title is one that a rule means.
  func matches(_ pattern: TextPattern) -> Bool { pattern.matches(name) || pattern.matches(title) }

  /// The reading of the item.
  var reading: ItemReading {
    func icon(_ icon: Icon) -> ModuleIcon {
      // The name of an icon may be one that only the program itself has.
      var result = self.icon(named: icon.name)
      if let pixmap = icon.pixmap {
        result.candidates.append(.sent(.pixels(Bitmap(size: pixmap.size, bytes: pixmap.bytes))))
      }
      // A program may write all its icons to one file.
      result.version = iconChanges
      return result
    }
    var reading = ItemReading(
      id: id,
      [
        "title": .text(title.isEmpty ? self.name : title), "name": .text(self.name), "tooltip": .text(words),
        "label": .text(label), "status": .text(status.rawValue),
      ], icon: icon(shownIcon), states: [status.rawValue])
    reading.icon?.candidates.append(.named(Self.fallbackIcon))
    let small = icon(overlay)
    if !small.candidates.isEmpty { reading.overlay = small }
    return reading
  }

  /// An item whose icon nobody has is seen all the same.
  private static let fallbackIcon = "emblem-system-symbolic"

  /// The icon of a name: in further folders of the program, in the item's own folder, or else in themes; without candidates if
  /// it is no name of an icon.
  func icon(named name: String, in further: [String] = []) -> ModuleIcon {
    if name.hasPrefix("/") { return ModuleIcon([.file(name)]) }
    let isName = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains($0))
    }
    guard isName, !name.isEmpty else { return ModuleIcon([]) }
    var folders: [String] = []
    for folder in further + [themePath] where folder.hasPrefix("/") && !folders.contains(folder) {
      folders.append(folder)
    }
    return ModuleIcon(folders.map { .themed(name, folder: $0) } + [.named(name)])
  }
}
