public import Geometry
import Scenes
import Settings
import Views

/// The part of an island of a bar that shows a module, out of which glass on another surface can grow.
@MainActor public struct ModuleIsland {
  /// The frame in logical pixels of the output.
  public var frame: LogicalRect
  /// The name of the material of the bar's glass.
  public var material: String
  /// The necks by which glass hangs on the bar.
  public var necks: IslandNecks
}

extension LaidOutView {
  /// Returns the part of an island of a bar that is as long as a module with the frame `part`, and as thick as the island, in physical
  /// pixels; nil: the bar has no islands, or the module lies on none.
  ///
  /// Modules of a bar at a side, and those in a stack, end before the edge of their island.
  func island(around part: PixelRect, on bar: BarSettings) -> PixelRect? {
    guard [.zones, .modules].contains(bar.glass),
      let pane = scene.panes.first(where: { $0.coveredRects.contains { $0.intersects(part) } })
    else { return nil }
    let sheet = pane.frame
    return bar.edge.isLevel
      ? PixelRect(x: part.x, y: sheet.y, width: part.width, height: sheet.height)
      : PixelRect(x: sheet.x, y: part.y, width: sheet.width, height: part.height)
  }
}
