import Geometry
import Glibc

/// The edge of shapes that flow together, from which distances are measured in both directions.
///
/// The distance from the edge is a − k h³ / 6, where a ≤ b are the distances of the two nearest shapes, k is three times the
/// distance of ends that join, and h = max(k − (b − a), 0) / k. What is taken off a grows only as far as the point stays in the
/// frame, so that shapes beside one another do not bulge out of it.
package struct MergedEdge {
  /// The place of a point relative to the edge.
  package struct Sample {
    /// The distance outwards from the edge, in pixels; less than 0 inside of the shape.
    package var distance: Double
    /// The unit vector away from the shape.
    package var outwards: SIMD2<Double>
    /// The index of the nearest shape.
    package var nearest: Int
    /// The influence of the second shape: 0 there is none, 1 both are as near.
    package var share: Double
  }

  private let edges: [RoundedEdge]
  private let frame: RoundedEdge
  private let reach: Double

  package init(of shape: Shape) {
    // The corners of a shape with an inset have smaller radii, but distances are measured from its outer edge.
    edges = shape.separate.map { RoundedEdge(of: Shape(frame: $0.frame, corners: $0.corners)) }
    frame = RoundedEdge(of: Shape(frame: shape.frame, corners: .square))
    reach = Merging.reach(shape.merging?.distance ?? 0)
  }

  /// The place of a point; where `radius` is given, directions at corners are those of circles of at least this radius.
  package func sample(at point: SIMD2<Double>, radius: Double = 0) -> Sample {
    var near: (index: Int, distance: Double, outwards: SIMD2<Double>)?
    var next: (index: Int, distance: Double, outwards: SIMD2<Double>)?
    for (index, edge) in edges.enumerated() {
      if let next, edge.leastDistance(to: point) >= next.distance { continue }
      let (distance, outwards) = edge.distance(to: point)
      if distance < near?.distance ?? .infinity {
        (near, next) = ((index, distance, outwards), near)
      } else if distance < next?.distance ?? .infinity {
        next = (index, distance, outwards)
      }
    }
    guard let near else { return Sample(distance: .infinity, outwards: [0, -1], nearest: 0, share: 0) }
    func outwards(_ own: (index: Int, distance: Double, outwards: SIMD2<Double>)) -> SIMD2<Double> {
      radius > 0 ? edges[own.index].roundDirection(at: point, radius: radius) : own.outwards
    }
    guard let next, next.distance - near.distance < reach else {
      return Sample(distance: near.distance, outwards: outwards(near), nearest: near.index, share: 0)
    }
    let share = 1 - (next.distance - near.distance) / reach
    let (distance, direction) = blend(near.distance, outwards(near), outwards(next), share, at: point)
    return Sample(distance: distance, outwards: direction, nearest: near.index, share: share)
  }

  /// The distance where two shapes flow together, and its direction; `share` is h.
  private func blend(
    _ least: Double, _ own: SIMD2<Double>, _ other: SIMD2<Double>, _ share: Double, at point: SIMD2<Double>
  ) -> (Double, SIMD2<Double>) {
    let (outer, side) = frame.sideDistance(to: point)
    let (pull, room) = (reach * share * share * share / 6, max(least - outer, 0))
    guard pull > 0 else { return (least, own) }
    guard room > 0 else { return (least, side) }
    // This is min(pull, room) with a smooth passage from one to the other.
    let taken = pull * room / pow(pow(pull, 4) + pow(room, 4), 0.25)
    let (pulled, held) = (pow(taken / pull, 5), pow(taken / room, 5))
    let slope = own - (own - other) * (pulled * share * share / 2) - (own - side) * held
    let length = (slope * slope).sum().squareRoot()
    // The slope is 0 at the point where two shapes begin to touch, so that it tells no direction there.
    let distance = (least - taken) / max(length, 0.25)
    return (distance, length > 1e-6 ? slope / length : own)
  }
}

/// The edge of one rounded rectangle, with distances in both directions.
private struct RoundedEdge {
  private let left, top, right, bottom: Double
  private let radii: [Double]
  private let extents: [Double]
  /// The ends of the chords of the corners top left, top right, bottom right and bottom left, in pixels from the sides that
  /// meet there.
  private let corners: [[SIMD2<Double>]]

  private static let chords = 256

  init(of shape: Shape) {
    let frame = shape.frame
    (left, top) = (Double(frame.x), Double(frame.y))
    (right, bottom) = (Double(frame.maxX), Double(frame.maxY))
    let own = shape.corners
    radii = [own.topLeft, own.topRight, own.bottomRight, own.bottomLeft]
    let curves = shape.curves
    extents = curves.map(\.extent)
    var lines: [[SIMD2<Double>]] = []
    for (index, curve) in curves.enumerated() {
      let same = (0..<index).first {
        curves[$0].extent == curve.extent && curves[$0].exponent == curve.exponent
      }
      lines.append(same.map { lines[$0] } ?? curve.points(Self.chords))
    }
    corners = lines
  }

