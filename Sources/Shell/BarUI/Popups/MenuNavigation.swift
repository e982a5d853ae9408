public import Geometry

/// The open submenus and the highlighted entries of a menu, which change with the input of pointer, fingers and
/// keyboard.
///
/// Each open submenu is a level; level 0 is the menu itself. An open submenu belongs to the highlighted entry of the
/// level before it. Keys go to the last level.
public struct MenuNavigation: Equatable, Sendable {
  /// The result of an event, to which the caller has to react.
  public enum Outcome: Equatable, Sendable {
    case none
    /// Other entries are highlighted, or other submenus are open.
    case changed
    /// The entry with this identifier was chosen; the menu closes.
    case chosen(Int)
    /// The menu closes without a choice.
    case closed
  }

  /// An open menu or submenu.
  public struct Level: Equatable, Sendable {
    public fileprivate(set) var entries: [MenuEntry]
    /// The identifier of the highlighted entry; nil for none.
    public fileprivate(set) var highlighted: Int?
    /// Whether the first entry is highlighted as soon as one can be: the keyboard has opened the level, and no input has
    /// highlighted an entry since.
    fileprivate(set) var awaitsFirst = false

    var highlightedEntry: MenuEntry? { entries.first { $0.id == highlighted } }

    fileprivate mutating func highlight(_ id: Int?) { (highlighted, awaitsFirst) = (id, false) }

    /// Returns the level with each icon replaced by the result of `change`; an icon for which that is nil is removed.
    public func withIcons(_ change: (MenuEntry.Icon) -> MenuEntry.Icon?) -> Level {
      var level = self
      for index in entries.indices { level.entries[index].icon = entries[index].icon.flatMap(change) }
      return level
    }
  }

  /// The time for which the pointer has to rest on an entry before its submenu opens, as in GTK.
  static let submenuDelay = Duration.milliseconds(225)
  /// The pause after which the next typed letter begins a new search; about a second in GTK and Qt too.
  static let typingPause = Duration.seconds(1)
  /// The maximum number of open levels, which limits a menu that contains itself.
  static let depthLimit = 8

  /// The open levels, from the menu itself to the last submenu; empty once the menu is closed.
  public private(set) var levels: [Level]
  /// Whether submenus open to the left.
  public var isRightToLeft: Bool
  /// Whether mnemonics are underlined: from the first key press on, as in GTK.
  public private(set) var showsMnemonics: Bool
  /// The number of entries by which Page Up and Page Down move, which is to be the number of visible entries of the
  /// last level.
  public var pageLength = 10
  private var typed = ""
  private var lastTyped: Instant?
  /// The entry under the pointer whose submenu opens if the pointer rests on it.
  private var resting: Rest?

  private struct Rest: Equatable, Sendable {
    var id: Int
    /// The identifiers of the entries to highlight afterwards, one in each submenu that opens; empty for a real
    /// pointer.
    var path: ArraySlice<Int> = []
    /// The time at which the submenu opens.
    var due: Instant
  }

  /// Opens a menu. `highlightsFirst` is true for a menu that was opened by the keyboard: the first entry is
  /// highlighted, or will be once there is one, and mnemonics are underlined.
  public init(_ entries: [MenuEntry], highlightsFirst: Bool = false, isRightToLeft: Bool = false) {
    self.isRightToLeft = isRightToLeft
    showsMnemonics = highlightsFirst
    levels = [Level(entries: entries)]
    if highlightsFirst { highlightFirst() }
  }

  /// The time at which `deadlineReached` has to be called; nil for never.
  public var nextDeadline: Instant? { resting?.due }

  /// Replaces the entries; submenus stay open and entries stay highlighted if they still exist.
  public mutating func replace(_ entries: [MenuEntry]) {
    var entries = entries
    for index in levels.indices {
      levels[index].entries = entries
      if levels[index].highlightedEntry?.canBeHighlighted != true { levels[index].highlighted = nil }
      guard index + 1 < levels.count else { break }
      guard let submenu = levels[index].highlightedEntry?.submenu else {
        levels.removeSubrange((index + 1)...)
        break
      }
      entries = submenu
    }
    if let last = levels.last, last.awaitsFirst, last.highlighted == nil { highlightFirst() }
  }

  /// Records that the compositor closed the popup of a level, and with it the popups of the levels after it.
  public mutating func dismiss(level: Int) -> Outcome {
    guard levels.indices.contains(level) else { return .none }
    if level == 0 { return finish(.closed) }
    levels.removeSubrange(level...)
    resting = nil
    typed = ""
    return .changed
  }

