import BarUI
import Localization
import Settings

/// The menu of a bell: uses of all notifications, and the settings of each program of which a rule turns something off. One that
/// shows no banners has no other menu.
nonisolated struct BellMenu {
  private(set) var entries: [MenuEntry] = []
  /// The uses of the entries, whose identifiers are the indices; nil for a line and an entry that opens a submenu.
  private var uses: [NotificationFacts.Use?] = []

  /// The menu for a situation; it has no entries if another program has the notifications.
  init(_ situation: NotificationSituation) {
    guard situation.absence == nil else { return }
    entries = [
      entry(localized("Do Not Disturb"), .toggleDoNotDisturb, isOn: situation.isQuiet),
      entry(localized("Do Not Disturb for an hour"), .quietForAnHour),
      .separator(add(nil)),
    ]
    // The entry has an identifier while it is left out, too: a menu that is open keeps what is highlighted by its identifier.
    let restore = entry(localized("Show the last one again"), .restore)
    if situation.restorable > 0 { entries.append(restore) }
    entries.append(entry(localized("Close all"), .dismissAll))
    if !situation.turnedOff.isEmpty { entries.append(.separator(add(nil))) }
    for switches in situation.turnedOff {
      guard let program = switches.first?.program else { continue }
      var made = entry(localized("Notifications from \(program.shownName)"), nil)
      made.submenu = switches.map { entry($0.part.label, .set($0.turned), isOn: $0.isOn) }
      entries.append(made)
    }
  }

  /// The use that an entry stands for; nil if it has none.
  func use(of id: Int) -> NotificationFacts.Use? { uses.indices.contains(id) ? uses[id] : nil }

  private mutating func entry(
    _ label: String, _ use: NotificationFacts.Use?, isOn: Bool? = nil
  ) -> MenuEntry {
    // An underscore in the label would mark a mnemonic.
    var entry = MenuEntry(add(use), "")
    entry.label = label
    entry.mark = isOn.map { .checkbox(isOn: $0) }
    return entry
  }

  private mutating func add(_ use: NotificationFacts.Use?) -> Int {
    uses.append(use)
    return uses.count - 1
  }
}
