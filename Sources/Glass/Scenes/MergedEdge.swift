package import Geometry
import Glibc

/// The edge of a shape, or of shapes that flow together, from which distances are measured in both directions.
///
/// The distance from the edge of shapes that flow together is a − k h³ / 6, where a ≤ b are the distances of the two nearest ones, k
/// is three times the distance of ends that join, and h = max(k − (b − a), 0) / k. What is taken off a grows only as far as the point
/// stays in the frame, so that shapes beside one another do not bulge out of it.
package struct MergedEdge {
  /// The place of a point relative to the edge.
  package struct Sample {
    /// The distance outwards from the edge, in pixels; less than 0 inside of the shape.
    package var distance: Double
    /// A number with the sign of the distance that is no farther from 0, and changes by at most 1 from one pixel to the next.
    var field: Double
    /// The unit vector away from the shape.
    package var outwards: SIMD2<Double>
    /// The index of the nearest shape, and that of the one with which it flows together here, or its own.
    package var near = 0
    package var next = 0
    /// The share to which the two flow together: 0 where the nearest shape has its own edge, and 1 where both are as near.
    package var share = 0.0
  }

  private let edges: [RoundedEdge]
  private let frame: RoundedEdge
  private let reach: Double
  /// The columns in which the place of a pixel depends on its row alone, while directions at corners are those of the shapes.
  let straightColumns: Range<Int>

  package init(of shape: Shape) {
    // The corners of a shape with an inset have smaller radii, but distances are measured from its outer edge.
    edges = shape.separate.map { RoundedEdge(of: Shape(frame: $0.frame, corners: $0.corners)) }
    frame = RoundedEdge(of: Shape(frame: shape.frame, corners: .square))
    reach = Merging.reach(shape.merging?.distance ?? 0)
    straightColumns = shape.straightColumns
  }

  /// The place of a point; where `radii` are given, one for each shape, directions at corners are those of circles of at least
  /// this radius.
  package func sample(at point: SIMD2<Double>, radii: [Double] = []) -> Sample {
    var near: (index: Int, distance: Double, outwards: SIMD2<Double>)?
    var next: (index: Int, distance: Double, outwards: SIMD2<Double>)?
    // Shapes that are farther than the nearest one by the reach do not change its edge.
    var limit = Double.infinity
    if edges.count > 2 {
      for edge in edges { limit = min(limit, edge.mostDistance(to: point)) }
      limit += reach
    }
    for index in edges.indices {
      let least = edges[index].leastDistance(to: point)
      if least >= limit { continue }
      if let next, least >= next.distance { continue }
      let (distance, outwards) = edges[index].distance(to: point)
      if distance < near?.distance ?? .infinity {
        (near, next) = ((index, distance, outwards), near)
      } else if distance < next?.distance ?? .infinity {
        next = (index, distance, outwards)
      }
    }
    guard let near else { return Sample(distance: .infinity, field: .infinity, outwards: [0, -1]) }
    func outwards(_ own: (index: Int, distance: Double, outwards: SIMD2<Double>)) -> SIMD2<Double> {
      radii.isEmpty ? own.outwards : edges[own.index].roundDirection(at: point, radius: radii[own.index])
    }
    guard let next, next.distance - near.distance < reach else {
      return Sample(
        distance: near.distance, field: near.distance, outwards: outwards(near), near: near.index,
        next: near.index)
    }
    let share = 1 - (next.distance - near.distance) / reach
    let (field, length, direction) = blend(near.distance, outwards(near), outwards(next), share, at: point)
    return Sample(
      distance: field / length, field: field, outwards: direction, near: near.index, next: next.index,
      share: share)
  }

  /// The field where two shapes flow together, the length of its slope and its direction; `share` is h.
  private func blend(
    _ least: Double, _ own: SIMD2<Double>, _ other: SIMD2<Double>, _ share: Double, at point: SIMD2<Double>
  ) -> (Double, Double, SIMD2<Double>) {
    let (outer, side) = frame.sideDistance(to: point)
    let (pull, room) = (reach * share * share * share / 6, max(least - outer, 0))
    guard pull > 0 else { return (least, 1, own) }
    guard room > 0 else { return (least, 1, side) }
    // This is min(pull, room) with a smooth passage from one to the other.
    func fourth(_ number: Double) -> Double { number * number * number * number }
    let taken = pull * room / (fourth(pull) + fourth(room)).squareRoot().squareRoot()
    let (pulled, held) = (fourth(taken / pull) * taken / pull, fourth(taken / room) * taken / room)
    let slope = own - (own - other) * (pulled * share * share / 2) - (own - side) * held
    let length = (slope * slope).sum().squareRoot()
    // The slope is 0 at the point where two shapes begin to touch, so that it tells no direction there.
    return (least - taken, max(length, 0.25), length > 1e-6 ? slope / length : own)
  }
}

