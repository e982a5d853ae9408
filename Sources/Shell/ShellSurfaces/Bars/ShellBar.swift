public import BarUI
public import Geometry
public import ModuleModel
public import Settings
public import ShellModel

/// A bar as the code uses it that performs the actions of modules and answers commands: a `Bar`, or a test's replacement.
@MainActor public protocol ShellBar: AnyObject {
  /// The index of the bar's settings among those of all bars.
  var index: Int { get }
  /// The name of the bar's output.
  var outputName: String { get }
  var visibility: MissingBar.Bar.Visibility { get }
  /// Whether the bar is on the screen, or would be if it were used.
  var canBeShown: Bool { get }
  /// The visible content of the bar; nil while the bar is not on the screen.
  var report: BarReport? { get }
  /// The popups of the bar, the uppermost last.
  var popupReports: [PopupReport] { get }
  /// The module, or the item of one, that has opened a popup that is not a tooltip; nil if none has.
  var popupOpener: BarItem? { get }
  /// Whether a popup was requested that is not open yet.
  var isPopupAwaited: Bool { get }
  /// Performs a command of `hyaline bar`.
  func obey(_ command: BarPresence.Command, now: Instant)
  /// Shows the bar for a time, whatever its mode is.
  func peek(for time: Duration, now: Instant)
  /// Gives the keyboard to the first module, or with `fromEnd` to the last one.
  func focus(fromEnd: Bool)
  /// Calls `body` once the bar is shown and has stopped sliding; a hidden bar is shown first.
  func whenShown(_ body: @escaping () -> Void)
  /// Returns the first place at which the bar shows a module, or an item of it; nil if the bar shows it nowhere.
  func place(of module: ModuleName, item: String?) -> BarItem?
  /// Returns the contact of a gesture with a module or an item.
  func contact(_ gesture: ModuleGesture, with module: ModuleName, item: String?, at place: BarItem?)
    -> ModuleContact
  /// Opens the popup of a module, or closes it if it is open; `source` is the origin of the request.
  func toggle(_ popup: ModulePopup, at item: BarItem, for source: UseSource)
  /// Opens the submenus that lead to an entry of the menu that is open on the bar.
  func leadMenu(to entry: Int)
}

extension Bar: ShellBar {
  public var outputName: String { output.name }
  public var visibility: MissingBar.Bar.Visibility {
    surface.map { $0.isShown ? .shown : .opening } ?? .hidden
  }
}
