package import Geometry

/// The narrowest shape with the corners of a wider one, whose tiles become those of the wider one by repeating one column
/// between the corners.
///
/// The coverage of corners takes long to compute, and islands of glass often differ in nothing but their widths.
package struct NarrowShape {
  package let shape: Shape
  /// The column of the narrow shape that is repeated.
  package let column: Int
  private let repetitions: Int

  /// The columns beside a corner that are not repeated, because the light on the corner may reach them.
  private static let margin = 2

  /// Narrows `wide`, or the line of `lineWidth` pixels along the inside of its edge; nil if there is no column to spare, or
  /// if the curves of its corners depend on its width.
  package init?(_ wide: Shape, lineWidth: Double = 0) {
    if wide.merging != nil || (wide.isRectangle && lineWidth == 0) { return nil }
    let curves = wide.curves
    func extent(_ upper: Int, _ lower: Int) -> Int {
      let most = max(curves[upper].extent, curves[lower].extent, lineWidth)
      return Int((most + wide.inset).rounded(.up)) + Self.margin
    }
    let left = extent(0, 3)
    column = wide.frame.x + left
    repetitions = wide.frame.width - left - extent(1, 2) - 1
    var narrow = wide
    narrow.frame.width -= repetitions
    guard repetitions > 0, narrow.curves == curves, narrow.inner(lineWidth) == wide.inner(lineWidth) else {
      return nil
    }
    shape = narrow
  }

  /// The tiles of the wide shape, made from the same ones of the narrow shape.
  package func stretched(_ tiles: [CoverageTile]) -> [CoverageTile] {
    tiles.map { tile in
      let rect = stretched(tile.rect)
      if rect.size == tile.rect.size { return CoverageTile(rect: rect, bytes: tile.bytes) }
      return CoverageTile(rect: rect, bytes: tile.bytes.map { stretched($0, in: tile.rect) })
    }
  }

  /// The rectangle of the wide shape for one of the narrow shape.
  package func stretched(_ rect: PixelRect) -> PixelRect {
    if rect.maxX <= column { return rect }
    if rect.x > column { return rect.offset(x: repetitions, y: 0) }
    var wide = rect
    wide.width += repetitions
    return wide
  }

  private func stretched(_ bytes: [UInt8], in rect: PixelRect) -> [UInt8] {
    let before = column - rect.x
    var wide: [UInt8] = []
    wide.reserveCapacity(bytes.count + rect.height * repetitions)
    for first in stride(from: 0, to: bytes.count, by: rect.width) {
      wide += bytes[first..<first + before]
      wide += repeatElement(bytes[first + before], count: repetitions)
      wide += bytes[first + before..<first + rect.width]
    }
    return wide
  }
}

extension Shape {
  /// The curves of the inner side of a line along the inside of the edge.
  fileprivate func inner(_ lineWidth: Double) -> [Curve] {
    Shape(frame: frame, corners: corners, inset: inset + lineWidth).curves
  }
}
