public import BarUI
public import Loop
public import ModuleModel
public import Settings
public import ShellModel

/// The part of the program that bars use; it outlives them.
@MainActor public protocol BarHost: AnyObject {
  var state: State { get }
  var loop: EventLoop { get }
  /// The icons and pictures of modules.
  var pictures: BarPictures { get }
  /// Performs the action of a module on `bar` for a gesture.
  func use(_ item: BarItem, by gesture: ModuleGesture, from source: UseSource, on bar: any ShellBar)
  /// Sets the level of a module to a part of its range, 0 … 1.
  func slide(_ item: BarItem, to part: Double)
  /// Opens the menu of a module on `bar`, or performs the action of its right button if it has none.
  func useMenu(of item: BarItem, from source: UseSource, on bar: any ShellBar)
  /// Opens the file of the settings with the desktop's program for it.
  func openSettings()
  /// Whether a click on a module of `bar` opens a panel or a calendar.
  func opensPanel(_ item: BarItem, on bar: any ShellBar) -> Bool
  /// The calendar that is shown while the pointer rests on a module of `bar`; nil: its tooltip is shown.
  func restingCalendar(of item: BarItem, on bar: any ShellBar) -> CalendarPopup?
  /// Opens or closes the drawer of a group, as asked for on an output.
  func toggleDrawer(of group: ModuleName, on output: String)
  /// Opens the drawer of a group that the pointer is over on an output, or closes it there.
  func setDrawer(of group: ModuleName, isOpen: Bool, on output: String)
  /// Whether the keyboard focus can move on from `bar` to another one on its output.
  func canWalkOn(from bar: any ShellBar) -> Bool
  /// Moves the keyboard focus from `bar` to the next one on its output, or to the previous one.
  func walkOn(from bar: any ShellBar, isBack: Bool)
  /// The user's clipboard; nil: there is none.
  var clipboard: (any Clipboard)? { get }
  /// Called when a bar makes a scene, which is drawn in the same iteration of the loop or, if the bar waits for its
  /// background, in a later one.
  func barDrawn()
  /// Called when a bar has appeared on the screen or disappeared, and when it has taken the keyboard from the windows or given it
  /// back.
  func barChanged()
  /// Called when what lies behind a bar may have changed.
  func backgroundChanged(behind bar: any ShellBar)
  /// Called when another module is the one that a bar explains by a tooltip, or is about to.
  func explainedModulesChanged()
  /// Called when the panel or the calendar of a bar has opened or closed, or has another frame.
  func panelsChanged()
}