extension MergedEdge {
  /// The sides in pixels of the blocks of which one place can tell that no pixel is near the edge, and of those that they are divided
  /// into otherwise.
  private static let (largeBlock, block) = (16, 4)

  /// Calls `pixels` with the places of the pixels of `rect` whose distance outwards may be in `band`, each with the columns for
  /// which it stands, and `inside` with parts of `rect` that are farther inwards. Directions at corners are those of circles of at
  /// least `radii`, of which each is less than half the height of its shape.
  package func visit(
    _ rect: PixelRect, within band: ClosedRange<Double>, radii: [Double] = [],
    pixels: (_ columns: Range<Int>, _ row: Int, Sample) -> Void, inside: (PixelRect) -> Void = { _ in }
  ) {
    // A field is no farther from 0 than the distance.
    let band = min(band.lowerBound, 0)...max(band.upperBound, 0)
    let straight = straightColumns.clamped(to: rect.x..<rect.maxX)
    for y in rect.y..<rect.maxY where !straight.isEmpty {
      let sample = sample(at: SIMD2(Double(straight.lowerBound) + 0.5, Double(y) + 0.5), radii: radii)
      if sample.field < band.lowerBound {
        inside(PixelRect(x: straight.lowerBound, y: y, width: straight.count, height: 1))
      } else if sample.field <= band.upperBound {
        pixels(straight, y, sample)
      }
    }
    for columns in [rect.x..<straight.lowerBound, straight.upperBound..<rect.maxX] {
      let part = PixelRect(x: columns.lowerBound, y: rect.y, width: columns.count, height: rect.height)
      for large in part.blocks(of: Self.largeBlock) {
        if middle(of: large, within: band, inside: inside) == nil { continue }
        for block in large.blocks(of: Self.block) {
          visit(block: block, within: band, radii: radii, pixels: pixels, inside: inside)
        }
      }
    }
  }

  /// The field in the middle of a block if pixels of it may be in `band`; calls `inside` with the block if all of them are farther
  /// inwards.
  private func middle(
    of block: PixelRect, within band: ClosedRange<Double>, inside: (PixelRect) -> Void
  ) -> Double? {
    let (width, height) = (Double(block.width), Double(block.height))
    let field = sample(at: SIMD2(Double(block.x) + width / 2, Double(block.y) + height / 2)).field
    // A field changes by no more than the distance between two points.
    let reach = ((width - 1) * (width - 1) + (height - 1) * (height - 1)).squareRoot() / 2
    if field - reach > band.upperBound { return nil }
    guard field + reach < band.lowerBound else { return field }
    inside(block)
    return nil
  }

