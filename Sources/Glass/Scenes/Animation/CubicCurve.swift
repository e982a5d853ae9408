/// A timing curve from (0, 0) to (1, 1), a cubic Bézier as CSS and Core Animation name it.
public struct CubicCurve: Equatable, Hashable, Sendable {
  /// The two control points.
  public let x1, y1, x2, y2: Double

  /// Traps unless both x are within 0 … 1: the curve would not be a function of time.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    precondition((0...1).contains(x1) && (0...1).contains(x2), "x \(x1), \(x2)")
    precondition(y1.isFinite && y2.isFinite, "y \(y1), \(y2)")
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  // These are the keywords of CSS Easing Functions 1; UIKit's curves of the same names are the same.
  public static let linear = CubicCurve(0, 0, 1, 1)
  public static let ease = CubicCurve(0.25, 0.1, 0.25, 1)
  public static let easeIn = CubicCurve(0.42, 0, 1, 1)
  public static let easeOut = CubicCurve(0, 0, 0.58, 1)
  public static let easeInOut = CubicCurve(0.42, 0, 0.58, 1)

  /// The progress at `time`, both 0 … 1; between its ends, the progress may lie beyond.
  public func value(at time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    // x grows with the parameter; halving it is slower than Newton's method and never fails.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if Self.bezier(x1, x2, middle) < time { low = middle } else { high = middle }
    }
    return Self.bezier(y1, y2, (low + high) / 2)
  }

  private static func bezier(_ one: Double, _ two: Double, _ t: Double) -> Double {
    let s = 1 - t
    return 3 * s * s * t * one + 3 * s * t * t * two + t * t * t
  }
}
