public import Geometry

/// Which submenus of a menu are open and which entry is highlighted, and what pointer and keyboard do with them.
///
/// Each open submenu is a level; level 0 is the menu itself. An open submenu belongs to the highlighted entry of the
/// level before it. Keys go to the last level.
public struct MenuNavigation: Equatable, Sendable {
  /// What has to be done after an event.
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
    /// The identifier of the highlighted entry; nil: none is.
    public fileprivate(set) var highlighted: Int?

    var highlightedEntry: MenuEntry? { entries.first { $0.id == highlighted } }

    /// The level with the icons of its entries replaced by what `change` returns; nil: there is no such icon.
    public func withIcons(_ change: (MenuEntry.Icon) -> MenuEntry.Icon?) -> Level {
      var level = self
      for index in entries.indices { level.entries[index].icon = entries[index].icon.flatMap(change) }
      return level
    }
  }

  /// How long the pointer rests on an entry until its submenu opens; GTK's delay.
  static let submenuDelay = Duration.milliseconds(225)
  /// The time after which typing begins a new word; GTK's and Qt's is about a second.
  static let typingPause = Duration.seconds(1)
  /// Submenus deeper than this are not opened: a menu that contains itself would have no end.
  static let depthLimit = 8

  /// The open menus, from the menu itself to the last submenu; empty once it is closed.
  public private(set) var levels: [Level]
  /// Whether submenus open to the left.
  public var isRightToLeft: Bool
  /// Whether the letters that choose entries are underlined: from the first key on, as in GTK.
  public private(set) var showsMnemonics: Bool
  /// The number of entries by which Page Up and Page Down move: as many as are seen of the last level.
  public var pageLength = 10
  private var typed = ""
  private var lastTyped: Instant?
  /// The entry under the pointer whose submenu opens if the pointer rests on it.
  private var resting: Rest?

  private struct Rest: Equatable, Sendable {
    var id: Int
    /// The entries that are highlighted after it, one in each submenu.
    var path: ArraySlice<Int> = []
    /// When the pointer has rested long enough.
    var due: Instant
  }

  /// `highlightsFirst`: the menu was opened by the keyboard; `isRightToLeft`: submenus open to the left.
  public init(_ entries: [MenuEntry], highlightsFirst: Bool = false, isRightToLeft: Bool = false) {
    self.isRightToLeft = isRightToLeft
    showsMnemonics = highlightsFirst
    levels = [Level(entries: entries)]
    if highlightsFirst { highlight(step: 1, from: nil) }
  }

  /// When `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? { resting?.due }

  /// Takes other entries in place of the old ones; what is open and highlighted stays so if it is still there.
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
  }

  /// Takes in that the popup of a level was closed by the compositor, and with it those of the levels after it.
  public mutating func dismiss(level: Int) -> Outcome {
    guard levels.indices.contains(level) else { return .none }
    if level == 0 { return finish(.closed) }
    levels.removeSubrange(level...)
    resting = nil
    typed = ""
    return .changed
  }

  /// Leads to an entry, as a pointer would that rests on each entry on the way there: the submenus open one after the other,
  /// the entry's own as the last. Nothing happens if the menu has no such entry; other input ends it.
  public mutating func lead(to id: Int, now: Instant) -> Outcome {
    guard let path = levels.first?.entries.path(to: id), !path.isEmpty else { return .none }
    levels.removeSubrange(1...)
    return lead(along: path[...], now: now)
  }

  private mutating func lead(along path: ArraySlice<Int>, now: Instant) -> Outcome {
    guard let id = path.first, let last = levels.indices.last,
      let entry = levels[last].entries.first(where: { $0.id == id }), entry.canBeHighlighted
    else { return .none }
    levels[last].highlighted = id
    resting =
      entry.submenu == nil ? nil : Rest(id: id, path: path.dropFirst(), due: now + Self.submenuDelay)
    return .changed
  }

  // MARK: - Pointer and fingers

  /// The pointer is over an entry of a level, or over none of the menu (nil), in which case an open submenu stays.
  public mutating func point(at id: Int?, level: Int, now: Instant) -> Outcome {
    guard levels.indices.contains(level) else { return .none }
    guard let id, let entry = levels[level].entries.first(where: { $0.id == id }), entry.canBeHighlighted
    else {
      resting = nil
      guard level == levels.count - 1, levels[level].highlighted != nil else { return .none }
      levels[level].highlighted = nil
      return .changed
    }
    guard levels[level].highlighted != id else { return .none }
    levels[level].highlighted = id
    levels.removeSubrange((level + 1)...)
    resting = entry.submenu == nil ? nil : Rest(id: id, due: now + Self.submenuDelay)
    return .changed
  }

  /// An entry was clicked or touched.
  public mutating func choose(_ id: Int, level: Int, now: Instant) -> Outcome {
    guard levels.indices.contains(level),
      let entry = levels[level].entries.first(where: { $0.id == id }), entry.canBeHighlighted
    else { return .none }
    _ = point(at: id, level: level, now: now)
    levels.removeSubrange((level + 1)...)
    guard entry.submenu != nil else { return finish(.chosen(id)) }
    return openSubmenu(highlightsFirst: false)
  }

  /// Takes in that time has passed: the submenu under a pointer that rests opens.
  public mutating func deadlineReached(now: Instant) -> Outcome {
    guard let rest = resting, rest.due <= now else { return .none }
    resting = nil
    guard levels.last?.highlighted == rest.id else { return .none }
    let outcome = openSubmenu(highlightsFirst: false)
    if outcome == .changed { _ = lead(along: rest.path, now: now) }
    return outcome
  }

  // MARK: - Keys

  /// A key was pressed while the menu has the keyboard.
  public mutating func follow(_ event: KeyEvent, now: Instant) -> Outcome {
    guard event.isPressed, !levels.isEmpty else { return .none }
    let hasMnemonics = levels.contains { $0.entries.contains { $0.mnemonicPlace != nil } }
    let isNew = !showsMnemonics && hasMnemonics
    showsMnemonics = true
    let outcome = handle(event, now: now)
    return outcome == .none && isNew ? .changed : outcome
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

  private mutating func openSubmenu(highlightsFirst: Bool) -> Outcome {
    resting = nil
    guard levels.count < Self.depthLimit, let submenu = levels.last?.highlightedEntry?.submenu else {
      return .none
    }
    levels.append(Level(entries: submenu))
    typed = ""
    if highlightsFirst { highlight(step: 1, from: nil) }
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

  /// Highlights the next entry that can be, beyond the ends those of the other end; `id` nil: from beyond an end.
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
    levels[last].highlighted = entries[found].id
    resting = nil
    return .changed
  }

  /// Highlights the entry that is a page further, or the one nearest to it that can be, but none on the other side of the
  /// highlighted one.
  private mutating func turnPage(step: Int) -> Outcome {
    guard let last = levels.indices.last else { return .none }
    let entries = levels[last].entries
    let current = entries.firstIndex { $0.id == levels[last].highlighted } ?? (step > 0 ? -1 : entries.count)
    let target = current + step * max(1, pageLength)
    let further = entries.indices.filter { ($0 - current) * step > 0 && entries[$0].canBeHighlighted }
    guard let found = further.min(by: { abs($0 - target) < abs($1 - target) }) else { return .none }
    levels[last].highlighted = entries[found].id
    resting = nil
    return .changed
  }

  /// A letter chooses the entry that has it as its mnemonic; of several it highlights one after another. Without such
  /// an entry, what is typed highlights the entry that begins so.
  private mutating func type(_ text: String, now: Instant) -> Outcome {
    guard let letter = text.first, let last = levels.indices.last else { return .none }
    let entries = levels[last].entries.filter(\.canBeHighlighted)
    let isNew = isPause(now)
    let marked = entries.filter { $0.mnemonic == letter.mnemonic }
    if isNew || typed.isEmpty, !marked.isEmpty {
      let current = marked.firstIndex { $0.id == levels[last].highlighted }
      let next = marked[current.map { ($0 + 1) % marked.count } ?? 0]
      levels[last].highlighted = next.id
      return marked.count == 1 ? chooseHighlighted() : .changed
    }
    typed = (isNew ? "" : typed) + text.lowercased()
    lastTyped = now
    guard let found = entries.first(where: { $0.label.lowercased().hasPrefix(typed) }),
      found.id != levels[last].highlighted
    else { return .none }
    levels[last].highlighted = found.id
    return .changed
  }

  private func isPause(_ now: Instant) -> Bool { lastTyped.map { now >= $0 + Self.typingPause } ?? true }
}
