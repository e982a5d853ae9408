import BarUI
import Geometry
import LiveGlass
import Scenes
import Settings

/// The region of a bar that takes input: its islands, between which input goes to what is below, or the bar without its shadow.
struct BarRegion {
    var region: [LogicalRect]?
    if bar.isClickThrough {
      region = []
    } else if bar.hasIslands || bar.isFloating {
      region = scene.panes.map { logical($0.frame, scale: scale) }
    }
  private var islands: [LogicalRect]?

  /// Follows a scene of the bar at a scale in physical pixels per point, and returns whether the region has changed.
  mutating func follow(_ scene: Scene, of bar: BarSettings, scale: Double) -> Bool {
    let region =
<<<<<<< HEAD
      bar.isClickThrough
      ? [] : !bar.hasIslands ? nil : scene.panes.map { logical($0.frame, scale: scale) }
=======
      !bar.hasIslands && !bar.isFloating ? nil : scene.panes.map { logical($0.frame, scale: scale) }
>>>>>>> f6ee4186 (bar: cast a shadow from bars that float)
    if islands == region { return false }
    islands = region
    return true
  }

  /// Sets the input region of the bar's surface.
  func fit(_ surface: (any ShellSurface)?) {
    guard let surface, surface.placement.inputRegion != islands else { return }
    surface.placement.inputRegion = islands
  }

  private func logical(_ frame: PixelRect, scale: Double) -> LogicalRect {
    LogicalRect(
      x: Double(frame.x) / scale, y: Double(frame.y) / scale, width: Double(frame.width) / scale,
      height: Double(frame.height) / scale)
  }
}
