package import Geometry

/// The coverage of a clip or of a line in one picture, so that one pass paints all of it.
///
/// The columns between the corners of a wide shape are alike, and the picture has them only once.
package struct CoveragePicture: Equatable {
  /// Rectangles of which all pixels are covered wholly.
  package let whole: [PixelRect]
  /// The other rectangles with covered pixels; no two rectangles overlap.
  package let parts: [PixelRect]
  /// Rectangles in which all pixels of `parts` lie that are not covered wholly.
  package let edges: [PixelRect]
  /// The smallest rectangle with all of these rectangles, which the picture shows.
  package let frame: PixelRect
  package let size: PixelSize
  /// The column of the picture that stands for as many more as the frame is wider than the picture.
  package let column: Int
  /// The coverage of the picture's pixels, 0 … 255, rows top to bottom.
  package let bytes: [UInt8]

  /// Makes the pictures of `tiles`, which are those of `narrow` if that is given, and of which no side is longer than `side`: one of
  /// all of them, or several of their parts if it would be too large.
  static func pictures(
    _ tiles: [CoverageTile], _ narrow: NarrowShape? = nil, side: Int
  ) -> [CoveragePicture] {
    let box = tiles.reduce(PixelRect.empty) { $0.union($1.rect) }
    if max(box.width, box.height) <= side || tiles.allSatisfy({ $0.bytes == nil }) {
      return [CoveragePicture(tiles, narrow)]
    }
    let wide = narrow.map { $0.stretched(tiles) } ?? tiles
    return wide.flatMap { $0.parts(side: side) }.map { CoveragePicture([$0]) }
  }

  /// Makes the picture of `tiles`, which are those of `narrow` if that is given.
  init(_ tiles: [CoverageTile], _ narrow: NarrowShape? = nil) {
    func wide(_ rects: [PixelRect]) -> [PixelRect] { narrow.map { rects.map($0.stretched) } ?? rects }
    whole = wide(tiles.filter { $0.bytes == nil }.map(\.rect))
    let partial = tiles.filter { $0.bytes != nil }
    parts = wide(partial.map(\.rect))
    edges = wide(partial.flatMap(\.partRects))
    let box = tiles.reduce(PixelRect.empty) { $0.union($1.rect) }
    frame = wide([box])[0]
    size = box.size
    column = narrow.map { $0.column - box.x } ?? 0
    bytes = partial.isEmpty ? [] : tiles.pixels(in: box)
  }
}

extension CoverageTile {
  /// The tile itself, or parts of it with sides no longer than `side` if it has pixels of its own.
  fileprivate func parts(side: Int) -> [CoverageTile] {
    guard let bytes, max(rect.width, rect.height) > side else { return [self] }
    return stride(from: rect.y, to: rect.maxY, by: side).flatMap { y in
      stride(from: rect.x, to: rect.maxX, by: side).map { x in
        let part = PixelRect(x: x, y: y, width: side, height: side).intersection(rect)
        let rows = (part.y..<part.maxY).flatMap { row in
          let first = (row - rect.y) * rect.width + part.x - rect.x
          return bytes[first..<first + part.width]
        }
        return CoverageTile(rect: part, bytes: rows)
      }
    }
  }
}

extension [CoverageTile] {
  /// The coverage of the pixels of `box`, in which all tiles lie.
  fileprivate func pixels(in box: PixelRect) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: box.area)
    for tile in self {
      let width = tile.rect.width
      for row in 0..<tile.rect.height {
        let first = (tile.rect.y + row - box.y) * box.width + tile.rect.x - box.x
        if let bytes = tile.bytes {
          pixels.replaceSubrange(first..<first + width, with: bytes[row * width..<(row + 1) * width])
        } else {
          for place in first..<first + width { pixels[place] = 255 }
        }
      }
    }
    return pixels
  }
}