  private func visit(
    block: PixelRect, within band: ClosedRange<Double>, radii: [Double],
    pixels: (_ columns: Range<Int>, _ row: Int, Sample) -> Void, inside: (PixelRect) -> Void
  ) {
    guard let field = middle(of: block, within: band, inside: inside) else { return }
    let middle = SIMD2(Double(block.x) + Double(block.width) / 2, Double(block.y) + Double(block.height) / 2)
    for y in block.y..<block.maxY {
      for x in block.x..<block.maxX {
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        let reach = ((place - middle) * (place - middle)).sum().squareRoot()
        if field - reach > band.upperBound { continue }
        if field + reach < band.lowerBound {
          inside(PixelRect(x: x, y: y, width: 1, height: 1))
          continue
        }
        pixels(x..<x + 1, y, sample(at: place, radii: radii))
      }
    }
  }
}

extension PixelRect {
  /// The squares of a side, or what is left of them, into which the rectangle is divided, column by column.
  fileprivate func blocks(of side: Int) -> [PixelRect] {
    stride(from: x, to: maxX, by: side).flatMap { x in
      stride(from: y, to: maxY, by: side).map { y in
        PixelRect(x: x, y: y, width: min(side, maxX - x), height: min(side, maxY - y))
      }
    }
  }
}

extension Shape {
  /// The columns in which the distance from the edge of shapes that flow together depends on the row alone, at pixels that are not in
  /// the depth of the shapes.
  fileprivate var straightColumns: Range<Int> {
    let shapes = separate
    // Beyond half of its height, no corner and no upright side is nearer than the level ones.
    let spans = shapes.map { shape -> (start: Double, end: Double) in
      let margin = max(shape.largestCorner, Double(shape.frame.height) / 2)
      return (Double(shape.frame.x) + margin, Double(shape.frame.maxX) - margin)
    }
    // Closer to the sides of the frame, what flows together is held back by them, by a ten-thousandth of a pixel here.
    let deepest = shapes.map { Double($0.frame.height) / 2 }.max() ?? 0
    let margin = 5 * (merging?.distance ?? 0) + deepest
    let start = max(Double(frame.x) + margin, spans.map(\.start).max() ?? 0).rounded(.up)
    let end = min(Double(frame.maxX) - margin, spans.map(\.end).min() ?? 0).rounded(.down)
    return start < end ? Int(start)..<Int(end) : frame.x..<frame.x
  }
}

/// The edge of one rounded rectangle, with distances in both directions.
private struct RoundedEdge {
  private let left, top, right, bottom: Double
  private let radii: SIMD4<Double>
  private let extents: SIMD4<Double>
  /// A distance that is at least that of a corner of the frame from the curve there.
  private let cornerDepth: Double
  /// The ends of the chords of corners, one corner after the other, in pixels from the sides that meet there.
  private let ends: [SIMD2<Double>]
  /// The index of the first end of the corners top left, top right, bottom right and bottom left.
  private let firsts: SIMD4<Int>
  /// The corners that reach beyond the middle of a side, where another corner is next to a point.
  private let large: [Int]

  private static let chords = 256

