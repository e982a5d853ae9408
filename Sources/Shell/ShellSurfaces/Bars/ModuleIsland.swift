public import Geometry

/// The part of an island of a bar that shows a module, out of which glass on another surface can grow.
@MainActor public struct ModuleIsland {
  /// The frame in logical pixels of the output.
  public var frame: LogicalRect
  /// The necks by which glass hangs on the bar.
  public var necks: IslandNecks
}
