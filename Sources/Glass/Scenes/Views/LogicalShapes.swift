public import Geometry

/// Radii in points, each with a continuous curve.
public struct LogicalCorners: Equatable, Hashable, Sendable {
  public var topLeft, topRight, bottomRight, bottomLeft: Double

  public init(topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  public init(_ radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  public static let square = LogicalCorners(0)
}

/// A line along the inside of a view's edge.
public struct LogicalBorder: Equatable, Hashable, Sendable {
  /// Points; at least one physical pixel is drawn, and none at 0.
  public var width: Double
  /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var colour: SIMD4<Double>

  public init(width: Double, colour: SIMD4<Double>) {
    self.width = width
    self.colour = colour
  }

  /// Not even the one that belongs to the material.
  public static let none = LogicalBorder(width: 0, colour: .zero)
}

/// What a view drops beside itself, a Gaussian of its shape.
public struct LogicalShadow: Equatable, Hashable, Sendable {
  /// Standard deviation in points.
  public var sigma: Double
  /// Points.
  public var offsetX, offsetY: Double
  /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var colour: SIMD4<Double>

  public init(sigma: Double, offsetX: Double = 0, offsetY: Double = 0, colour: SIMD4<Double>) {
    self.sigma = sigma
    self.offsetX = offsetX
    self.offsetY = offsetY
    self.colour = colour
  }
}

/// What clips a view, effect and content.
public enum LogicalMask: Equatable, Sendable {
  /// The picture's alpha, scaled to the view.
  case image(Bitmap)
  /// A rectangle in the view's own coordinates.
  case shape(LogicalRect, LogicalCorners)
}
