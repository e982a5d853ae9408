import BannerSurfaces
import BarSurfaces
import Geometry
import LiveGlass
import NotificationCenterService
import Notifications
import Settings
import ShellModel
import Wayland

/// Makes bars and notifications give way to windows in fullscreen, as the settings wish it.
final class FullscreenFollower {
  /// Nil unless something depends on it.
  private var windows: FullscreenWindows?
  /// The active window is in fullscreen.
  private(set) var isFocused = false
  /// Banners depend on it.
  private var isNeededByBanners = false
  private let onChange: () -> Void

  /// Calls `onChange` when windows come, go or change; `follow` is to be called then.
  init(onChange: @escaping () -> Void) { self.onChange = onChange }

  /// Begins or ends to watch windows, as the settings and what is shown need it.
  func watch(_ session: GlassSession, state: State, center: NotificationCenter?, banners: Banners?) {
    let isNeeded =
      state.bars.contains { $0.layer == .overlay }
      || center != nil
        && (state.settings.notifications.doNotDisturb.whileFullscreen || choosesOutput(session, state)
          || banners?.needFullscreen == true)
    if !isNeeded {
      destroy()
    } else if windows == nil {
      windows = FullscreenWindows(session.connection)
      windows?.onChange = { [unowned self] in onChange() }
    }
  }

  /// Notifications come to the output of the active window, and there are several.
  private func choosesOutput(_ session: GlassSession, _ state: State) -> Bool {
    session.outputs.count > 1 && state.settings.notifications.output != "all"
  }

  /// Tells bars and notifications what windows do.
  func follow(
    _ session: GlassSession?, state: State, center: NotificationCenter?, banners: Banners?, bars: [LiveBar],
    now: Instant
  ) {
    if let session, isNeededByBanners != (banners?.needFullscreen == true) {
      isNeededByBanners.toggle()
      watch(session, state: state, center: center, banners: banners)
    }
    banners?.cover { output in
      (output as? LiveOutput).flatMap { windows?.cover($0.output) } ?? false
    }
    // Where no window is active, the output of the last one keeps its place.
    if let banners, let windows, let session,
      let focused = session.outputs.first(where: { windows.haveFocus(on: $0.output) })
    {
      banners.focus(focused.name)
    }
    for bar in bars { bar.follow(isCovered: windows?.cover(bar.output.output) ?? false, now: now) }
    let isFocused = windows?.haveFocus ?? false
    guard isFocused != self.isFocused else { return }
    self.isFocused = isFocused
    center?.happen(.fullscreenChanged(isFocused))
  }

  /// Watches nothing any more; idempotent.
  func destroy() {
    windows?.destroy()
    windows = nil
  }
}
