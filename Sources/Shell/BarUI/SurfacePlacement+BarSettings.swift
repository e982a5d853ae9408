public import Geometry
public import Scenes
public import Settings
import Views

extension SurfacePlacement {
  /// The placement of the surface of a bar with these settings, which extends beyond the bar by the bar's outset; `snap` fits a
  /// length in logical pixels to the output's physical ones.
  public init(_ bar: BarSettings, snap: (Int) -> Int) {
    let (thickness, outset) = (snap(bar.height), bar.outset(snap: snap))
    let isLevel = bar.edge.isLevel
    let across = isLevel ? outset.top + outset.bottom : outset.left + outset.right
    self = .strip(along: Edges(bar.edge), thickness: thickness + across)
    if let length = bar.length {
      anchors = Edges(bar.edge)
      if isLevel {
        width = snap(length) + outset.left + outset.right
      } else {
        height = snap(length) + outset.top + outset.bottom
      }
    }
    // Margins at other edges have no effect.
    func margin(_ own: Int, _ outset: Int, at edge: Edges) -> Int {
      snap(own) - (anchors.contains(edge) ? outset : 0)
    }
    margins = Margins(
      top: margin(bar.marginTop, outset.top, at: .top),
      right: margin(bar.marginRight, outset.right, at: .right),
      bottom: margin(bar.marginBottom, outset.bottom, at: .bottom),
      left: margin(bar.marginLeft, outset.left, at: .left))
    // The compositor adds the margin at the anchored edge, and nothing at the others.
    let reserved = thickness + outset[bar.edge] + snap(bar.margins[bar.edge.opposite])
    exclusiveZone = bar.isExclusive && bar.mode == .docked ? reserved : 0
    layer = bar.layer
  }
}

extension BarSettings {
  /// Whether the bar is away from its edge.
  public var isAway: Bool { margins[edge] > 0 }

  /// Whether the bar floats: it is away from its edge, and its glass has round corners.
  public var isFloating: Bool { isAway && (glass == .bar ? Double(cornerRadius) : islandRadius) > 0 }

  /// Whether the bar casts a shadow: its settings give it one, or they say nothing about it and the bar floats.
  public var castsShadow: Bool { relief.shadow.map { $0 > 0 } ?? isFloating }

  /// The distances by which the bar's surface extends beyond the bar, in logical pixels; `snap` fits a length to the output's physical
  /// pixels, on which the surface has to start and to end.
  ///
  /// The surface reaches the edge of the screen, from which the bar slides in. At the other sides it has room for the shadow of the
  /// bar, within the margins where the bar is held by an edge.
  public func outset(snap: (Int) -> Int) -> SurfacePlacement.Margins {
    func room(at side: OutputEdge, _ reach: Int) -> Int {
      let margin = snap(margins[side])
      if side == edge { return margin }
      guard castsShadow else { return 0 }
      let isHeld = length == nil && side != edge.opposite
      return isHeld ? min(snap(reach), margin) : snap(reach)
    }
    let reach = Elevation.raised.reach
    return SurfacePlacement.Margins(
      top: room(at: .top, reach.top), right: room(at: .right, reach.side),
      bottom: room(at: .bottom, reach.bottom), left: room(at: .left, reach.side))
  }

  fileprivate var margins: SurfacePlacement.Margins {
    SurfacePlacement.Margins(top: marginTop, right: marginRight, bottom: marginBottom, left: marginLeft)
  }
}

extension SurfacePlacement.Margins {
  /// The distance at an edge of an output.
  fileprivate subscript(edge: OutputEdge) -> Int {
    switch edge {
    case .top: top
    case .right: right
    case .bottom: bottom
    case .left: left
    }
  }

  /// The frame of what lies in a rectangle of physical pixels at these distances from its sides; `scale` is physical pixels per
  /// logical pixel.
  public func inner(_ rect: PixelRect, scale: Double) -> PixelRect {
    func pixels(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
    let (left, top) = (pixels(left), pixels(top))
    return PixelRect(
      x: rect.x + left, y: rect.y + top, width: max(0, rect.width - left - pixels(right)),
      height: max(0, rect.height - top - pixels(bottom)))
  }
}
