public import Geometry

/// The rules by which compositors place the layer surfaces of an output beside each other.
public enum LayerArrangement {
  /// Returns the part of `output` in which each of `placements`, given in the order in which they were made, is
  /// placed, in logical pixels.
  ///
  /// Surfaces with an exclusive zone are placed first, from the highest layer to the lowest; each reduces the
  /// area for the next, and the rest is the area of those with a zone of 0. Surfaces with a zone of -1 get
  /// all of `output`. Panels of other programs are not known here. Within a layer the oldest surface is
  /// placed first, or, with `isNewestFirst` (sway 1.7), the newest.
  public static func areas(
    for placements: [SurfacePlacement], in output: LogicalRect, isNewestFirst: Bool = false
  ) -> [LogicalRect] {
    rests(of: output, for: placements, isNewestFirst: isNewestFirst).map { rest in
      var area = rest
      area.width = max(0, area.width)
      area.height = max(0, area.height)
      return area
    }
  }

  /// Whether the zones and the margins of `placements` leave less than nothing of `output` to one that extends between two edges,
  /// in whichever order they are placed. Sway 1.7 ends then, and later versions close that surface.
  public static func isOverfull(_ placements: [SurfacePlacement], in output: LogicalRect) -> Bool {
    [false, true].contains { isNewestFirst in
      zip(placements, rests(of: output, for: placements, isNewestFirst: isNewestFirst))
        .contains { $0.isTooLong(for: $1) }
    }
  }

  /// Returns the part of `output` in which each of `placements` is placed; its width and its height are negative where zones are
  /// larger than what is left.
  private static func rests(
    of output: LogicalRect, for placements: [SurfacePlacement], isNewestFirst: Bool
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
  /// The edge from which the exclusive zone is counted; nil: the anchors name no such edge, and there is no
  /// zone.
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
    return rest
  }

  /// Whether an area, from which the margins are taken, has a negative length along an axis along which the surface extends between
  /// two edges.
  fileprivate func isTooLong(for area: LogicalRect) -> Bool {
    width == 0 && area.width < Double(margins.left + margins.right)
      || height == 0 && area.height < Double(margins.top + margins.bottom)
  }
}