  /// A distance that is at most that of the edge.
  func leastDistance(to point: SIMD2<Double>) -> Double {
    let (x, y) = (max(left - point.x, point.x - right), max(top - point.y, point.y - bottom))
    return max(x, y)
  }

  /// The distance outwards from the nearest of the four sides, and its direction.
  func sideDistance(to point: SIMD2<Double>) -> (Double, SIMD2<Double>) {
    let sides = [left - point.x, point.x - right, top - point.y, point.y - bottom]
    let directions: [SIMD2<Double>] = [[-1, 0], [1, 0], [0, -1], [0, 1]]
    let nearest = sides.indices.max { sides[$0] < sides[$1] } ?? 0
    return (sides[nearest], directions[nearest])
  }

  /// The corner next to a point, the point's distances inwards from the sides that meet there, and the signs of a vector
  /// that points away from the middle.
  private func corner(of point: SIMD2<Double>) -> (Int, SIMD2<Double>, SIMD2<Double>) {
    let (isRight, isLow) = (point.x > (left + right) / 2, point.y > (top + bottom) / 2)
    let place = SIMD2(
      isRight ? right - point.x : point.x - left, isLow ? bottom - point.y : point.y - top)
    return (
      isLow ? (isRight ? 2 : 3) : (isRight ? 1 : 0), place, SIMD2(isRight ? 1 : -1, isLow ? 1 : -1)
    )
  }

  /// The distance outwards from the edge, and its direction.
  func distance(to point: SIMD2<Double>) -> (Double, SIMD2<Double>) {
    let (corner, place, away) = corner(of: point)
    guard extents[corner] > 0, place.x < extents[corner], place.y < extents[corner] else {
      if place.x < 0, place.y < 0 {
        let length = (place * place).sum().squareRoot()
        return (length, place / -length * away)
      }
      return place.x < place.y ? (-place.x, [away.x, 0]) : (-place.y, [0, away.y])
    }
    let (distance, inwards) = Self.distance(from: place, to: corners[corner])
    // Deep inside, the curve may be farther away than a side.
    if -distance > place.min() {
      return place.x < place.y ? (-place.x, [away.x, 0]) : (-place.y, [0, away.y])
    }
    return (distance, inwards * away)
  }

  /// The distance outwards from the curve of a corner, and the direction inwards, in pixels from the sides that meet there.
  private static func distance(
    from place: SIMD2<Double>, to line: [SIMD2<Double>]
  ) -> (Double, SIMD2<Double>) {
    var best = (square: Double.infinity, chord: 0, away: SIMD2<Double>.zero)
    // The distance to either half of the curve has one minimum, which is where it stops to fall.
    for half in [0..<line.count / 2, line.count / 2..<line.count - 1] {
      var (low, high) = (half.lowerBound, half.upperBound)
      while low < high {
        let middle = (low + high) / 2
        let isFalling = ((line[middle + 1] - line[middle]) * (place - line[middle + 1])).sum() > 0
        if isFalling { low = middle + 1 } else { high = middle }
      }
      for chord in max(low - 1, 0)...min(low + 1, line.count - 2) {
        let (along, own) = (line[chord + 1] - line[chord], place - line[chord])
        let length = (along * along).sum()
        let share = length > 0 ? min(max((own * along).sum() / length, 0), 1) : 0
        let away = own - along * share
        let square = (away * away).sum()
        if square < best.square { best = (square, chord, away) }
      }
    }
    let along = line[best.chord + 1] - line[best.chord]
    let own = place - line[best.chord]
    let isInside = along.x * own.y - along.y * own.x >= 0
    let distance = best.square.squareRoot()
    var inwards = SIMD2(-along.y, along.x)
    if distance > 1e-4 { inwards = isInside ? best.away : -best.away }
    return (isInside ? -distance : distance, inwards / (inwards * inwards).sum().squareRoot())
  }

  /// The direction outwards, as that of a rectangle whose corners are circles of at least `radius`.
  func roundDirection(at point: SIMD2<Double>, radius: Double) -> SIMD2<Double> {
    let (corner, place, away) = corner(of: point)
    let own = min(max(radii[corner], radius), min(right - left, bottom - top) / 2)
    let beyond = SIMD2(repeating: own) - place
    if beyond.min() <= 0 { return beyond.x > beyond.y ? [away.x, 0] : [0, away.y] }
    return beyond / (beyond * beyond).sum().squareRoot() * away
  }
}

extension Shape.Curve {
  /// The ends of chords of the curve, from its upright side to the level one, in pixels from these sides.
  func points(_ chords: Int) -> [SIMD2<Double>] {
    if extent <= 0 { return [] }
    return (0...chords).map { index in
      let angle = Double(index) / Double(chords) * .pi / 2
      func side(_ part: Double) -> Double { extent * (1 - pow(max(part, 0), 2 / exponent)) }
      return SIMD2(side(cos(angle)), side(sin(angle)))
    }
  }
}
