public import Geometry

/// The place, size, layer and input of a surface on its output, in the terms of the layer-shell protocol.
///
/// All lengths are logical pixels.
public struct SurfacePlacement: Equatable, Sendable {
  /// A set of edges of the output or of a surface.
  public struct Edges: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    public static let top = Edges(rawValue: 1)
    public static let bottom = Edges(rawValue: 2)
    public static let left = Edges(rawValue: 4)
    public static let right = Edges(rawValue: 8)

    /// The set of one edge.
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

  /// When the surface has keyboard focus.
  public enum Keyboard: Sendable {
    case never
    /// The surface gets keyboard focus when the user clicks it; the same as `always` on compositors without
    /// this mode.
    case onDemand
    /// The surface has keyboard focus for as long as it is shown.
    case always
  }

  /// Distances of a surface from the edges of the output that it is anchored to.
  public typealias Margins = EdgeMargins

  /// The edges to which the surface is anchored. With two opposite edges it lies between them; along an axis
  /// without an anchor it is centred.
  public var anchors: Edges
  /// Requested size; 0 between two opposite anchors: the surface extends to both.
  public var width, height: Int
  public var margins = Margins()
  /// The distance from the anchored edge that is kept free of windows and other panels; 0: the surface keeps
  /// out of others' zones; -1: it ignores them.
  public var exclusiveZone = 0
  public var layer = SurfaceLayer.top
  public var keyboard = Keyboard.never
  /// The parts of the surface, in its coordinates, that take pointer and touch input; nil: all of it.
  public var inputRegion: [LogicalRect]?
  /// The kind of surface, by which the compositor's configuration can refer to it.
  public var namespace = "hyaline"

  public init(anchors: Edges, width: Int, height: Int) {
    self.anchors = anchors
    self.width = width
    self.height = height
  }

  /// A strip of full length and the given thickness along one edge, whose area is kept free of windows.
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
  /// A placement that contains this one and `other` and keeps the same area free as `other`; nil: their
  /// layers, namespaces or anchored edges differ.
  public func covering(_ other: SurfacePlacement) -> SurfacePlacement? {
    guard layer == other.layer, namespace == other.namespace, let edge = exclusiveEdge,
      edge == other.exclusiveEdge
    else { return nil }
    let isLevel = edge == .top || edge == .bottom
    var both = other
    // First the distances across the edge are merged.
    let (near, otherNear) = (margins[edge], other.margins[edge])
    let far = max(near + (isLevel ? height : width), otherNear + (isLevel ? other.height : other.width))
    let nearest = min(near, otherNear)
    both.margins[edge] = nearest
    if other.exclusiveZone > 0 { both.exclusiveZone += otherNear - nearest }
    // Then the lengths along the edge are merged.
    let isCentred = anchors == edge && other.anchors == edge
    let length = isCentred ? max(isLevel ? width : height, isLevel ? other.width : other.height) : 0
    let sides: Edges = isLevel ? [.left, .right] : [.top, .bottom]
    if !isCentred {
      both.anchors = edge.union(sides)
      for side in [Edges.top, .right, .bottom, .left] where sides.contains(side) {
        // Margins have no effect on a centred surface.
        let isHeld = anchors.contains(side) && other.anchors.contains(side)
        both.margins[side] = isHeld ? min(margins[side], other.margins[side]) : 0
      }
    }
    (both.width, both.height) = isLevel ? (length, far - nearest) : (far - nearest, length)
    return both
  }
}

extension SurfacePlacement.Margins {
  /// The margin at one edge.
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
  /// The expected frame of the surface in `area`, the part of the output that other surfaces leave to it.
  ///
  /// `size` is the size in the compositor's configure event, in which 0 leaves the choice to us; nil: it is
  /// not known yet. The layer-shell protocol has no event for the position, so this is the frame by the
  /// protocol's rules.
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
    // Each half is rounded down, as in wlroots; margins have no effect on a centred surface.
    return (start + (room / 2).rounded(.down) - (length / 2).rounded(.down), length)
  }
}
