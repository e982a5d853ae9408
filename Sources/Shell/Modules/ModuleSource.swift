public import BarUI
public import DesktopModel
public import Loop
public import ModuleModel

/// A source of a module's readings, from its start to `stop`.
///
/// A source adopts further protocols of this file for what its kind of module can do beyond that.
@MainActor public protocol ModuleSource: AnyObject {
  /// Ends the source and releases all that it holds; nothing is delivered any more. Idempotent.
  func stop()
}

/// A source that can be read again on request.
@MainActor public protocol Refreshes: ModuleSource {
  /// Reads again at once.
  func refresh()
}

/// A source whose settings may name a signal that has it read again.
@MainActor public protocol HearsSignals: Refreshes {
  /// The number n of the signal SIGRTMIN+n that has the source read again; nil: there is none.
  var signal: Int? { get }
}

extension HearsSignals {
  /// Reads again if the signal SIGRTMIN+n, which has come, is the one of the source.
  public func signalled(_ n: Int) { if signal == n { refresh() } }
}

/// A source whose values may be changed by the commands of the module's gestures.
@MainActor public protocol FollowsCommands: ModuleSource {
  /// Called when a command has ended that a gesture on the module had started.
  func commandEnded()
}

/// A source that performs actions of its kind.
@MainActor public protocol PerformsActions: ModuleSource {
  /// Performs an action, for one of the module's items unless `item` is nil; `contact` is the place of the gesture.
  func perform(_ action: String, item: String?, by contact: ModuleContact)
}

/// A source some of whose actions start programs.
@MainActor public protocol StartsPrograms: ModuleSource {
  /// The program, with its arguments, that an action starts in place of being performed; nil if it starts none.
  func program(_ action: String, item: String?) -> [String]?
}

/// A source whose actions set a level, such as the volume.
@MainActor public protocol SetsLevels: ModuleSource {
  /// The level that an action sets, as it is known at the moment; nil if the action sets none.
  func level(of action: String) -> Level?
}

/// A source whose level a slider on the bar sets.
@MainActor public protocol Slides: ModuleSource {
  /// Sets the level to a part of its range, 0 … 1.
  func slide(to part: Double)
}

/// A source whose readings have times.
@MainActor public protocol ShowsTimes: ModuleSource {
  /// Sets which of the times in the readings are visible; before the first call all of them are.
  func showTimes(_ times: [String])
  /// The day at a second since the epoch in the time zone that the module shows on an output, or on none in particular
  /// if nil; nil if the module shows no zone of its own.
  func day(at time: Int, on output: String?) -> CalendarDate?
  /// The times at a second since the epoch in all time zones of the module; empty unless there are several. They have weekdays where
  /// it is another day than in the zone that is shown on an output, or on none in particular if nil.
  func clocks(at time: Int, on output: String?) -> [WorldClock]
}

/// A source that saves work while no bar is on the screen.
@MainActor public protocol FollowsBars: ModuleSource {
  /// Sets whether a bar is on the screen.
  func barsAreSeen(_ areSeen: Bool)
}

/// A source with a menu of the module or of its items.
@MainActor public protocol HasMenu: ModuleSource {
  /// The current entries of the module's own menu, or of that of one of its items; empty if there is none. Their
  /// identifiers are not negative.
  func menu(of item: String?) -> [MenuEntry]
  /// Whether an action of an item opens its menu.
  func opensMenu(_ action: String, of item: String?) -> Bool
  /// The program, with its arguments, that an entry of the menu starts in place of being chosen; nil if it starts none.
  func program(choosing entry: Int, of item: String?) -> [String]?
  /// Performs the action of an entry of the menu; called after the menu was closed.
  func choose(_ entry: Int, of item: String?)
}

extension HasMenu {
  /// Entries start no programs.
  public func program(choosing entry: Int, of item: String?) -> [String]? { nil }
}

/// A source whose menus are sent by other programs.
@MainActor public protocol HasRemoteMenu: HasMenu {
  /// Requests the menu of an item from its program; `onChange` is called when the menu has come, and after each change.
  /// Returns false if `menu` returns the whole menu already.
  func readMenu(of item: String?, onChange: @escaping () -> Void) -> Bool
  /// Whether the menu of an item is laid out from right to left; nil for the direction of the bar.
  func menuIsRightToLeft(of item: String?) -> Bool?
  /// Sets whether the menu of an item (`entry` nil), or the submenu of an entry, is shown.
  func menuIsShown(_ isShown: Bool, entry: Int?, of item: String?)
}

/// A source with a panel of controls.
@MainActor public protocol HasPanel: ModuleSource {
  /// The current content of the panel of the module or of one of its items; nil if it has no panel.
  func panel(of item: String?) -> ControlPanel?
  /// Begins to follow the open panel until the observation is cancelled; `onChange` is called whenever `panel` may
  /// return another value. Work for the panel alone, such as a scan for networks, is done meanwhile.
  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation?
  /// Performs the action of a control of the panel.
  func use(_ use: ControlUse, of item: String?)
}

extension HasPanel {
  /// A panel without controls performs nothing.
  public func use(_ use: ControlUse, of item: String?) {}
}

/// A source that asks for confirmation of actions in its panel.
@MainActor public protocol AsksInPanel: HasPanel {
  /// Whether an action of an item has to be confirmed in its panel, which is opened for that.
  func opensPanel(_ action: String, of item: String?) -> Bool
}

/// A source whose text can be replaced by a command.
@MainActor public protocol TakesText: ModuleSource {
  /// Shows a text in place of the source's own.
  func show(text: String)
}
