import BarUI
import Geometry
import LiveGlass
import Scenes
import Settings
import Views

/// The region of a bar that takes input: its islands and its modules without glass, between which input goes to what is below, the
/// bar without its shadow and without the room to its edge, or nothing.
struct BarRegion {
  /// The rectangles of the sheets of glass and of the modules without glass in the last layout, in logical pixels of the surface,
  /// or none if the bar takes no input; nil: all of the surface takes input, or nothing was laid out yet.
  private var sheets: [LogicalRect]?

  /// Follows a layout of the bar at a scale in physical pixels per point, and returns whether the region has changed.
  mutating func follow(_ layout: LaidOutView, of bar: BarSettings, scale: Double) -> Bool {
    var region: [LogicalRect]?
    if bar.isClickThrough {
      region = []
    } else if bar.hasIslands || bar.isAway || bar.castsShadow {
      let sheets = layout.scene.panes.flatMap(\.coveredRects)
      region = (sheets + layout.modules(beside: sheets)).map { LogicalRect($0, scale: scale) }
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
}

extension LaidOutView {
  /// The extent of all glass and of all modules without glass along the bar's edge, in physical pixels; nil: there is neither.
  func contentLength(isLevel: Bool) -> Int? {
    let sheets = scene.panes.flatMap(\.coveredRects)
    let ends = (sheets + modules(beside: sheets)).map { isLevel ? ($0.x, $0.maxX) : ($0.y, $0.maxY) }
    guard let start = ends.map(\.0).min(), let end = ends.map(\.1).max() else { return nil }
    return end - start
  }

  /// The frames of modules that lie on none of these sheets; items of modules are within these.
  fileprivate func modules(beside sheets: [PixelRect]) -> [PixelRect] {
    identities.compactMap { identity in
      guard let item = identity.key.value as? BarItem, item.item == nil, !identity.frame.isEmpty,
        !sheets.contains(where: { $0.intersects(identity.frame) })
      else { return nil }
      return identity.frame
    }
  }
}