  /// Opens the submenus on the path to an entry one after another, each after `submenuDelay`, and at last the entry's
  /// own submenu. Does nothing if the menu has no such entry; other input cancels the rest.
  public mutating func lead(to id: Int, now: Instant) -> Outcome {
    guard let path = levels.first?.entries.path(to: id), !path.isEmpty else { return .none }
    levels.removeSubrange(1...)
    return lead(along: path[...], now: now)
  }

  private mutating func lead(along path: ArraySlice<Int>, now: Instant) -> Outcome {
    guard let id = path.first, let last = levels.indices.last,
      let entry = levels[last].entries.first(where: { $0.id == id }), entry.canBeHighlighted
    else { return .none }
    levels[last].highlight(id)
    resting =
      entry.submenu == nil ? nil : Rest(id: id, path: path.dropFirst(), due: now + Self.submenuDelay)
    return .changed
  }

  // MARK: - Pointer and fingers

  /// Records that the pointer is over an entry of a level, or over no entry (nil), in which case an open submenu
  /// stays open.
  public mutating func point(at id: Int?, level: Int, now: Instant) -> Outcome {
    guard levels.indices.contains(level) else { return .none }
    guard let id, let entry = levels[level].entries.first(where: { $0.id == id }), entry.canBeHighlighted
    else {
      resting = nil
      guard level == levels.count - 1, levels[level].highlighted != nil else { return .none }
      levels[level].highlight(nil)
      return .changed
    }
    guard levels[level].highlighted != id else { return .none }
    levels[level].highlight(id)
    levels.removeSubrange((level + 1)...)
    resting = entry.submenu == nil ? nil : Rest(id: id, due: now + Self.submenuDelay)
    return .changed
  }

  /// Handles a click or a touch on an entry: opens its submenu, or chooses it.
  public mutating func choose(_ id: Int, level: Int, now: Instant) -> Outcome {
    guard levels.indices.contains(level),
      let entry = levels[level].entries.first(where: { $0.id == id }), entry.canBeHighlighted
    else { return .none }
    _ = point(at: id, level: level, now: now)
    levels.removeSubrange((level + 1)...)
    guard entry.submenu != nil else { return finish(.chosen(id)) }
    return openSubmenu(highlightsFirst: false)
  }

  /// Opens the submenu of the entry on which the pointer has rested for `submenuDelay`.
  public mutating func deadlineReached(now: Instant) -> Outcome {
    guard let rest = resting, rest.due <= now else { return .none }
    resting = nil
    guard levels.last?.highlighted == rest.id else { return .none }
    let outcome = openSubmenu(highlightsFirst: false)
    if outcome == .changed { _ = lead(along: rest.path, now: now) }
    return outcome
  }

  // MARK: - Keys

  /// Handles a key event; to be called while the menu has the keyboard focus.
  public mutating func follow(_ event: KeyEvent, now: Instant) -> Outcome {
    guard event.isPressed, !levels.isEmpty else { return .none }
    let hasMnemonics = levels.contains { $0.entries.contains { $0.mnemonicPlace != nil } }
    let isNew = !showsMnemonics && hasMnemonics
    showsMnemonics = true
    let outcome = followKey(event, now: now)
    return outcome == .none && isNew ? .changed : outcome
  }

  private mutating func followKey(_ event: KeyEvent, now: Instant) -> Outcome {
    if Keysym.isModifier(event.keysym) { return .none }
    guard dropEmptyLevel() else { return handle(event, now: now) }
    // A key that goes back ends the wait for the submenu, and does nothing else.
    if goesBack(event.keysym) { return .changed }
    let outcome = handle(event, now: now)
    return outcome == .none ? .changed : outcome
  }

  /// Whether a key closes the last level.
  private func goesBack(_ keysym: UInt32) -> Bool {
    [Keysym.escape, Keysym.menu, isRightToLeft ? Keysym.right : Keysym.left].contains(keysym)
  }

  /// Closes the last submenu if it has no entries, since it is not on the screen and must take no keys; returns whether
  /// it was closed.
  private mutating func dropEmptyLevel() -> Bool {
    guard levels.count > 1, levels.last?.entries.isEmpty == true else { return false }
    levels.removeLast()
    return true
  }

