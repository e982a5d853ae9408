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
    let placement = SurfacePlacement(state().settings.bar) { output.snapped($0) }
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
  /// Where a bar with these settings goes; `snap` fits a length to the output's pixels.
  init(_ bar: BarSettings, snap: (Int) -> Int) {
    let thickness = snap(bar.height)
    self = .strip(along: Edges(bar.edge), thickness: thickness)
    if let length = bar.length {
      anchors = Edges(bar.edge)
      if bar.edge.isLevel { width = snap(length) } else { height = snap(length) }
    }
    margins = Margins(
      top: snap(bar.marginTop), right: snap(bar.marginRight), bottom: snap(bar.marginBottom),
      left: snap(bar.marginLeft))
    // The compositor adds the margin at the anchored edge.
    exclusiveZone = bar.isExclusive && bar.mode == .docked ? thickness : 0
    layer =
      switch bar.layer {
      case .background: .background
      case .bottom: .bottom
      case .top: .top
      case .overlay: .overlay
      }
  }
}

extension SurfacePlacement.Edges {
  init(_ edge: BarSettings.Edge) {
    self =
      switch edge {
      case .top: .top
      case .bottom: .bottom
      case .left: .left
      case .right: .right
      }
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
