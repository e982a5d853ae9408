import Geometry

/// The edge of a shape, from which distances inwards are measured.
///
/// The curve of each corner is taken as a line of 256 chords. A chord of a corner of 64 pixels is .25 px long, and less than
/// .001 px away from the curve.
package struct Contour {
  private let frame: PixelRect
  /// The ends of the chords of the corners top left, top right, bottom right and bottom left, in pixels from the sides that
  /// meet there.
  private let corners: [[SIMD2<Double>]]
  /// The extent of each corner along its sides, in pixels.
  private let extents: [Double]
  /// The corners that reach beyond the middle of a side, where another corner is next to a point.
  private let large: [Int]

  private static let chords = 256

  package init(of shape: Shape) {
    frame = shape.frame
    let curves = shape.curves
    extents = curves.map(\.extent)
    corners = curves.map { $0.points(Self.chords) }
    let middle = Double(min(frame.width, frame.height)) / 2 + 1e-6
    large = curves.indices.filter { curves[$0].extent > middle }
  }

  /// The distance in pixels from a point of the frame to the nearest point of the edge; 0 outside of the shape.
  package func depth(at point: SIMD2<Double>) -> Double {
    let (left, top) = (point.x - Double(frame.x), point.y - Double(frame.y))
    let (right, bottom) = (Double(frame.width) - left, Double(frame.height) - top)
    var nearest = max(0, min(left, right, top, bottom))
    let corner = top <= bottom ? (left <= right ? 0 : 1) : (left <= right ? 3 : 2)
    for other in large where other != corner {
      let place = SIMD2(other == 0 || other == 3 ? left : right, other < 2 ? top : bottom)
      if place.max() < extents[other] { nearest = min(nearest, depth(at: place, other)) }
    }
    let place = SIMD2(min(left, right), min(top, bottom))
    guard place.x < extents[corner], place.y < extents[corner] else { return nearest }
    return min(nearest, depth(at: place, corner))
  }

  /// The distance from a point to the curve of a corner, both measured from the sides that meet there.
  private func depth(at place: SIMD2<Double>, _ corner: Int) -> Double {
    let line = corners[corner]
    var (least, isInside) = (Double.infinity, true)
    for (start, end) in zip(line, line.dropFirst()) {
      let (along, own) = (end - start, place - start)
      let length = (along * along).sum()
      let share = length > 0 ? min(max((own * along).sum() / length, 0), 1) : 0
      let away = own - along * share
      let square = (away * away).sum()
      guard square < least else { continue }
      least = square
      // Chords lead from the upright side to the level one: the corner of the frame lies on one side of all of them.
      isInside = along.x * own.y - along.y * own.x >= 0
    }
    return isInside ? least.squareRoot() : 0
  }
}
