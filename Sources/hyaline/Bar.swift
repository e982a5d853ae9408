import LiveGlass
import Scenes
import Settings
import ShellModel
import Views
import VisualEffects

/// The bar of one output.
final class Bar {
  let output: LiveOutput
  /// Nil once the compositor has closed it, until the settings or the output change.
  private(set) var surface: LiveSurface?

  init(on output: LiveOutput) {
    self.output = output
  }

  /// Fits it to `state`, which is asked for what it shows whenever that has to be drawn.
  func arrange(measurer: some TextMeasurer, state: @escaping () -> State) {
    let placement = SurfacePlacement(state().settings.bar)
    if let surface {
      surface.placement = placement
      surface.setNeedsDisplay()
      return
    }
    let made = output.open(placement, expecting: state().barMaterial) { layout in
      let state = state()
      return BarView(
        state: state, size: layout.size, scale: layout.scale, material: state.barMaterial
      ).scene(measurer: measurer)
    }
    made.onClosed = { [weak self] in self?.surface = nil }
    surface = made
  }

  func redraw() { surface?.setNeedsDisplay() }
}

extension State {
  fileprivate var barMaterial: Material {
    settings.barEffect.material(isDark: presentation.look != .light)
  }
}

extension SurfacePlacement {
  /// Where a bar with these settings goes.
  init(_ bar: BarSettings) {
    self = .strip(along: bar.edge == .top ? .top : .bottom, thickness: bar.height)
  }
}

extension BackdropPolicy {
  /// As the user wants it: one colour where transparency is reduced, and nothing of the screen while it is locked.
  ///
  /// `home` is the user's home directory.
  init(_ state: State, home: String) {
    var settings = state.settings.backdrop
    if state.presentation.reducesTransparency || state.isLocked { settings.source = .solid }
    self.init(isLive: settings.source == .auto || settings.source == .live)
    maximumRate = settings.maxRate
    isOnBattery = state.isOnBattery
    wallpaper = settings.wallpaperPath(home: home).map {
      Wallpaper(path: $0, placement: settings.placement, isPlain: settings.source == .solid)
    }
    if wallpaper == nil, settings.source == .wallpaper { remark = "backdrop.wallpaper names no picture" }
  }
}
