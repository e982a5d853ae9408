import Geometry
import Settings
import ShellModel

/// Watches windows in fullscreen if the settings require it, and remembers which output is focused.
final class FullscreenFollower {
  /// The windows as they are at the moment.
  struct Windows: Equatable {
    /// Whether the active window is in fullscreen.
    var isFullscreenFocused = false
    /// The name of the output of the active window; nil if no window is active.
    var focusedOutput: String?
    /// The names of the outputs that windows in fullscreen cover.
    var covered: Set<String> = []
  }

  /// The content that may depend on windows in fullscreen.
  struct Content {
    var state: State
    /// Whether notifications are served.
    var hasNotifications: Bool
    /// Whether banners are placed by the outputs that windows cover.
    var bannersDepend: Bool
    var outputCount: Int
  }

  /// The name of the output of the window that was active last; nil if it is not known, or no windows are watched.
  private(set) var focusedOutput: String?
  private let open: () -> (() -> Windows)?
  /// Returns the watched windows; nil if none are watched.
  private var read: (() -> Windows)?

  /// Creates the object without watching windows. `open` begins to watch windows, until the function that it returns is
  /// released; it returns nil if the compositor does not report windows.
  init(open: @escaping () -> (() -> Windows)?) { self.open = open }

  /// Starts or stops watching windows, as the content requires it.
  func watch(for content: Content) {
    if !Self.isNeeded(for: content) {
      close()
    } else if read == nil {
      read = open()
    }
  }

  /// Whether bars, notifications or levels depend on windows: on those in fullscreen, or, where one of several outputs is
  /// chosen, on the active one.
  private static func isNeeded(for content: Content) -> Bool {
    let state = content.state
    if state.bars.contains(where: { $0.layer == .overlay }) { return true }
    let isChosen = content.outputCount > 1
    if isChosen, let levels = state.levelSettings, levels.output != "all" { return true }
    guard content.hasNotifications else { return false }
    let notifications = state.settings.notifications
    return notifications.doNotDisturb.whileFullscreen || content.bannersDepend
      || isChosen && notifications.output != "all"
  }

  /// Returns the windows as they are now, and remembers the output of the active one.
  func update() -> Windows {
    let windows = read?() ?? Windows()
    // If no window is active, the output of the last active one stays focused.
    focusedOutput = windows.focusedOutput ?? focusedOutput
    return windows
  }

  /// Stops watching windows; idempotent.
  func close() { (read, focusedOutput) = (nil, nil) }
}
