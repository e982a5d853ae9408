import BannerSurfaces
import BarSurfaces
import Geometry
import LiveGlass
import Loop
import NotificationCenterService
import Notifications
import Settings
import ShellModel
import Wayland

/// What gives way to windows in fullscreen: bars above them, and notifications if that is wished.
extension App {
  /// Begins or ends to follow windows, as the settings need it.
  func watchFullscreen(_ session: GlassSession) {
    let isNeeded =
      state.bars.contains { $0.layer == .overlay }
      || center != nil
        && (state.settings.notifications.doNotDisturb.whileFullscreen || choosesOutput(session)
          || banners?.needFullscreen == true)
    if !isNeeded {
      fullscreen?.destroy()
      fullscreen = nil
    } else if fullscreen == nil {
      fullscreen = FullscreenWindows(session.connection)
      fullscreen?.onChange = { [unowned self] in mark.set() }
    }
  }

  /// Notifications come to the output of the active window, and there are several.
  private func choosesOutput(_ session: GlassSession) -> Bool {
    session.outputs.count > 1 && state.settings.notifications.output != "all"
  }

  /// Tells bars and notifications what windows do.
  func followFullscreen(now: Instant) {
    if let session, isFullscreenNeeded != (banners?.needFullscreen == true) {
      isFullscreenNeeded.toggle()
      watchFullscreen(session)
    }
    banners?.cover { output in
      (output as? LiveOutput).flatMap { fullscreen?.cover($0.output) } ?? false
    }
    // Where no window is active, the output of the last one keeps its place.
    if let banners, let fullscreen, let session,
      let focused = session.outputs.first(where: { fullscreen.haveFocus(on: $0.output) })
    {
      banners.focus(focused.name)
    }
    for bar in bars { bar.follow(isCovered: fullscreen?.cover(bar.output.output) ?? false, now: now) }
    let isFocused = fullscreen?.haveFocus ?? false
    guard isFocused != isFullscreenFocused else { return }
    isFullscreenFocused = isFocused
    center?.happen(.fullscreenChanged(isFocused))
  }
}
