public import Geometry

/// A rectangle of one colour.
public struct Fill: View, VibrantContent, Equatable, Sendable {
  /// Points, from the top left corner of what the fill lies in; at least one physical pixel is drawn.
  public var frame: LogicalRect
  public var corners: LogicalCorners
  /// Encoded sRGB and opacity, not premultiplied; nil: what text has. In a vibrancy view it does not count.
  ///
  /// A colour of one's own stays as it is, so text on it is promised no contrast against it: use vibrant fills below text.
  public var colour: SIMD4<Double>?

  public init(frame: LogicalRect, corners: LogicalCorners = .square, colour: SIMD4<Double>? = nil) {
    self.frame = frame
    self.corners = corners
    self.colour = colour
  }

  public var body: ViewTree { ViewTree(elements: [.fill(self)]) }
  public var vibrantContent: VibrantTree { VibrantTree(elements: [.fill(self)]) }
}

/// A line of one physical pixel, or as thick as it is told, that keeps groups apart.
public struct Separator: View, VibrantContent, Equatable, Sendable {
  /// Which way the line runs.
  public enum Axis: Sendable {
    case horizontal, vertical
  }

  public var axis: Axis
  /// Where it begins, points from the top left corner of what it lies in.
  public var x, y: Double
  /// Points.
  public var length: Double
  /// Points; 0: one physical pixel.
  public var thickness: Double
  /// Encoded sRGB and opacity, not premultiplied; nil: what text has. In a vibrancy view it does not count.
  public var colour: SIMD4<Double>?

  public init(
    _ axis: Axis, x: Double, y: Double, length: Double, thickness: Double = 0, colour: SIMD4<Double>? = nil
  ) {
    self.axis = axis
    self.x = x
    self.y = y
    self.length = length
    self.thickness = thickness
    self.colour = colour
  }

  public var body: ViewTree { fill.body }
  public var vibrantContent: VibrantTree { fill.vibrantContent }

  private var fill: Fill {
    let isHorizontal = axis == .horizontal
    return Fill(
      frame: LogicalRect(
        x: x, y: y, width: isHorizontal ? length : thickness, height: isHorizontal ? thickness : length),
      colour: colour)
  }
}
