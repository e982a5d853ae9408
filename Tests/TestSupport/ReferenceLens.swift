public import Geometry
import Glibc

/// The refraction of a sheet of glass in double precision, with distances by Newton's method.
public struct ReferenceLens: Sendable {
  public var frame: PixelRect
  /// The radius of all corners, in pixels.
  public var radius: Double
  /// The depth and the amount of the refraction, in pixels.
  public var depth, amount: Double
  public var dispersion = 0.0

  /// Makes the lens of a sheet with figures in points, of which a thin sheet has less; `scale` is pixels per point.
  public init(frame: PixelRect, radius: Double, depth: Double, amount: Double, scale: Double) {
    (self.frame, self.radius) = (frame, radius)
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
    let (left, top) = (point.x - Double(frame.x), point.y - Double(frame.y))
    let near = SIMD2(min(left, Double(frame.width) - left), min(top, Double(frame.height) - top))
    let extent = min(1.52866 * radius, Double(min(frame.width, frame.height)) / 2)
    guard near.x < extent, near.y < extent else { return max(0, near.min()) }
    let diagonal = (1 - 0.5.squareRoot()) * radius
    let exponent = -log(2) / log(1 - diagonal / extent)
    let isOutside = pow(1 - near.x / extent, exponent) + pow(1 - near.y / extent, exponent) > 1
    return isOutside ? 0 : min(near.min(), Self.distance(near, extent, exponent))
  }

  /// The least distance to the curve of a corner: Newton's method from the nearest of 64 points.
  private static func distance(_ point: SIMD2<Double>, _ extent: Double, _ exponent: Double) -> Double {
    func curve(_ angle: Double) -> SIMD2<Double> {
      SIMD2(
        extent * (1 - pow(max(cos(angle), 0), 2 / exponent)),
        extent * (1 - pow(max(sin(angle), 0), 2 / exponent)))
    }
    func square(_ angle: Double) -> Double {
      let away = curve(angle) - point
      return (away * away).sum()
    }
    let step = Double.pi / 2 / 63
    var angle = (0..<64).map { Double($0) * step }.min { square($0) < square($1) } ?? 0
    for _ in 0..<30 {
      let h = 1e-5
      guard angle > h, angle < .pi / 2 - h else { break }
      let slope = (square(angle + h) - square(angle - h)) / (2 * h)
      let bend = (square(angle + h) - 2 * square(angle) + square(angle - h)) / (h * h)
      guard bend > 0 else { break }
      angle = min(max(angle - slope / bend, 0), .pi / 2)
    }
    return square(angle).squareRoot()
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
