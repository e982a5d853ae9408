public import BarUI
public import Loop

/// A popup that a module opens beside itself.
public enum ModulePopup {
  case calendar(CalendarPopup)
  case menu(ModuleMenu)
  case panel(ModulePanel)
}

/// A panel of a module.
public struct ModulePanel {
  /// Returns the panel as it is at the moment; nil: there is none any more.
  public var content: () -> ControlPanel?
  /// Called when the panel opens, which stays open until the observation is cancelled; `onChange` is to be called when
  /// `content` may have changed.
  public var open: (_ onChange: @escaping () -> Void) -> Observation?
  /// Performs a use of one of the panel's controls.
  public var use: (ControlUse) -> Void

  public init(
    content: @escaping () -> ControlPanel?, open: @escaping (@escaping () -> Void) -> Observation?,
    use: @escaping (ControlUse) -> Void
  ) {
    (self.content, self.open, self.use) = (content, open, use)
  }
}

/// A menu of a module.
public struct ModuleMenu {
  /// Returns the entries as they are at the moment; without any, the menu is closed.
  public var entries: () -> [MenuEntry]
  /// Performs the action of the entry with an identifier; called after the menu was closed.
  public var choose: (Int) -> Void
  /// Called when the menu (`entry` nil), or the submenu of an entry, is shown, and when it is closed.
  public var onShown: (_ isShown: Bool, _ entry: Int?) -> Void
  /// Whether the menu is laid out from right to left, asked when it is opened and after changes; nil: as the bar is.
  public var isRightToLeft: () -> Bool?
  /// The entry to which the menu is opened; nil: none.
  public var target: Int?
  /// Whether the first entry is highlighted at first, whatever has opened the menu.
  public var highlightsFirst = false

  public init(
    entries: @escaping () -> [MenuEntry], choose: @escaping (Int) -> Void,
    onShown: @escaping (_ isShown: Bool, _ entry: Int?) -> Void = { _, _ in },
    isRightToLeft: @escaping () -> Bool? = { nil }
  ) {
    (self.entries, self.choose, self.onShown) = (entries, choose, onShown)
    self.isRightToLeft = isRightToLeft
  }
}
