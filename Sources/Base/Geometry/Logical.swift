/// A size in logical pixels: the compositor's units, equal to physical ones at scale 1.
public struct LogicalSize: Equatable, Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in logical pixels; the origin is top left and y grows downwards.
public struct LogicalRect: Equatable, Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A rectangle of pixels, of which a logical pixel has `scale` in a row.
  public init(_ pixels: PixelRect, scale: Double) {
    self.init(
      x: Double(pixels.x) / scale, y: Double(pixels.y) / scale, width: Double(pixels.width) / scale,
      height: Double(pixels.height) / scale)
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
}
