public import Measures
public import Scenes
public import Settings

/// Where banners go on an output: a surface along its whole height, and a column on it.
///
/// The surface keeps its place and size whatever the banners do, so that nothing of it is made anew while they move.
public struct BannerPlacement: Equatable, Sendable {
  /// Of the surface, without an input region.
  public var surface: SurfacePlacement
  /// From where banners come.
  public var side: BannerColumn.Side
  private let anchor: NotificationSettings.Anchor
  // Logical pixels, fitted to the output's.
  /// From the surface's left edge to the column.
  private let left: Int
  private let width: Int
  /// From the surface's top and bottom to the column.
  private let inset: Int

  // Logical pixels.
  /// Between the surface and the edges that it is held to, since surfaces of ours must lie four physical pixels apart.
  static let edge = 4
  /// Beside banners, for their shadows: three times their standard deviation.
  static let shadowRoom = 27
  /// How far banners come and go.
  static let travel = 64.0

  /// `logicalWidth` is the output's; `snap` fits a length to the output's pixels.
  public init(_ settings: NotificationSettings, logicalWidth: Int, snap: (Int) -> Int) {
    anchor = settings.anchor
    let edge = snap(Self.edge)
    let horizontal = snap(settings.marginHorizontal)
    // Of an output that is as narrow as a banner all but the margins is taken.
    width = snap(max(1, min(settings.width, logicalWidth - 2 * settings.marginHorizontal)))
    let room = snap(Self.shadowRoom)
    let outer = max(0, horizontal - edge)
    surface = SurfacePlacement(anchors: [.top, .bottom], width: room + width + outer, height: 0)
    surface.margins.top = min(edge, snap(settings.marginVertical))
    surface.margins.bottom = surface.margins.top
    inset = snap(settings.marginVertical) - surface.margins.top
    switch anchor {
    case .topLeft, .left, .bottomLeft:
      surface.anchors.insert(.left)
      surface.margins.left = horizontal - outer
      left = outer
      side = .left
    case .topRight, .right, .bottomRight:
      surface.anchors.insert(.right)
      surface.margins.right = horizontal - outer
      left = room
      side = .right
    case .top, .center, .bottom:
      surface.width = width + 2 * room
      left = room
      side = anchor == .top ? .top : anchor == .bottom ? .bottom : .none
    }
    surface.namespace = "hyaline-notifications"
    surface.inputRegion = []
  }

  /// How wide banners are, physical pixels.
  public func columnWidth(scale: Double) -> Int { Int((Double(width) * scale).rounded()) }

  /// How far banners come and go, physical pixels.
  public func travel(scale: Double) -> Int { Int((Self.travel * scale).rounded()) }

  /// How high the column can become on a surface of `size` physical pixels.
  public func maxHeight(in size: PixelSize, scale: Double) -> Int {
    max(0, size.height - 2 * Int((Double(inset) * scale).rounded()))
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
