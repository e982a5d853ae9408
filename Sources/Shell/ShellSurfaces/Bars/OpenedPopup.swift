import Geometry
import Settings
import ShellModel

/// The open popup of a module: a single popup, or a menu with one for each level.
@MainActor protocol OpenedPopup: AnyObject {
  /// Called once, when all of the popup has been closed.
  var onClosed: (() -> Void)? { get set }
  /// Whether the compositor has closed the popup, as it does when input elsewhere ends a grab.
  var wasDismissed: Bool { get }
  /// When `deadlineReached` is due; nil: never.
  var nextDeadline: Instant? { get }
  /// The visible content of the popup and its submenus, the uppermost last.
  var reports: [PopupReport] { get }
  /// Handles a key event while the popup is open.
  func follow(_ event: KeyEvent)
  /// Called once `nextDeadline` has come.
  func deadlineReached(now: Instant)
  /// Adapts the look to settings and preferences that may have changed; `bar` has the settings of the bar.
  func adopt(_ state: State, _ bar: BarSettings)
  /// Shows changes of the content since the popup was opened.
  func refresh()
  /// Closes the popup with its submenus, and calls `onClosed`; idempotent.
  func close()
}
