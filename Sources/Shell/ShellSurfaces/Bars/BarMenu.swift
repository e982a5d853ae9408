import BarUI
import Geometry
import Loop
import Settings
import ShellModel

/// A menu of a module on the screen: a popup for each of its open levels.
@MainActor final class BarMenu: OpenedPopup {
  var onClosed: (() -> Void)?
  private(set) var wasDismissed = false
  private let menu: ModuleMenu
  private var parent: PopupParent
  private var navigation: MenuNavigation
  private var levels: [Level] = []
  /// The entry whose submenu opens once its program has sent the entries; nil for none.
  private var loading: Int?

  /// An open level.
  private struct Level {
    var popup: BarPopup
    var content: MenuContent
    /// The entry of the level before that has opened it; nil for the menu itself.
    var owner: Int?
  }

  /// Opens the menu beside a part of the bar, given in physical pixels of the bar's surface; nil if the menu is empty
  /// or its popup cannot be opened.
  init?(_ menu: ModuleMenu, beside part: PixelRect, _ parent: PopupParent, highlightsFirst: Bool) {
    let entries = menu.entries()
    guard !entries.isEmpty else { return nil }
    self.menu = menu
    var parent = parent
    parent.ownDirection = menu.isRightToLeft()
    self.parent = parent
    navigation = MenuNavigation(
      entries, highlightsFirst: highlightsFirst || menu.highlightsFirst, isRightToLeft: parent.isRightToLeft)
    let content = MenuContent(navigation.levels[0], number: 0, parent)
    guard let popup = BarPopup(content, beside: part, parent) else { return nil }
    adopt(popup, content, owner: nil)
    if let target = menu.target { lead(to: target) }
  }

  var nextDeadline: Instant? { navigation.nextDeadline }
  var reports: [PopupReport] { levels.flatMap(\.popup.reports) }

  func deadlineReached(now: Instant) { take(navigation.deadlineReached(now: now)) }

  func refresh() {
    let entries = menu.entries()
    guard !entries.isEmpty else { return close() }
    followDirection()
    navigation.replace(entries)
    show(byKey: false)
  }

  func adopt(_ state: State, _ bar: BarSettings) {
    (parent.state, parent.settings) = (state, bar)
    for level in levels { level.popup.adopt(state, bar) }
  }

  /// Lays the open levels out in the direction that the menu's program has told since they were opened, if it has told
  /// one.
  private func followDirection() {
    guard let isRightToLeft = menu.isRightToLeft(), isRightToLeft != parent.isRightToLeft else { return }
    parent.ownDirection = isRightToLeft
    navigation.isRightToLeft = isRightToLeft
    for level in levels {
      level.content.isRightToLeft = isRightToLeft
      level.popup.setDirection(isRightToLeft: isRightToLeft)
    }
  }

  func close() {
    setLoading(nil)
    closeLevels(from: 0)
    let told = onClosed
    onClosed = nil
    told?()
  }

  // MARK: - Input

  func follow(_ event: KeyEvent) {
    if let last = levels.last { navigation.pageLength = last.content.pageLength }
    take(navigation.follow(event, now: parent.loop.now), byKey: true)
  }

  /// An entry of a level was clicked or touched.
  func choose(_ id: Int, level: Int) {
    take(navigation.choose(id, level: level, now: parent.loop.now))
  }

  /// Opens the submenus that lead to an entry, one after the other.
  func lead(to entry: Int) { take(navigation.lead(to: entry, now: parent.loop.now)) }

  /// The pointer is over an entry of a level, or over none.
  func point(at id: Int?, level: Int) {
    take(navigation.point(at: id, level: level, now: parent.loop.now))
  }

  private func take(_ outcome: MenuNavigation.Outcome, byKey: Bool = false) {
    switch outcome {
    case .none: break
    case .changed: show(byKey: byKey)
    case .closed: close()
    case .chosen(let id):
      close()
      menu.choose(id)
    }
    parent.onChange()
  }

  // MARK: - Levels

  /// Opens and closes popups so that there is one for each level that can be shown, and redraws them.
  private func show(byKey: Bool) {
    // A level is closed when the entry that has opened it is not highlighted any more.
    let kept = levels.indices.first { index in
      index > 0
        && (index >= navigation.levels.count
          || navigation.levels[index - 1].highlighted != levels[index].owner)
    }
    closeLevels(from: kept ?? levels.count)
    for (open, level) in zip(levels, navigation.levels) {
      open.content.update(level, showsHighlighted: byKey)
      open.content.showsMnemonics = navigation.showsMnemonics
      open.popup.redraw()
    }
    openLevels()
  }

  /// Opens popups for the levels that have none and can be shown.
  private func openLevels() {
    while levels.count < navigation.levels.count, openLevel() {}
    let waiting = levels.isEmpty ? nil : navigation.levels.dropFirst(levels.count).first
    setLoading(waiting?.entries.isEmpty == true ? navigation.levels[levels.count - 1].highlighted : nil)
  }

  /// Opens the popup of the first level that has none; returns false if that cannot be done, or has to wait for the entries
  /// or for the place of the menu beside which the popup lies.
  private func openLevel() -> Bool {
    let number = levels.count
    let level = navigation.levels[number]
    guard let last = levels.last, !level.entries.isEmpty, !last.popup.awaitsPlace else { return false }
    let content = MenuContent(level, number: number, parent)
    guard let owner = navigation.levels[number - 1].highlighted,
      let popup = BarPopup(content, besideEntry: owner, of: last.popup)
    else {
      // A level that cannot be shown must take no keys.
      _ = navigation.dismiss(level: number)
      return false
    }
    adopt(popup, content, owner: owner)
    return true
  }

  /// Sets the entry whose submenu is being loaded. Its program is told that it is shown, as some fill a submenu only then.
  private func setLoading(_ entry: Int?) {
    guard entry != loading else { return }
    if let loading { menu.onShown(false, loading) }
    loading = entry
    if let entry { menu.onShown(true, entry) }
  }

  private func adopt(_ popup: BarPopup, _ content: MenuContent, owner: Int?) {
    content.menu = self
    content.showsMnemonics = navigation.showsMnemonics
    popup.onClosed = { [weak self, weak popup] in
      if let self, let popup { dismissed(popup) }
    }
    popup.onPlaced = { [weak self] in self?.openLevels() }
    levels.append(Level(popup: popup, content: content, owner: owner))
    if let owner, owner == loading { loading = nil } else { menu.onShown(true, owner) }
  }

  /// The compositor has closed the popup of a level, and with it those of the levels after it.
  private func dismissed(_ popup: BarPopup) {
    guard let index = levels.firstIndex(where: { $0.popup === popup }) else { return }
    closeLevels(from: index)
    wasDismissed = index == 0
    take(navigation.dismiss(level: index))
  }

  /// Closes levels, the last one first: a popup has to be closed before its parent.
  private func closeLevels(from first: Int) {
    while levels.count > first, let last = levels.popLast() {
      last.popup.onClosed = nil
      last.popup.close()
      menu.onShown(false, last.owner)
    }
  }
}
