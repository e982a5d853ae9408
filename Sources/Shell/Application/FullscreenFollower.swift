import BannerSurfaces
import BarSurfaces
import Geometry
import LiveGlass
import NotificationCenterService
import Notifications
import Settings
import ShellModel
import Wayland

/// Watches fullscreen windows if the settings require it, and reports to bars, notifications and levels which outputs
/// they cover, and which output is focused.
final class FullscreenFollower {
  /// The watched windows; nil if no setting depends on them.
  private var windows: FullscreenWindows?
  /// Whether the active window is in fullscreen.
  private(set) var isFocused = false
  /// The name of the output of the window that was active last; nil if it is not known, or no windows are watched.
  private(set) var focusedOutput: String?
  /// Whether banners depend on fullscreen windows.
  private var isNeededByBanners = false
  private let onChange: () -> Void

  /// Creates the object; `onChange` is called when windows change, and should call `follow`.
  init(onChange: @escaping () -> Void) { self.onChange = onChange }

  /// Starts or stops watching windows, as the settings and the shown content require it.
  func watch(_ session: GlassSession, state: State, center: NotificationCenter?, banners: Banners?) {
    let isNeeded =
      state.bars.contains { $0.layer == .overlay }
      || center != nil
        && (state.settings.notifications.doNotDisturb.whileFullscreen || banners?.needFullscreen == true)
      || choosesOutput(session, state, center)
    if !isNeeded {
      destroy()
    } else if windows == nil {
      windows = FullscreenWindows(session.connection)
      windows?.onChange = { [unowned self] in onChange() }
    }
  }

  /// Returns whether notifications or levels are shown on one of several outputs, so that the focused output matters.
  private func choosesOutput(
    _ session: GlassSession, _ state: State, _ center: NotificationCenter?
  ) -> Bool {
    session.outputs.count > 1
      && (center != nil && state.settings.notifications.output != "all"
        || state.levelSettings.map { $0.output != "all" } == true)
  }

  /// Reports to bars and banners which outputs fullscreen windows cover, to banners and levels the focused output,
  /// and to the center whether the active window is in fullscreen.
  func follow(
    _ session: GlassSession?, state: State, center: NotificationCenter?, banners: Banners?,
    levels: LevelBanners?, bars: [LiveBar], now: Instant
  ) {
    if let session, isNeededByBanners != (banners?.needFullscreen == true) {
      isNeededByBanners.toggle()
      watch(session, state: state, center: center, banners: banners)
    }
    banners?.cover { output in
      (output as? LiveOutput).flatMap { windows?.cover($0.output) } ?? false
    }
    // If no window is active, the output of the last active one stays focused.
    if let windows, let session,
      let focused = session.outputs.first(where: { windows.haveFocus(on: $0.output) })
    {
      focusedOutput = focused.name
      banners?.focus(focused.name)
      levels?.focus(focused.name)
    }
    for bar in bars { bar.follow(isCovered: windows?.cover(bar.output.output) ?? false, now: now) }
    let isFocused = windows?.haveFocus ?? false
    guard isFocused != self.isFocused else { return }
    self.isFocused = isFocused
    center?.happen(.fullscreenChanged(isFocused))
  }

  /// Stops watching windows; idempotent.
  func destroy() {
    windows?.destroy()
    (windows, focusedOutput) = (nil, nil)
  }
}
