public import Geometry

/// Where a surface is to lie on its output, how large, and what it takes part in: as the layer-shell protocol has it.
///
/// All lengths are logical pixels.
public struct SurfacePlacement: Equatable, Sendable {
  /// Sides of the output, or of a surface.
  public struct Edges: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    public static let top = Edges(rawValue: 1)
    public static let bottom = Edges(rawValue: 2)
    public static let left = Edges(rawValue: 4)
    public static let right = Edges(rawValue: 8)

    /// The set of one side.
    public init(_ edge: OutputEdge) {
      self =
        switch edge {
        case .top: .top
        case .bottom: .bottom
        case .left: .left
        case .right: .right
        }
    }
  }

  /// Whether the surface can have the keyboard.
  public enum Keyboard: Sendable {
    case never
    /// When the user clicks it; `always` on compositors that do not know this.
    case onDemand
    /// For as long as it is shown.
    case always
  }

  /// Distances from the anchored edges.
  public struct Margins: Equatable, Hashable, Sendable {
    public var top, right, bottom, left: Int

    public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
      self.top = top
      self.right = right
      self.bottom = bottom
      self.left = left
    }
  }

  /// The edges that it is held to; with two opposite ones it lies between them, with none in the middle.
  public var anchors: Edges
  /// 0 between two opposite anchors: as far as they reach.
  public var width, height: Int
  public var margins = Margins()
  /// What is kept free of windows and of other panels, from the anchored edge on; 0: give way to others; -1: do not.
  public var exclusiveZone = 0
  public var layer = SurfaceLayer.top
  public var keyboard = Keyboard.never
  /// Where it takes the pointer and touches, of the surface; nil: everywhere.
  public var inputRegion: [LogicalRect]?
  /// What kind of surface it is, for the compositor's rules.
  public var namespace = "hyaline"

  public init(anchors: Edges, width: Int, height: Int) {
    self.anchors = anchors
    self.width = width
    self.height = height
  }

  /// A strip of full length along one edge, `thickness` wide, that windows keep clear of.
  ///
  /// Traps unless `edge` is one edge.
  public static func strip(
    along edge: Edges, thickness: Int, layer: SurfaceLayer = .top
  ) -> SurfacePlacement {
    precondition([.top, .bottom, .left, .right].contains(edge), "\(edge) is not one edge")
    let isLevel = edge == .top || edge == .bottom
    var placement = SurfacePlacement(
      anchors: isLevel ? [edge, .left, .right] : [edge, .top, .bottom], width: isLevel ? 0 : thickness,
      height: isLevel ? thickness : 0)
    placement.exclusiveZone = thickness
    placement.layer = layer
    return placement
  }
}

extension SurfacePlacement {
  /// A place that contains this one and `other`, and keeps free what `other` does; nil: they are not held to one edge
  /// of one layer.
  public func covering(_ other: SurfacePlacement) -> SurfacePlacement? {
    guard layer == other.layer, namespace == other.namespace, let edge = exclusiveEdge,
      edge == other.exclusiveEdge
    else { return nil }
    let isLevel = edge == .top || edge == .bottom
    var both = other
    // Across the edge.
    let (near, otherNear) = (margins[edge], other.margins[edge])
    let far = max(near + (isLevel ? height : width), otherNear + (isLevel ? other.height : other.width))
    let nearest = min(near, otherNear)
    both.margins[edge] = nearest
    if other.exclusiveZone > 0 { both.exclusiveZone += otherNear - nearest }
    // Along it.
    let isCentred = anchors == edge && other.anchors == edge
    let length = isCentred ? max(isLevel ? width : height, isLevel ? other.width : other.height) : 0
    let sides: Edges = isLevel ? [.left, .right] : [.top, .bottom]
    if !isCentred {
      both.anchors = edge.union(sides)
      for side in [Edges.top, .right, .bottom, .left] where sides.contains(side) {
        // Margins do not count in the middle.
        let isHeld = anchors.contains(side) && other.anchors.contains(side)
        both.margins[side] = isHeld ? min(margins[side], other.margins[side]) : 0
      }
    }
    (both.width, both.height) = isLevel ? (length, far - nearest) : (far - nearest, length)
    return both
  }
}

extension SurfacePlacement.Margins {
  /// That of one edge.
  fileprivate subscript(edge: SurfacePlacement.Edges) -> Int {
    get {
      switch edge {
      case .top: top
      case .right: right
      case .bottom: bottom
      default: left
      }
    }
    set {
      switch edge {
      case .top: top = newValue
      case .right: right = newValue
      case .bottom: bottom = newValue
      default: left = newValue
      }
    }
  }
}

extension SurfacePlacement {
  /// Where the surface lies in `area`, the part of the output that is left to it.
  ///
  /// `size` is the compositor's answer, in whose sides 0 leaves the choice to us; nil: not known yet. Compositors tell
  /// no position, so this is what the protocol lets us expect.
  public func frame(in area: LogicalRect, answering size: LogicalSize? = nil) -> LogicalRect {
    let across = span(
      from: area.x, room: area.width, wanted: Double(width), answered: size?.width,
      isHeld: (anchors.contains(.left), anchors.contains(.right)),
      margins: (Double(margins.left), Double(margins.right)))
    let down = span(
      from: area.y, room: area.height, wanted: Double(height), answered: size?.height,
      isHeld: (anchors.contains(.top), anchors.contains(.bottom)),
      margins: (Double(margins.top), Double(margins.bottom)))
    return LogicalRect(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  private func span(
    from start: Double, room: Double, wanted: Double, answered: Double?, isHeld: (Bool, Bool),
    margins: (Double, Double)
  ) -> (start: Double, length: Double) {
    var length = wanted > 0 ? wanted : max(0, room - margins.0 - margins.1)
    if let answered, answered > 0 { length = answered }
    if wanted == 0 || isHeld == (true, false) { return (start + margins.0, length) }
    if isHeld == (false, true) { return (start + room - margins.1 - length, length) }
    // Each half rounded down, as wlroots does; margins do not count in the middle.
    return (start + (room / 2).rounded(.down) - (length / 2).rounded(.down), length)
  }
}
