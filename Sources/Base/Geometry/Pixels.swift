/// A size in physical pixels of an output's panel.
public struct PixelSize: Equatable, Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// A half-open rectangle of physical pixels; the origin is top left and y grows downwards.
///
/// Whether the origin belongs to an output or to a surface is said where a rectangle is used.
public struct PixelRect: Equatable, Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle of `size` at the origin.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  public var maxX: Int { x + width }
  public var maxY: Int { y + height }
  public var size: PixelSize { PixelSize(width: width, height: height) }
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  public var area: Int { isEmpty ? 0 : width * height }

  /// The common part of both rectangles; `.empty` if there is none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that contains both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Whether both rectangles have a pixel in common.
  public func intersects(_ other: PixelRect) -> Bool {
    !intersection(other).isEmpty
  }

  /// Whether every pixel of `other` is in this rectangle.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || intersection(other) == other
  }

  /// Whether the pixel at a point is in this rectangle.
  public func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < maxX && y >= self.y && y < maxY
  }

  /// The rectangle grown by `pixels` on every side, or shrunk if that is negative.
  public func outset(by pixels: Int) -> PixelRect {
    PixelRect(x: x - pixels, y: y - pixels, width: width + 2 * pixels, height: height + 2 * pixels)
  }

  /// The smallest rectangle around this one whose four edges are multiples of `step`.
  public func aligned(to step: Int) -> PixelRect {
    precondition(step > 0, "step \(step)")
    if isEmpty { return .empty }
    let left = x.flooredToMultiple(of: step)
    let top = y.flooredToMultiple(of: step)
    let right = (maxX + step - 1).flooredToMultiple(of: step)
    let bottom = (maxY + step - 1).flooredToMultiple(of: step)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle moved by `dx` and `dy` pixels.
  public func offset(x dx: Int, y dy: Int) -> PixelRect {
    PixelRect(x: x + dx, y: y + dy, width: width, height: height)
  }
}

extension Int {
  /// The largest multiple of `step` that is not above this number, which may be negative.
  public func flooredToMultiple(of step: Int) -> Int {
    let remainder = self % step
    return remainder < 0 ? self - remainder - step : self - remainder
  }
}
