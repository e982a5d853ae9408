import Geometry
import Glibc

/// A light that shines on the edge of a sheet, as far as the edge is turned to it.
package struct EdgeLight: Equatable, Hashable, Sendable {
  /// The unit vector towards the light; y points down.
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

  /// The rows of the edge of a shape, in a line of `width` pixels, on which the light may fall: all of them, unless it reaches
  /// no edges that are upright or turned downwards, or none that are upright or turned upwards.
  fileprivate func rows(of shape: Shape, width: Double) -> Range<Int> {
    let (frame, extents) = (shape.frame, shape.curves.map(\.extent))
    func depth(_ extent: Double) -> Int {
      min(Int((max(extent, width) + shape.inset).rounded(.up)), frame.height)
    }
    // A light from above reaches edges that are turned downwards most where they are upright, and one from below those
    // that are turned upwards.
    let sidewards = abs(direction.x)
    if (direction.y < 0 ? sidewards : 1) <= least {
      return frame.y..<frame.y + depth(max(extents[0], extents[1]))
    }
    if (direction.y > 0 ? sidewards : 1) <= least {
      return frame.maxY - depth(max(extents[2], extents[3]))..<frame.maxY
    }
    return frame.y..<frame.maxY
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
    let corners = sharpCorners(width: width)
    /// The share of the light on a part of the edge, and the strength of light that fades.
    func strength(_ columns: Range<Int>, _ y: Int, _ sample: MergedEdge.Sample) -> (
      share: Double, faded: Double
    ) {
      let pixel = PixelRect(x: columns.lowerBound, y: y, width: columns.count, height: 1)
      if corners.contains(where: { $0.contains(pixel) }) {
        return edge.light(light, onPixel: pixel, from: inset, over: width)
      }
      let share = light.share(on: sample.outwards)
      return (share, fades ? share * sample.faded(over: width, beyond: inset) : 0)
    }
    func lit(_ line: UInt8, _ own: (share: Double, faded: Double)) -> UInt8 {
      UInt8(((fades ? own.faded : own.share * (Double(line) / 255)) * 255).rounded())
    }
    if merging != nil {
      return mergedLine(width: width, edge) { columns, y, sample, line in
        line > 0 ? lit(line, strength(columns, y, sample)) : 0
      }
    }
    return borderTiles(width: width, rows: light.rows(of: self, width: width)).compactMap { tile in
      guard let line = tile.bytes else { return nil }
      var bytes = [UInt8](repeating: 0, count: line.count)
      edge.visit(tile.rect, within: band) { columns, y, sample in
        let own = strength(columns, y, sample)
        let first = (y - tile.rect.y) * tile.rect.width - tile.rect.x
        for index in first + columns.lowerBound..<first + columns.upperBound where line[index] > 0 {
          bytes[index] = lit(line[index], own)
        }
      }
      return bytes.allSatisfy { $0 == 0 } ? nil : CoverageTile(rect: tile.rect, bytes: bytes)
    }
  }

  /// The squares at those corners whose edge turns by so much within a pixel that it does not count as straight there.
  private func sharpCorners(width: Double) -> [PixelRect] {
    separate.flatMap { part -> [PixelRect] in
      let frame = part.frame
      return Shape(frame: frame, corners: part.corners).curves.enumerated().compactMap { index, curve in
        guard curve.extent < Self.leastEvenExtent else { return nil }
        let side = Int(max(curve.extent, inset + width).rounded(.up))
        let (isRight, isLow) = (index == 1 || index == 2, index >= 2)
        return PixelRect(
          x: isRight ? frame.maxX - side : frame.x, y: isLow ? frame.maxY - side : frame.y, width: side,
          height: side
        ).intersection(frame)
      }
    }
  }

  /// The extent of a corner with a radius of 4 pixels, from which on light that counts the edge as straight within each pixel is at
  /// most 3/255 off.
  private static let leastEvenExtent = 4 * Shape.reach
}

extension MergedEdge {
  /// The number of parts of a pixel's side.
  private static let cuts = 8

  /// The light on a pixel in which the edge turns, from small squares of which each counts as straight: the share of the light that
  /// falls on the line there, and the strength of light that fades over its width.
  fileprivate func light(
    _ light: EdgeLight, onPixel pixel: PixelRect, from inset: Double, over width: Double
  ) -> (share: Double, faded: Double) {
    let cuts = Double(Self.cuts)
    var (lines, share, faded) = (0.0, 0.0, 0.0)
    // Each square is there twice, with the directions on either side of its middle: they may jump at a line through it.
    for index in 0..<2 * Self.cuts * Self.cuts {
      let (column, row) = (index / 2 % Self.cuts, index / 2 / Self.cuts)
      let across = Double(column) + (index % 2 == 0 ? 0.375 : 0.625)
      let place = SIMD2(across, Double(row) + 0.5) / cuts
      var sample = sample(at: SIMD2(Double(pixel.x), Double(pixel.y)) + place)
      sample.distance *= cuts
      let own = light.share(on: sample.outwards)
      let line = sample.covered(beyond: inset * cuts) - sample.covered(beyond: (inset + width) * cuts)
      (lines, share) = (lines + line, share + line * own)
      faded += own * sample.faded(over: width * cuts, beyond: inset * cuts)
    }
    return (lines > 0 ? share / lines : 0, faded / (2 * cuts * cuts))
  }
}
