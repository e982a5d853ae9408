public import Geometry
public import Scenes
public import Settings
import Views

extension SurfacePlacement {
  /// The placement of the surface of a bar with these settings, which extends beyond the bar by `bar.outset`; `output` is the size
  /// of the output in logical pixels, nil if it is not known, and `snap` fits a length in logical pixels to physical ones.
  ///
  /// If the margins at the ends of the bar leave nothing of the output, those of the surface do the same.
  public init(_ bar: BarSettings, on output: LogicalSize? = nil, snap: (Int) -> Int) {
    let (thickness, outset) = (snap(bar.height), bar.outset)
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
    let ends = isLevel ? bar.marginLeft + bar.marginRight : bar.marginTop + bar.marginBottom
    let hasRoom = bar.length != nil || output.map { Double(ends) < (isLevel ? $0.width : $0.height) } ?? true
    // Margins at other edges have no effect.
    func margin(_ own: Int, _ outset: Int, at edge: Edges) -> Int {
      snap(own) - (anchors.contains(edge) && hasRoom ? outset : 0)
    }
    margins = Margins(
      top: margin(bar.marginTop, outset.top, at: .top),
      right: margin(bar.marginRight, outset.right, at: .right),
      bottom: margin(bar.marginBottom, outset.bottom, at: .bottom),
      left: margin(bar.marginLeft, outset.left, at: .left))
    // The compositor adds the margin at the anchored edge, and nothing at the others.
    let reserved = thickness + outset[bar.edge] + snap(bar.margins[bar.edge.opposite])
    exclusiveZone = bar.isExclusive && bar.mode == .docked ? reserved : 0
    // Zones that are larger than the output leave less than nothing to other surfaces.
    if let output, exclusiveZone > 0 {
      let across = Int(isLevel ? output.height : output.width)
      exclusiveZone = min(exclusiveZone, max(0, across - margins[bar.edge]))
    }
    layer = bar.layer
  }
}

extension BarSettings {
  /// Whether the bar floats: it is away from its edge, and its glass has round corners. It casts a shadow then.
  public var isFloating: Bool {
    margins[edge] > 0 && (glass == .bar ? Double(cornerRadius) : islandRadius) > 0
  }

  /// The greatest margin at an end of a bar that is one of its surface, too, in logical pixels: sway 1.7 ends when the margins of
  /// a surface leave nothing of an output that has become smaller.
  private static let mostEndMargin = 64

  /// The distances by which the bar's surface extends beyond the bar, for its shadow and for margins that are too large for the
  /// surface, in logical pixels: multiples of four, which are whole physical pixels at most scales, and within the margins where
  /// the bar is held by an edge.
  public var outset: SurfacePlacement.Margins {
    var outset = shadowOutset
    guard length == nil else { return outset }
    func rest(_ margin: Int) -> Int { max(0, margin - Self.mostEndMargin + 3) / 4 * 4 }
    if edge.isLevel {
      outset.left = max(outset.left, rest(marginLeft))
      outset.right = max(outset.right, rest(marginRight))
    } else {
      outset.top = max(outset.top, rest(marginTop))
      outset.bottom = max(outset.bottom, rest(marginBottom))
    }
    return outset
  }

  /// The distances by which the surface extends beyond the bar for its shadow.
  private var shadowOutset: SurfacePlacement.Margins {
    guard isFloating else { return SurfacePlacement.Margins() }
    let reach = Elevation.raised.reach
    func within(_ margin: Int, _ reach: Int) -> Int { min(reach, margin / 4 * 4) }
    var outset = SurfacePlacement.Margins(
      top: reach.top, right: reach.side, bottom: reach.bottom, left: reach.side)
    let isHeld = length == nil
    if edge == .top || !edge.isLevel && isHeld { outset.top = within(marginTop, reach.top) }
    if edge == .bottom || !edge.isLevel && isHeld { outset.bottom = within(marginBottom, reach.bottom) }
    if edge == .left || edge.isLevel && isHeld { outset.left = within(marginLeft, reach.side) }
    if edge == .right || edge.isLevel && isHeld { outset.right = within(marginRight, reach.side) }
    return outset
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
