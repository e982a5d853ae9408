public import Geometry

/// How compositors place the surfaces of all layers of an output beside each other.
public enum LayerArrangement {
  /// The part of `output` that each of `placements`, in the order of their making, is placed in.
  ///
  /// Surfaces with an exclusive zone come first, from the highest layer to the lowest; each leaves less for the
  /// next, and all of them leave the rest for those without. Panels of other programs are not known here. Within a
  /// layer those made first come first, or, with `isNewestFirst` (sway 1.7), those made last.
  public static func areas(
    for placements: [SurfacePlacement], in output: LogicalRect, isNewestFirst: Bool = false
  ) -> [LogicalRect] {
    let order = isNewestFirst ? Array(placements.indices.reversed()) : Array(placements.indices)
    var left = output
    var areas = [LogicalRect](repeating: output, count: placements.count)
    for layer in SurfaceLayer.allCases.reversed() {
      for index in order where placements[index].layer == layer && placements[index].exclusiveZone > 0 {
        areas[index] = left
        left = placements[index].exclude(from: left)
      }
    }
    for (index, placement) in placements.enumerated() where placement.exclusiveZone == 0 {
      areas[index] = left
    }
    return areas
  }
}

extension SurfacePlacement {
  /// The edge that the exclusive zone is counted from; nil: there is none, and no zone.
  var exclusiveEdge: Edges? {
    let isLevel = anchors.contains([.left, .right])
    let isUpright = anchors.contains([.top, .bottom])
    switch anchors {
    case .top, .bottom, .left, .right: return anchors
    case _ where anchors.rawValue.nonzeroBitCount == 3:
      return isLevel
        ? anchors.subtracting([.left, .right]) : isUpright ? anchors.subtracting([.top, .bottom]) : nil
    default: return nil
    }
  }

  fileprivate func exclude(from area: LogicalRect) -> LogicalRect {
    var rest = area
    func taken(_ margin: Int) -> Double { Double(exclusiveZone + margin) }
    switch exclusiveEdge {
    case Edges.top:
      rest.y += taken(margins.top)
      rest.height -= taken(margins.top)
    case Edges.bottom: rest.height -= taken(margins.bottom)
    case Edges.left:
      rest.x += taken(margins.left)
      rest.width -= taken(margins.left)
    case Edges.right: rest.width -= taken(margins.right)
    default: break
    }
    rest.width = max(0, rest.width)
    rest.height = max(0, rest.height)
    return rest
  }
}
