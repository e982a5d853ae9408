/// Transform of an output by the compositor to suit the panel's mounting: a counter-clockwise rotation, after flipping.
///
/// *Upright* is the picture as the user sees it; *panel* is the order in which the pixels are scanned out.
public enum OutputTransform: UInt32, Sendable, CaseIterable {
  case normal = 0
  case rotated90 = 1
  case rotated180 = 2
  case rotated270 = 3
  case flipped = 4
  case flipped90 = 5
  case flipped180 = 6
  case flipped270 = 7

  /// Whether width and height are exchanged.
  public var isTransposed: Bool { rawValue % 2 == 1 }

  /// The transform that undoes this one.
  public var inverse: OutputTransform {
    switch self {
    case .rotated90: .rotated270
    case .rotated270: .rotated90
    default: self
    }
  }

  /// The size of the panel that shows an upright picture of `size`; also converts from the panel to upright.
  public func turned(_ size: PixelSize) -> PixelSize {
    isTransposed ? PixelSize(width: size.height, height: size.width) : size
  }

  /// The rectangle of the panel that shows `rect` of an upright picture of `size`.
  public func panelRect(of rect: PixelRect, in size: PixelSize) -> PixelRect {
    let turned = turned(rect.size)
    let (x, y) = (rect.x, rect.y)
    let (right, below) = (size.width - rect.maxX, size.height - rect.maxY)
    let (panelX, panelY) =
      switch self {
      case .normal: (x, y)
      case .rotated90: (y, right)
      case .rotated180: (right, below)
      case .rotated270: (below, x)
      case .flipped: (right, y)
      case .flipped90: (y, x)
      case .flipped180: (x, below)
      case .flipped270: (below, right)
      }
    return PixelRect(x: panelX, y: panelY, width: turned.width, height: turned.height)
  }

  /// The rectangle of the upright picture that `rect` of a panel of `size` shows.
  public func uprightRect(of rect: PixelRect, on size: PixelSize) -> PixelRect {
    inverse.panelRect(of: rect, in: size)
  }

  /// The map from pixels of an upright picture of `size` to those of the panel.
  public func panelMap(from size: PixelSize) -> PixelMap {
    func place(_ x: Int, _ y: Int) -> PixelRect {
      panelRect(of: PixelRect(x: x, y: y, width: 1, height: 1), in: size)
    }
    let (origin, right, below) = (place(0, 0), place(1, 0), place(0, 1))
    return PixelMap(
      x: (right.x - origin.x, below.x - origin.x, origin.x),
      y: (right.y - origin.y, below.y - origin.y, origin.y)
    )
  }
}

/// A map of pixel positions: a turn by right angles, a flip and a shift by whole pixels.
public struct PixelMap: Equatable, Sendable {
  /// The new x is `xx * x + xy * y + x0`.
  public var xx: Int
  public var xy: Int
  public var x0: Int
  /// The new y is `yx * x + yy * y + y0`.
  public var yx: Int
  public var yy: Int
  public var y0: Int

  init(x: (Int, Int, Int), y: (Int, Int, Int)) {
    (xx, xy, x0) = x
    (yx, yy, y0) = y
  }

  /// The map that leaves every pixel where it is.
  public static let identity = PixelMap(x: (1, 0, 0), y: (0, 1, 0))

  /// The map followed by a shift of `dx` and `dy` pixels.
  public func offset(x dx: Int, y dy: Int) -> PixelMap {
    PixelMap(x: (xx, xy, x0 + dx), y: (yx, yy, y0 + dy))
  }

  /// The position that the map gives to the pixel at `x`, `y`.
  public func place(x: Int, y: Int) -> (x: Int, y: Int) {
    (xx * x + xy * y + x0, yx * x + yy * y + y0)
  }
}
