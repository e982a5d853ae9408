public import Geometry
import Glibc

/// The refraction of a sheet of glass in double precision, with distances by Newton's method.
public struct ReferenceLens: Sendable {
  public let frame: PixelRect
  /// The radius of all corners, in pixels.
  public let radius: Double
  /// The depth and the amount of the refraction, in pixels.
  public var depth, amount: Double
  public var dispersion = 0.0
  private let corner: CornerCurve

  /// Makes the lens of a sheet with figures in points, of which a thin sheet has less; `scale` is pixels per point.
  public init(frame: PixelRect, radius: Double, depth: Double, amount: Double, scale: Double) {
    (self.frame, self.radius) = (frame, radius)
    corner = CornerCurve(radius, extent: min(1.52866 * radius, Double(min(frame.width, frame.height)) / 2))
    self.depth = min(depth * scale, 0.45 * Double(min(frame.width, frame.height)) / 2)
    self.amount = amount * scale * self.depth / (depth * scale)
  }

  /// The place, in pixels, that a pixel's centre shows; `share` scales the distance to it.
  public func place(of point: SIMD2<Double>, share: Double = 1) -> SIMD2<Double> {
    let t = min(max(distance(point) / depth, 0), 1)
    return point + inwards(point) * (amount * share * (1 - (t * (2 - t)).squareRoot()))
  }

  /// The glass over `backdrop` in the lens's frame.
  public func shown(_ glass: ReferenceGlass, over backdrop: ReferencePicture) -> ReferencePicture {
    let points = (0..<frame.height).flatMap { y in
      (0..<frame.width).map { SIMD2(Double(frame.x + $0) + 0.5, Double(frame.y + y) + 0.5) }
    }
    var picture = ReferencePicture(size: frame.size, colour: .zero)
    let shares = [1 - dispersion, 1, 1 + dispersion]
    let green = glass.shown(over: backdrop, at: points.map { place(of: $0) })
    for (channel, share) in shares.enumerated() {
      let colours =
        share == 1 ? green : glass.shown(over: backdrop, at: points.map { place(of: $0, share: share) })
      picture.planes[channel] = colours.map { $0[channel] * 255 }
    }
    return picture
  }

  /// The distance inwards to the edge; 0 outside of the shape.
  public func distance(_ point: SIMD2<Double>) -> Double {
    let near = near(point)
    guard near.x < corner.extent, near.y < corner.extent else { return max(0, near.min()) }
    if corner.isOutside(near) { return 0 }
    // Newton's method from the nearest of 64 points.
    var angle = corner.nearestAngle(to: near)
    func square(_ angle: Double) -> Double { corner.squaredDistance(near, at: angle) }
    for _ in 0..<30 {
      let h = 1e-5
      guard angle > h, angle < .pi / 2 - h else { break }
      let slope = (square(angle + h) - square(angle - h)) / (2 * h)
      let bend = (square(angle + h) - 2 * square(angle) + square(angle - h)) / (h * h)
      guard bend > 0 else { break }
      angle = min(max(angle - slope / bend, 0), .pi / 2)
    }
    return min(near.min(), square(angle).squareRoot())
  }

  /// The distance outwards from the edge, which is below 0 inside, by search.
  func signedDistance(_ point: SIMD2<Double>) -> Double {
    let near = near(point)
    guard near.x < corner.extent, near.y < corner.extent else {
      return near.max() < 0 ? (near * near).sum().squareRoot() : -near.min()
    }
    let start = corner.nearestAngle(to: near)
    var (low, high) = (max(start - CornerCurve.step, 0), min(start + CornerCurve.step, .pi / 2))
    for _ in 0..<25 {
      let (one, other) = (low + (high - low) / 3, high - (high - low) / 3)
      if corner.squaredDistance(near, at: one) < corner.squaredDistance(near, at: other) {
        high = other
      } else {
        low = one
      }
    }
    let distance = corner.squaredDistance(near, at: (low + high) / 2).squareRoot()
    return corner.isOutside(near) ? distance : -min(near.min(), distance)
  }

  /// The distances inwards from the nearest vertical and the nearest horizontal side.
  private func near(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let (left, top) = (point.x - Double(frame.x), point.y - Double(frame.y))
    return SIMD2(min(left, Double(frame.width) - left), min(top, Double(frame.height) - top))
  }

  /// The direction inwards, that of a rectangle whose corners are circles no smaller than the depth.
  func inwards(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let centre = SIMD2(Double(frame.x) + Double(frame.width) / 2, Double(frame.y) + Double(frame.height) / 2)
    let half = SIMD2(Double(frame.width), Double(frame.height)) / 2
    let round = min(max(radius, depth), half.min())
    let away = point - centre
    let q = SIMD2(abs(away.x), abs(away.y)) - half + round
    var outwards = q.x > q.y ? SIMD2(1.0, 0) : SIMD2(0, 1.0)
    if q.min() > 0 { outwards = q / (q * q).sum().squareRoot() }
    return -outwards * SIMD2(away.x < 0 ? -1 : 1, away.y < 0 ? -1 : 1)
  }
}

/// The curve of a rounded corner, by distances from the two sides that it joins.
private struct CornerCurve {
  /// The angle between two of the points that a search begins with.
  static let step = Double.pi / 2 / 63

  /// The length of the curve along each side, in pixels.
  let extent: Double
  private let exponent: Double
  private let points: [SIMD2<Double>]

  init(_ radius: Double, extent: Double) {
    let diagonal = (1 - 0.5.squareRoot()) * radius
    let exponent = -log(2) / log(1 - diagonal / extent)
    (self.extent, self.exponent) = (extent, exponent)
    points = (0..<64).map { Self.point(Double($0) * Self.step, extent, exponent) }
  }

  /// Whether a point beside the corner lies beyond the curve.
  func isOutside(_ near: SIMD2<Double>) -> Bool {
    pow(max(1 - near.x / extent, 0), exponent) + pow(max(1 - near.y / extent, 0), exponent) > 1
  }

  /// The angle of the nearest of 64 points of the curve.
  func nearestAngle(to point: SIMD2<Double>) -> Double {
    var (nearest, least) = (0, Double.infinity)
    for (index, other) in points.enumerated() {
      let away = other - point
      let square = away.x * away.x + away.y * away.y
      if square < least { (nearest, least) = (index, square) }
    }
    return Double(nearest) * Self.step
  }

  /// The square of the distance of a point from the curve at an angle.
  func squaredDistance(_ point: SIMD2<Double>, at angle: Double) -> Double {
    let away = Self.point(angle, extent, exponent) - point
    return (away * away).sum()
  }

  private static func point(_ angle: Double, _ extent: Double, _ exponent: Double) -> SIMD2<Double> {
    SIMD2(
      extent * (1 - pow(max(cos(angle), 0), 2 / exponent)),
      extent * (1 - pow(max(sin(angle), 0), 2 / exponent)))
  }
}
