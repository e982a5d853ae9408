public import BarUI
public import ModuleModel

/// The entries that the settings give the menu of a module, with identifiers that are negative.
public struct SettingsMenu {
  public let entries: [MenuEntry]
  private let actions: [Int: ModuleAction]

  /// The identifier of the line between others' entries and these.
  static let separator = -1

  public init(_ items: [MenuItem]) {
    var (last, actions) = (Self.separator, [Int: ModuleAction]())
    entries = Self.entries(items, &last, &actions)
    self.actions = actions
  }

  /// The entries below those of a module's source.
  public func entries(below others: [MenuEntry]) -> [MenuEntry] {
    others.isEmpty || entries.isEmpty ? others + entries : others + [.separator(Self.separator)] + entries
  }

  /// The action of an entry; nil if the menu has no such entry, or if it opens others.
  public func action(of id: Int) -> ModuleAction? { actions[id] }

  private static func entries(
    _ items: [MenuItem], _ last: inout Int, _ actions: inout [Int: ModuleAction]
  ) -> [MenuEntry] {
    items.map { item in
      last -= 1
      let id = last
      let icon = item.icon.map { MenuEntry.Icon.icon(ModuleIcon($0)) }
      switch item.content {
      case .separator: return .separator(id)
      case .action(let action):
        actions[id] = action
        return MenuEntry(id, item.label, icon: icon)
      case .submenu(let items):
        return MenuEntry(id, item.label, icon: icon, submenu: entries(items, &last, &actions))
      }
    }
  }
}
