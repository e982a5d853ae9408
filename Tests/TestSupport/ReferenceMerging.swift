import Geometry
import Glibc

/// Rounded rectangles that flow together, in double precision: distances by search, slopes by differences, and
/// coverage by counting.
public struct ReferenceMerging: Sendable {
  /// The shapes, with the refraction that all of them have.
  public var parts: [ReferenceLens]
  /// The distance below which flat ends join, in pixels.
  public var distance: Double
  private let frame: PixelRect

  public init(_ parts: [ReferenceLens], distance: Double) {
    self.parts = parts
    self.distance = distance
    frame = parts.reduce(parts[0].frame) { $0.union($1.frame) }
  }

  /// The function that is 0 at the edge and below 0 inside: a − k h³ / 6, with what is taken off limited smoothly to what
  /// leaves the point in the frame.
  private func field(_ least: Double, _ next: Double, _ outer: Double) -> Double {
    let k = 3 * distance
    let h = max(k - (next - least), 0) / k
    let (pull, room) = (k * h * h * h / 6, max(least - outer, 0))
    if pull == 0 || room == 0 { return least }
    return least - pow(pow(pull, -4) + pow(room, -4), -0.25)
  }

  /// The value of the function at a point.
  public func field(_ point: SIMD2<Double>) -> Double {
    let distances = parts.map { $0.signedDistance(point) }.sorted()
    return field(distances[0], distances.count > 1 ? distances[1] : .infinity, sides(point).max() ?? 0)
  }

  private func sides(_ point: SIMD2<Double>) -> [Double] {
    [
      Double(frame.x) - point.x, point.x - Double(frame.maxX), Double(frame.y) - point.y,
      point.y - Double(frame.maxY),
    ]
  }

  /// The share of a pixel that the shape covers, counted at 32 × 32 points between 5 × 5 values of the function.
  public func coverage(x: Int, y: Int) -> Double {
    let middle = field(SIMD2(Double(x) + 0.5, Double(y) + 0.5))
    if abs(middle) > 2 { return middle < 0 ? 1 : 0 }
    let values = (0..<25).map { field(SIMD2(Double(x) + Double($0 % 5) / 4, Double(y) + Double($0 / 5) / 4)) }
    var count = 0
    for point in 0..<1024 {
      let (right, down) = ((Double(point % 32) + 0.5) / 8, (Double(point / 32) + 0.5) / 8)
      let (column, row) = (Int(right), Int(down))
      let (across, along) = (right - Double(column), down - Double(row))
      let first = row * 5 + column
      let above = values[first] * (1 - across) + values[first + 1] * across
      let below = values[first + 5] * (1 - across) + values[first + 6] * across
      if above * (1 - along) + below * along < 0 { count += 1 }
    }
    return Double(count) / 1024
  }

  /// The distance inwards to the edge, and the direction outwards, by which glass is bent.
  public func bending(at point: SIMD2<Double>) -> (depth: Double, outwards: SIMD2<Double>) {
    let order = parts.indices.map { ($0, parts[$0].signedDistance(point)) }.sorted { $0.1 < $1.1 }
    let (a, b) = (order[0], order.count > 1 ? order[1] : (order[0].0, .infinity))
    let sides = sides(point)
    let side = sides.indices.max { sides[$0] < sides[$1] } ?? 0
    let value = field(a.1, b.1, sides[side])
    guard b.1 - a.1 < 3 * distance else { return (-value, -parts[a.0].inwards(point)) }
    let step = 1e-6
    func slope(_ change: (Double) -> Double) -> Double { (change(step) - change(-step)) / (2 * step) }
    let directions: [SIMD2<Double>] = [[-1, 0], [1, 0], [0, -1], [0, 1]]
    let gradient =
      -parts[a.0].inwards(point) * slope { field(a.1 + $0, b.1, sides[side]) }
      - parts[b.0].inwards(point) * slope { field(a.1, b.1 + $0, sides[side]) }
      + directions[side] * slope { field(a.1, b.1, sides[side] + $0) }
    let length = (gradient * gradient).sum().squareRoot()
    return (-value / max(length, 0.25), length > 1e-6 ? gradient / length : .zero)
  }

  /// The place, in pixels, that a pixel's centre shows.
  public func place(of point: SIMD2<Double>) -> SIMD2<Double> {
    let (depth, outwards) = bending(at: point)
    // Each shape is bent as it is alone, and where two are as near, as the mean of both.
    let order = parts.indices.map { ($0, parts[$0].signedDistance(point)) }.sorted { $0.1 < $1.1 }
    let (a, b) = (order[0], order.count > 1 ? order[1] : (order[0].0, .infinity))
    let h = max(1 - (b.1 - a.1) / (3 * distance), 0)
    func mixed(_ figure: KeyPath<ReferenceLens, Double>) -> Double {
      parts[a.0][keyPath: figure] * (1 - h * h / 2) + parts[b.0][keyPath: figure] * (h * h / 2)
    }
    let t = min(max(depth / mixed(\.depth), 0), 1)
    return point - outwards * (mixed(\.amount) * (1 - (t * (2 - t)).squareRoot()))
  }
}
