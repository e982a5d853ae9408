import GlassModel
import LiveGlass
import Settings
import ShellModel

extension BackdropPolicy {
  /// Creates the policy that the settings require; the backdrop is one colour if transparency is reduced or the
  /// session is locked.
  ///
  /// `home` is the user's home directory.
  init(_ state: State, home: String) {
    var settings = state.settings.backdrop
    if state.presentation.reducesTransparency || state.isLocked == true { settings.source = .solid }
    self.init(isLive: settings.source == .auto || settings.source == .live)
    allowsCompositor = settings.source != .wallpaper && settings.source != .solid
    maximumRate = settings.maxRate
    isOnBattery = state.isOnBattery
    wallpaper = settings.wallpaperPath(home: home).map {
      Wallpaper(path: $0, placement: settings.placement, isPlain: settings.source == .solid)
    }
    if wallpaper == nil, settings.source == .wallpaper { remark = "backdrop.wallpaper names no picture" }
  }
}
