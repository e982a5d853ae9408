import Geometry
import Glibc

/// A light that shines on the edge of a sheet, as far as the edge is turned to it.
package struct EdgeLight: Equatable, Hashable, Sendable {
  /// The unit vector towards the light, above or below; y points down.
  private let direction: SIMD2<Double>
  /// The cosine of the angle between the edge and the light beyond which the edge is dark.
  private let least: Double
  /// The share of the light that falls on an edge whose cosine is half way from `least` to 1.
  private let middle: Double

  /// Makes a light that reaches edges up to `spread` degrees from its direction.
  package init(direction: SIMD2<Double>, spread: Double, middle: Double) {
    self.direction = direction
    least = cos(spread / 180 * .pi)
    self.middle = middle
  }

  /// The light from above.
  package static let key = EdgeLight(direction: [0, -1], spread: 90, middle: 0.5)
  /// The light from below, which fades sooner.
  package static let fill = EdgeLight(direction: [0, 1], spread: 80, middle: 0.35)

  /// The rows of the edge of a shape, in a line of `width` pixels, on which the light may fall; it comes from above or below and
  /// reaches no edges that are turned away from it.
  fileprivate func rows(of shape: Shape, width: Double) -> Range<Int> {
    let (frame, extents) = (shape.frame, shape.curves.map(\.extent))
    func depth(_ extent: Double) -> Int {
      min(Int((max(extent, width) + shape.inset).rounded(.up)), frame.height)
    }
    return direction.y < 0
      ? frame.y..<frame.y + depth(max(extents[0], extents[1]))
      : frame.maxY - depth(max(extents[2], extents[3]))..<frame.maxY
  }

  /// The share of the light, 0 … 1, on an edge from which the unit vector `outwards` leads away.
  package func share(on outwards: SIMD2<Double>) -> Double {
    let turned = min(max(((outwards * direction).sum() - least) / (1 - least), 0), 1)
    return turned / (1 + (1 / middle - 2) * (1 - turned))
  }
}

extension Shape {
  /// The coverage of the edge by a light, in parts that do not overlap: a line of `width` pixels along the inside, in which
  /// the light has one strength or, if it `fades`, falls from the edge to nothing.
  package func tiles(of light: EdgeLight, width: Double, fades: Bool) -> [CoverageTile] {
    let edge = MergedEdge(of: self)
    let band = -inset - width - MergedEdge.Sample.reach ... -inset + MergedEdge.Sample.reach
    return borderTiles(width: width, rows: light.rows(of: self, width: width)).compactMap { tile in
      guard let line = tile.bytes else { return nil }
      var lit = [UInt8](repeating: 0, count: line.count)
      edge.visit(tile.rect, within: band) { columns, y, sample in
        let share = light.share(on: sample.outwards)
        let faded = fades ? sample.faded(over: width, beyond: inset) : 0
        let first = (y - tile.rect.y) * tile.rect.width - tile.rect.x
        for index in first + columns.lowerBound..<first + columns.upperBound where line[index] > 0 {
          lit[index] = UInt8((share * (fades ? faded : Double(line[index]) / 255) * 255).rounded())
        }
      }
      return lit.allSatisfy { $0 == 0 } ? nil : CoverageTile(rect: tile.rect, bytes: lit)
    }
  }
}
