import Geometry
import Scenes

/// Ink coverage for whole mosaics, in shapes with soft edges as text has them.
public enum InkPattern {
  /// A block in each tile, at the place `index` of `count` ≤ 12 places in the tile's middle 16 × 16 pixels.
  public static func blocks(_ mosaic: Mosaic, _ index: Int, of count: Int) -> [UInt8] {
    precondition(index < count && count <= 12, "block \(index) of \(count)")
    let size = mosaic.picture.size
    var coverage = [UInt8](repeating: 0, count: size.width * size.height)
    let columns = count <= 4 ? 2 : 4
    let (width, height) = (16 / columns, count <= 4 ? 8 : 5)
    for tile in mosaic.tiles {
      let left = tile.x + tile.width / 2 - 8 + index % columns * width
      let top = tile.y + tile.height / 2 - 8 + index / columns * height
      for y in top..<top + height {
        for x in left..<left + width {
          let isEdge = x == left || y == top || x == left + width - 1 || y == top + height - 1
          coverage[y * size.width + x] = isEdge ? 120 : full(x, y)
        }
      }
    }
    return coverage
  }

  /// Oblique strokes of 3 full pixels with soft edges, 8 pixels apart, of which one in `count` is drawn, beginning
  /// with `index`.
  public static func strokes(_ mosaic: Mosaic, _ index: Int, of count: Int) -> [UInt8] {
    let size = mosaic.picture.size
    var coverage = [UInt8](repeating: 0, count: size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = (x + y) % (8 * count) - 8 * index
        switch place {
        case 0, 4: coverage[y * size.width + x] = 96
        case 1...3: coverage[y * size.width + x] = full(x, y)
        default: break
        }
      }
    }
    return coverage
  }

  /// A coverage that counts as an ink pixel, 253 … 255.
  private static func full(_ x: Int, _ y: Int) -> UInt8 {
    let place: Int = x &* 7 &+ y &* 5
    return UInt8(253 + place % 3)
  }
}