  init(of shape: Shape) {
    let frame = shape.frame
    (left, top) = (Double(frame.x), Double(frame.y))
    (right, bottom) = (Double(frame.maxX), Double(frame.maxY))
    let corners = shape.corners
    radii = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]
    let curves = shape.curves
    var (extents, firsts, ends) = (SIMD4<Double>.zero, SIMD4<Int>.zero, [SIMD2<Double>]())
    for (index, curve) in curves.enumerated() {
      extents[index] = curve.extent
      let same = (0..<index).first { curves[$0] == curve }
      firsts[index] = same.map { firsts[$0] } ?? ends.count
      if same == nil { ends += curve.points(Self.chords) }
    }
    (self.extents, self.firsts, self.ends) = (extents, firsts, ends)
    // No curve is farther from its corner than a quarter of a circle with the same extent.
    cornerDepth = 0.42 * extents.max()
    // The corners of a capsule reach as far as the middle, except for errors of rounding.
    let middle = Double(min(frame.width, frame.height)) / 2 + 1e-6
    large = curves.indices.filter { curves[$0].extent > middle }
  }

  /// A distance that is at most that of the edge.
  func leastDistance(to point: SIMD2<Double>) -> Double {
    let (x, y) = (max(left - point.x, point.x - right), max(top - point.y, point.y - bottom))
    return max(x, y)
  }

  /// A distance that is at least that of the edge.
  func mostDistance(to point: SIMD2<Double>) -> Double {
    let (x, y) = (max(left - point.x, point.x - right, 0), max(top - point.y, point.y - bottom, 0))
    return (x * x + y * y).squareRoot() + cornerDepth
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
    let corner = isLow ? (isRight ? 2 : 3) : (isRight ? 1 : 0)
    let (place, away) = place(of: point, inCorner: corner)
    return (corner, place, away)
  }

  /// The distances inwards of a point from the sides that meet at a corner, and the signs of a vector that points from the middle
  /// to that corner.
  private func place(of point: SIMD2<Double>, inCorner corner: Int) -> (SIMD2<Double>, SIMD2<Double>) {
    let (isRight, isLow) = (corner == 1 || corner == 2, corner >= 2)
    let place = SIMD2(
      isRight ? right - point.x : point.x - left, isLow ? bottom - point.y : point.y - top)
    return (place, SIMD2(isRight ? 1 : -1, isLow ? 1 : -1))
  }

  /// The distance outwards from the edge, and its direction.
  func distance(to point: SIMD2<Double>) -> (Double, SIMD2<Double>) {
    let (corner, place, away) = corner(of: point)
    var nearest = distance(from: place, nextTo: corner, away)
    for other in large where other != corner {
      let (place, away) = self.place(of: point, inCorner: other)
      guard place.x < extents[other], place.y < extents[other] else { continue }
      let (distance, inwards) = distance(from: place, toCorner: other)
      if distance > nearest.0 { nearest = (distance, inwards * away) }
    }
    return nearest
  }

  /// The distance outwards from the curve of a corner or from the sides that meet there, and its direction.
  private func distance(
    from place: SIMD2<Double>, nextTo corner: Int, _ away: SIMD2<Double>
  ) -> (Double, SIMD2<Double>) {
    guard extents[corner] > 0, place.x < extents[corner], place.y < extents[corner] else {
      if place.x < 0, place.y < 0 {
        let length = (place * place).sum().squareRoot()
        return (length, place / -length * away)
      }
      return place.x < place.y ? (-place.x, [away.x, 0]) : (-place.y, [0, away.y])
    }
    let (distance, inwards) = distance(from: place, toCorner: corner)
    // Deep inside, the curve may be farther away than a side.
    if -distance > place.min() {
      return place.x < place.y ? (-place.x, [away.x, 0]) : (-place.y, [0, away.y])
    }
    return (distance, inwards * away)
  }

  /// The distance outwards from the curve of a corner, and the direction inwards, in pixels from the sides that meet there.
  private func distance(from place: SIMD2<Double>, toCorner corner: Int) -> (Double, SIMD2<Double>) {
    let (first, last) = (firsts[corner], firsts[corner] + Self.chords)
    let middle = (first + last) / 2
    var best = (square: Double.infinity, chord: first, away: SIMD2<Double>.zero)
    // The distance to either half of the curve has one minimum, which is where it stops to fall.
    for half in 0..<2 {
      var (low, high) = half == 0 ? (first, middle) : (middle, last)
      while low < high {
        let middle = (low + high) / 2
        let isFalling = ((ends[middle + 1] - ends[middle]) * (place - ends[middle + 1])).sum() > 0
        if isFalling { low = middle + 1 } else { high = middle }
      }
      for chord in max(low - 1, first)...min(low + 1, last - 1) {
        let (along, own) = (ends[chord + 1] - ends[chord], place - ends[chord])
        let length = (along * along).sum()
        let share = length > 0 ? min(max((own * along).sum() / length, 0), 1) : 0
        let away = own - along * share
        let square = (away * away).sum()
        if square < best.square { best = (square, chord, away) }
      }
    }
    let along = ends[best.chord + 1] - ends[best.chord]
    let own = place - ends[best.chord]
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
