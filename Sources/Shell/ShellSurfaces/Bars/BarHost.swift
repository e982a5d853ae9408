public import Loop
public import Settings
public import ShellModel

/// The part of the program that bars use; it outlives them.
@MainActor public protocol BarHost: AnyObject {
  var state: State { get }
  var loop: EventLoop { get }
  /// Told after a change of what bars show.
  var contentChanges: Observers { get }
  /// The icons and pictures of modules.
  var pictures: BarPictures { get }
  /// The actions of modules.
  var uses: any BarUses { get }
  /// Opens the file of the settings with the desktop's program for it.
  func openSettings()
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
  /// Called when the compositor has handled the first frame of a bar that was opened.
  func barShown()
  /// Called after a change of whether a bar is on the screen, or of whether it has the keyboard.
  func barStatusChanged()
  /// Called when what lies behind a bar may have changed.
  func backgroundChanged(behind bar: any ShellBar)
  /// Called when another module is the one that a bar explains by a tooltip, or is about to.
  func explainedModulesChanged()
  /// Called when the panel or the calendar of a bar has opened or closed, or has another frame.
  func panelsChanged()
}
