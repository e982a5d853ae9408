import LiveGlass
import Scenes
import Settings
import ShellModel
import Views

/// The bar of one output.
final class Bar {
  let output: LiveOutput
  /// Nil once the compositor has closed it, until the settings or the output change.
  private(set) var surface: LiveSurface?

  init(on output: LiveOutput) {
    self.output = output
  }

  /// Fits it to the settings; `state` is asked for what it shows whenever that has to be drawn.
  func arrange(_ settings: Settings, measurer: some TextMeasurer, state: @escaping () -> State) {
    let placement = SurfacePlacement(settings.bar)
    if let surface {
      surface.placement = placement
      surface.setNeedsDisplay()
      return
    }
    let made = output.open(placement, expecting: settings.material()) { layout in
      let state = state()
      return BarView(
        state: state, size: layout.size, scale: layout.scale, material: state.settings.material()
      ).scene(measurer: measurer)
    }
    made.onClosed = { [weak self] in self?.surface = nil }
    surface = made
  }

  func redraw() { surface?.setNeedsDisplay() }
}

extension SurfacePlacement {
  /// Where a bar with these settings goes.
  init(_ bar: BarSettings) {
    self = .strip(along: bar.edge == .top ? .top : .bottom, thickness: bar.height)
  }
}

extension BackdropPolicy {
  /// As the user wants it; `home` is their home directory.
  init(_ settings: BackdropSettings, home: String) {
    self.init(isLive: settings.source == .auto || settings.source == .live)
    maximumRate = settings.maxRate
    wallpaper = settings.wallpaperPath(home: home).map {
      Wallpaper(path: $0, placement: settings.placement, isPlain: settings.source == .solid)
    }
    if wallpaper == nil, settings.source == .wallpaper { remark = "backdrop.wallpaper names no picture" }
  }
}
