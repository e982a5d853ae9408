import BarUI
import Geometry
import LiveGlass
import Settings
import Views

/// The room of a popup's glass in its surface, which is larger than the glass: around it lies its shadow, and content may
/// grow, whereas compositors keep the sizes of popups.
@MainActor struct PopupRoom {
  /// The height of the glass above what lies below it, which determines its shadow.
  let elevation: Elevation
  /// The distances by which the surface extends beyond the room of the glass, for its shadow, in points.
  private(set) var outset = SurfacePlacement.Margins()
  /// The room, in points, that the surface has beyond its content at first.
  private var growth = LogicalSize(width: 0, height: 0)
  private let parent: PopupParent
  /// The greatest height of the surface without its shadow, in logical pixels.
  private let height: Double
  /// The greatest width, in logical pixels, up to which the surface has room to grow.
  private let widthToGrow: Double
  /// Returns the placement of a popup of a size in logical pixels; nil if it has none.
  private let place: (_ width: Int, _ height: Int) -> PopupPlacement?

  /// Creates the room without a shadow, for which `open` makes a placement.
  init(
    _ parent: PopupParent, height: Double, widthToGrow: Double, elevation: Elevation,
    place: @escaping (_ width: Int, _ height: Int) -> PopupPlacement?
  ) {
    self.parent = parent
    (self.height, self.widthToGrow, self.elevation) = (height, widthToGrow, elevation)
    self.place = place
  }

  /// Whether the content may become larger than it was at first.
  var canGrow: Bool { growth.width > 0 || growth.height > 0 }
  /// Whether the content may become wider than it was at first.
  var canWiden: Bool { growth.width > 0 }

  /// Whether all of a popup of a size in pixels is on the output.
  func holds(_ size: PixelSize) -> Bool {
    Double(points(size.height)) <= height && Double(points(size.width)) <= parent.roomAcross
  }

  /// Returns the placement of a surface for content of a size in pixels, with the height in points that the content wants
  /// and the one that it has; nil if it has no place. `growth` returns the room that content of a size needs to grow.
  mutating func open(
    for size: PixelSize, growth: (LogicalSize) -> LogicalSize
  ) -> (placement: PopupPlacement, wanted: Double, available: Double)? {
    let wanted = LogicalSize(width: Double(points(size.width)), height: Double(points(size.height)))
    // The compositor would move a surface with room to grow away from its anchor.
    if parent.freeAnchor == nil { self.growth = growth(wanted) }
    let width = max(wanted.width, min(wanted.width + self.growth.width, widthToGrow.rounded(.down)))
    let height = min(wanted.height + self.growth.height, max(1, height.rounded(.down)))
    guard !size.isEmpty, var placement = place(Int(width), Int(height)) else { return nil }
    outset = shadowRoom(of: placement)
    placement.outset = outset
    return (placement, wanted.height, height)
  }

  /// Returns the part of a surface of a size that is not there for the shadow, in pixels.
  func area(in size: PixelSize, scale: Double) -> PixelRect {
    func pixels(_ points: Int) -> Int { Int((Double(points) * scale).rounded()) }
    let (x, y) = (pixels(outset.left), pixels(outset.top))
    return PixelRect(
      x: x, y: y, width: max(0, size.width - x - pixels(outset.right)),
      height: max(0, size.height - y - pixels(outset.bottom)))
  }

  /// Returns the frame of glass of a size in the area of a surface, whose frame on the output is nil before it is opened:
  /// the place of a popup of that size, moved into the area.
  func glass(_ size: PixelSize, in area: PixelRect, of surface: PixelRect?) -> PixelRect {
    var glass = PixelRect(x: area.x, y: area.y, width: size.width, height: size.height)
    guard let surface, !size.isEmpty, let placement = place(points(size.width), points(size.height)) else {
      return glass
    }
    let place = placement.expectedFrame(at: bar, in: output)
    func pixels(_ length: Double) -> Int { Int((length * parent.scale).rounded()) }
    glass.x = min(max(pixels(bar.x + place.x) - surface.x, area.x), area.maxX - size.width)
    glass.y = min(max(pixels(bar.y + place.y) - surface.y, area.y), area.maxY - size.height)
    return glass
  }

  private var output: LogicalRect { parent.logical(PixelRect(parent.outputSize)) }
  private var bar: LogicalRect { parent.logical(parent.surface.frame) }

  /// Converts pixels to whole points, rounded up.
  private func points(_ pixels: Int) -> Int { Int((Double(pixels) / parent.scale).rounded(.up)) }

  /// Returns the outset of a surface: as far as the shadow of its glass is seen on the output. A shadow ends at the bar,
  /// which would have to be drawn anew for it.
  private func shadowRoom(of placement: PopupPlacement) -> SurfacePlacement.Margins {
    let (output, bar) = (output, bar)
    let frame = placement.expectedFrame(at: bar, in: output)
    let reach = elevation.reach
    // A surface that ends short of the end of the output ends on a whole pixel where a length of up to four points does.
    let step = min(OutputGeometry.snapStep(scale: parent.scale) ?? 1, 4)
    func part(_ reach: Int, _ room: Double) -> Int {
      let room = max(0, Int(room))
      return room < reach ? room.flooredToMultiple(of: step) : reach
    }
    var outset = SurfacePlacement.Margins(
      top: part(reach.top, bar.y + frame.y), right: part(reach.side, output.width - bar.x - frame.maxX),
      bottom: part(reach.bottom, output.height - bar.y - frame.maxY), left: part(reach.side, bar.x + frame.x))
    // A submenu, which has no gap to its menu, casts its shadow on that.
    guard placement.gap > 0 else { return outset }
    let own = parent.logical(parent.frame)
    switch parent.settings.edge {
    case .top: outset.top = min(outset.top, max(0, Int(bar.y + frame.y - own.maxY)))
    case .bottom: outset.bottom = min(outset.bottom, max(0, Int(own.y - bar.y - frame.maxY)))
    case .left: outset.left = min(outset.left, max(0, Int(bar.x + frame.x - own.maxX)))
    case .right: outset.right = min(outset.right, max(0, Int(own.x - bar.x - frame.maxX)))
    }
    return outset
  }
}