  private mutating func handle(_ event: KeyEvent, now: Instant) -> Outcome {
    let last = levels.count - 1
    switch event.keysym {
    case Keysym.down: return highlight(step: 1, from: levels[last].highlighted)
    case Keysym.up: return highlight(step: -1, from: levels[last].highlighted)
    case Keysym.home: return highlight(step: 1, from: nil)
    case Keysym.end: return highlight(step: -1, from: nil)
    case Keysym.pageUp: return turnPage(step: -1)
    case Keysym.pageDown: return turnPage(step: 1)
    case isRightToLeft ? Keysym.left : Keysym.right: return openSubmenu(highlightsFirst: true)
    case Keysym.left, Keysym.right: return levels.count > 1 ? closeLast() : .none
    case Keysym.escape, Keysym.menu: return levels.count > 1 ? closeLast() : finish(.closed)
    case Keysym.enter, Keysym.keypadEnter: return chooseHighlighted()
    case Keysym.space where typed.isEmpty || isPause(now): return chooseHighlighted()
    default: return type(event.text, now: now)
    }
  }

  private mutating func chooseHighlighted() -> Outcome {
    guard let entry = levels.last?.highlightedEntry else { return .none }
    return entry.submenu == nil ? finish(.chosen(entry.id)) : openSubmenu(highlightsFirst: true)
  }

  /// Opens the submenu of the highlighted entry. A submenu whose entries have not been loaded yet is an empty level until
  /// `replace` has them.
  private mutating func openSubmenu(highlightsFirst: Bool) -> Outcome {
    resting = nil
    guard levels.count < Self.depthLimit, let submenu = levels.last?.highlightedEntry?.submenu else {
      return .none
    }
    levels.append(Level(entries: submenu))
    typed = ""
    if highlightsFirst { highlightFirst() }
    return .changed
  }

  private mutating func closeLast() -> Outcome {
    levels.removeLast()
    resting = nil
    typed = ""
    return .changed
  }

  private mutating func finish(_ outcome: Outcome) -> Outcome {
    levels = []
    resting = nil
    return outcome
  }

  /// Highlights the first entry of the last level that can be highlighted; if there is none, `replace` does so once there
  /// is one.
  private mutating func highlightFirst() {
    highlight(step: 1, from: nil)
    if let last = levels.indices.last { levels[last].awaitsFirst = true }
  }

  /// Highlights the next entry after the one with `id` that can be highlighted, in the direction of `step`; wraps
  /// around at the ends. If `id` is nil, the search begins at the first or last entry.
  @discardableResult
  private mutating func highlight(step: Int, from id: Int?) -> Outcome {
    guard let last = levels.indices.last else { return .none }
    let entries = levels[last].entries
    let count = entries.count
    let start = entries.firstIndex { $0.id == id } ?? (step > 0 ? -1 : count)
    let order = (1...max(count, 1)).lazy.map { ((start + step * $0) % count + count) % count }
    guard count > 0, let found = order.first(where: { entries[$0].canBeHighlighted }),
      entries[found].id != levels[last].highlighted
    else { return .none }
    levels[last].highlight(entries[found].id)
    resting = nil
    return .changed
  }

  /// Highlights the entry that is a page further in the direction of `step`, or the nearest one to it that can be
  /// highlighted; never moves in the opposite direction.
  private mutating func turnPage(step: Int) -> Outcome {
    guard let last = levels.indices.last else { return .none }
    let entries = levels[last].entries
    let current = entries.firstIndex { $0.id == levels[last].highlighted } ?? (step > 0 ? -1 : entries.count)
    let target = current + step * max(1, pageLength)
    let further = entries.indices.filter { ($0 - current) * step > 0 && entries[$0].canBeHighlighted }
    guard let found = further.min(by: { abs($0 - target) < abs($1 - target) }) else { return .none }
    levels[last].highlight(entries[found].id)
    resting = nil
    return .changed
  }

  /// Handles typed text: a letter chooses the entry whose mnemonic it is, or highlights one after another if several
  /// have it. If no entry has it, the letters typed so far highlight the first entry whose label begins with them.
  private mutating func type(_ text: String, now: Instant) -> Outcome {
    guard let letter = text.first, let last = levels.indices.last else { return .none }
    let entries = levels[last].entries.filter(\.canBeHighlighted)
    let isNew = isPause(now)
    let marked = entries.filter { $0.mnemonic == letter.mnemonic }
    if isNew || typed.isEmpty, !marked.isEmpty {
      let current = marked.firstIndex { $0.id == levels[last].highlighted }
      let next = marked[current.map { ($0 + 1) % marked.count } ?? 0]
      levels[last].highlight(next.id)
      return marked.count == 1 ? chooseHighlighted() : .changed
    }
    typed = (isNew ? "" : typed) + text.lowercased()
    lastTyped = now
    guard let found = entries.first(where: { $0.label.lowercased().hasPrefix(typed) }),
      found.id != levels[last].highlighted
    else { return .none }
    levels[last].highlight(found.id)
    return .changed
  }

  private func isPause(_ now: Instant) -> Bool { lastTyped.map { now >= $0 + Self.typingPause } ?? true }
}
