import Geometry
public import Scenes
public import Settings

extension SurfacePlacement {
  /// The placement of a bar with these settings; `snap` fits a length in logical pixels to the
  /// output's physical ones.
  public init(_ bar: BarSettings, snap: (Int) -> Int) {
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
    layer = bar.layer
  }
}
