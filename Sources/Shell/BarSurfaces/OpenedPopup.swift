import Geometry

/// What a module has opened beside itself: one popup, or a menu of several.
@MainActor protocol OpenedPopup: AnyObject {
  /// Called once, when nothing of it is on the screen any more or on its way there.
  var onClosed: (() -> Void)? { get set }
  /// Whether the compositor has closed it, as it does where input elsewhere ends a grab.
  var wasDismissed: Bool { get }
  /// When `deadlineReached` is due; nil: never.
  var nextDeadline: Instant? { get }
  /// What is to be seen of it, the uppermost last.
  var reports: [PopupReport] { get }
  /// Takes a key that was pressed while it is open.
  func follow(_ event: KeyEvent)
  /// Takes in that time has passed.
  func deadlineReached(now: Instant)
  /// Shows what may have changed since it was opened.
  func refresh()
  /// Takes all of it off the screen; idempotent. `onClosed` is called.
  func close()
}
