import Geometry
import Glibc

/// Light on the edge of shapes in double precision, by counting: how strong it is where the edge is turned to it, and how far
/// it reaches inwards.
public struct ReferenceLight: Sendable {
  /// The unit vector towards the light; y points down.
  public var direction: SIMD2<Double>
  /// The angle in degrees from the direction at which the light ends.
  public var spread: Double
  /// The share of the light half way between the cosine of that angle and 1.
  public var middle: Double
  /// The distance from the edge, in pixels, over which the light falls to nothing.
  public var depth: Double

  public init(direction: SIMD2<Double>, spread: Double, middle: Double, depth: Double) {
    (self.direction, self.spread, self.middle, self.depth) = (direction, spread, middle, depth)
  }

  /// The share of the light on an edge whose direction outwards makes an angle with a cosine with the light's.
  public func share(cosine: Double) -> Double {
    let least = cos(spread * .pi / 180)
    let v = max(0, (cosine - least) / (1 - least))
    return v / (1 + (1 / middle - 2) * (1 - v))
  }

  /// The mean strength in a pixel, of 32 × 32 points between 5 × 5 values of the distance.
  public func strength(x: Int, y: Int, on shapes: ReferenceMerging) -> Double {
    let centre = shapes.field(SIMD2(Double(x) + 0.5, Double(y) + 0.5))
    if centre > 2 || centre < -depth - 2 { return 0 }
    let values = (0..<25).map {
      shapes.field(SIMD2(Double(x) + Double($0 % 5) / 4, Double(y) + Double($0 / 5) / 4))
    }
    var sum = 0.0
    for point in 0..<1024 {
      let (right, down) = ((Double(point % 32) + 0.5) / 8, (Double(point / 32) + 0.5) / 8)
      let (column, row) = (Int(right), Int(down))
      let (across, along) = (right - Double(column), down - Double(row))
      let first = row * 5 + column
      let (a, b, c, d) = (values[first], values[first + 1], values[first + 5], values[first + 6])
      let value = (a * (1 - across) + b * across) * (1 - along) + (c * (1 - across) + d * across) * along
      let slope = SIMD2(
        ((b - a) * (1 - along) + (d - c) * along) * 4, ((c - a) * (1 - across) + (d - b) * across) * 4)
      let length = (slope * slope).sum().squareRoot()
      let distance = value / max(length, 0.25)
      guard distance < 0, distance > -depth, length > 0 else { continue }
      sum += (1 + distance / depth) * share(cosine: (slope * direction).sum() / length)
    }
    return sum / 1024
  }
}
