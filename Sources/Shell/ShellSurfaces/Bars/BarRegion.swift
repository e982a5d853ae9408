import BarUI
import Geometry
import LiveGlass
import Scenes
import Settings

/// The region of a bar that takes input: its islands, between which input goes to what is below, the bar without its shadow, or
/// nothing.
struct BarRegion {
  /// The frames of the sheets of glass in the last layout, in logical pixels of the surface, or none if the bar takes no input;
  /// nil: all of the surface takes input, or nothing was laid out yet.
  private var sheets: [LogicalRect]?

  /// Follows a scene of the bar at a scale in physical pixels per point, and returns whether the region has changed.
  mutating func follow(_ scene: Scene, of bar: BarSettings, scale: Double) -> Bool {
    var region: [LogicalRect]?
    if bar.isClickThrough {
      region = []
    } else if bar.hasIslands || bar.isFloating {
      region = scene.panes.map { logical($0.frame, scale: scale) }
    }
    if sheets == region { return false }
    sheets = region
    return true
  }

  /// Sets the input region of the bar's surface.
  func fit(_ surface: (any ShellSurface)?) {
    guard let surface, surface.placement.inputRegion != sheets else { return }
    surface.placement.inputRegion = sheets
  }

  private func logical(_ frame: PixelRect, scale: Double) -> LogicalRect {
    LogicalRect(
      x: Double(frame.x) / scale, y: Double(frame.y) / scale, width: Double(frame.width) / scale,
      height: Double(frame.height) / scale)
  }
}
