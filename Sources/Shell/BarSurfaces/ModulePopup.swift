public import PopupUI

/// What a module opens beside itself.
public enum ModulePopup {
  case calendar(CalendarPopup)
  case menu(ModuleMenu)
}

/// A menu of a module.
public struct ModuleMenu {
  /// Returns the entries as they are at the moment; without any, the menu is closed.
  public var entries: () -> [MenuEntry]
  /// Does what an entry is for, by its identifier; called after the menu was closed.
  public var choose: (Int) -> Void

  public init(entries: @escaping () -> [MenuEntry], choose: @escaping (Int) -> Void) {
    self.entries = entries
    self.choose = choose
  }
}
