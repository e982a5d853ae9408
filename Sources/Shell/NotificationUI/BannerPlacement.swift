public import Geometry
public import Scenes
public import Settings

/// Where banners go on an output: a surface at its edge, as high as the banners need, and a column on it.
///
/// All motion is inside the surface. It grows when banners need more room and does not shrink again, so that it is
/// seldom made anew.
public struct BannerPlacement: Equatable, Sendable {
  /// From where banners come.
  public var side: BannerColumn.Side
  /// Of the surface, without its height and its input region.
  private var whole: SurfacePlacement
  private let anchor: NotificationSettings.Anchor
  /// While a critical banner is shown.
  private let criticalLayer: SurfaceLayer
  // Logical pixels, fitted to the output's.
  /// From the surface's left edge to the column.
  private let left: Int
  private let width: Int
  /// From the surface's top and bottom to the column.
  private let inset: Int

  // Logical pixels.
  /// Beside banners, for their shadows: three times their standard deviation.
  static let shadowRoom = 27
  /// How far banners come and go.
  static let travel = 64.0
  /// Heights of surfaces are multiples of it, so that not every line more is another height.
  static let step = 32

  /// `logicalWidth` is the output's; `snap` fits a length to the output's pixels.
  public init(_ settings: NotificationSettings, logicalWidth: Int, snap: (Int) -> Int) {
    anchor = settings.anchor
    let outer = snap(settings.marginHorizontal)
    // Of an output that is as narrow as a banner all but the margins is taken.
    width = snap(max(1, min(settings.width, logicalWidth - 2 * settings.marginHorizontal)))
    let room = snap(Self.shadowRoom)
    inset = snap(settings.marginVertical)
    whole = SurfacePlacement(anchors: [], width: room + width + outer, height: 0)
    switch anchor {
    case .topLeft, .left, .bottomLeft:
      whole.anchors.insert(.left)
      left = outer
      side = .left
    case .topRight, .right, .bottomRight:
      whole.anchors.insert(.right)
      left = room
      side = .right
    case .top, .center, .bottom:
      whole.width = width + 2 * room
      left = room
      side = anchor == .top ? .top : anchor == .bottom ? .bottom : .none
    }
    whole.layer = settings.layer
    let layers = [whole.layer, settings.criticalLayer]
    criticalLayer = SurfaceLayer.allCases.last { layers.contains($0) } ?? whole.layer
    whole.namespace = "hyaline-notifications"
    whole.inputRegion = []
  }

  /// The surface, so many logical pixels high, at the column's edge or in the middle between top and bottom.
  ///
  /// It is held to one of both only: margins that leave nothing of an output that has become smaller end sway 1.7.
  /// `isCritical`: one of the banners is.
  public func surface(height: Int, isCritical: Bool = false) -> SurfacePlacement {
    var placement = whole
    placement.height = height
    if isCritical { placement.layer = criticalLayer }
    switch anchor {
    case .topLeft, .top, .topRight: placement.anchors.insert(.top)
    case .left, .center, .right: break
    case .bottomLeft, .bottom, .bottomRight: placement.anchors.insert(.bottom)
    }
    return placement
  }

  /// How high a surface must be for a stack of so many physical pixels, in logical ones; `area` of them are left to it.
  ///
  /// Where there is room only for the stack, shadows are cut off.
  public func surfaceHeight(for stack: Int, in area: Int, scale: Double) -> Int {
    let column = Int((Double(stack) / scale).rounded(.up))
    let needed =
      switch anchor {
      case .left, .center, .right: column + 2 * max(inset, Self.shadowRoom)
      default: column + inset + max(inset, Self.shadowRoom)
      }
    let stepped = (needed + Self.step - 1) / Self.step * Self.step
    return min(stepped, max(area, column + 2 * inset))
  }

  /// How wide banners are, physical pixels.
  public func columnWidth(scale: Double) -> Int { Int((Double(width) * scale).rounded()) }

  /// How far banners come and go, physical pixels.
  public func travel(scale: Double) -> Int { Int((Self.travel * scale).rounded()) }

  /// How high the column can become where `area` logical pixels are left to the surface.
  public func maxHeight(in area: Int, scale: Double) -> Int {
    max(0, Int((Double(area) * scale).rounded(.down)) - 2 * Int((Double(inset) * scale).rounded()))
  }

  /// Where a stack of that height begins on a surface of `size` physical pixels.
  public func origin(of stack: PixelSize, in size: PixelSize, scale: Double) -> (x: Int, y: Int) {
    let x = Int((Double(left) * scale).rounded())
    let inset = Int((Double(inset) * scale).rounded())
    let y =
      switch anchor {
      case .topLeft, .top, .topRight: inset
      case .left, .center, .right: (size.height - stack.height) / 2
      case .bottomLeft, .bottom, .bottomRight: size.height - inset - stack.height
      }
    return (x, max(0, y))
  }
}

extension BannerPlacement {
  /// Of the layers on which banners lie, critical ones need another than the rest to be seen over windows in fullscreen.
  public var raisesCritical: Bool { criticalLayer == .overlay && whole.layer != .overlay }
}
