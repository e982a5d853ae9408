public import Geometry
public import VisualEffects

/// The share of each pixel of a surface that its glass covers.
///
/// Content and carrier are made with the very same bytes, so that what is measured through a pixel at a rounded corner
/// is as exact as in the middle: there the content's alpha is coverage · (255 − L) and the carrier is scaled by the
/// coverage; where there is no glass, there is no carrier.
public struct GlassCoverage: Equatable, Sendable {
  public let size: PixelSize
  /// The coverage of each pixel, 0 … 255, rows top to bottom; nil: all of the surface is covered wholly.
  public let bytes: [UInt8]?

  /// The coverage by `panes`, but 0 where `mask` cuts the surface out.
  public init(_ panes: [Pane], size: PixelSize, mask: OverlapMask? = nil) {
    self.size = size
    guard let mask else {
      bytes = Self.bytes(panes, size)
      return
    }
    var bytes = Self.bytes(panes, size) ?? [UInt8](repeating: 255, count: PixelRect(size).area)
    for index in bytes.indices where mask.bytes[index] == OverlapMask.Role.cut.rawValue { bytes[index] = 0 }
    self.bytes = bytes
  }

  private static func bytes(_ panes: [Pane], _ size: PixelSize) -> [UInt8]? {
    let bounds = PixelRect(size)
    // Islands often have the same corners, whose coverage takes long to compute.
    var shapes = ShapeTiles()
    let tiles = panes.flatMap { pane in
      let (x, y) = (pane.frame.x, pane.frame.y)
      return shapes.tiles(of: pane.clip.moved(x: -x, y: -y)).map {
        CoverageTile(rect: $0.rect.offset(x: x, y: y), bytes: $0.bytes)
      }
    }
    if tiles.contains(where: { $0.bytes == nil && $0.rect.contains(bounds) }) {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: bounds.area)
    for tile in tiles {
      let rect = tile.rect.intersection(bounds)
      for y in rect.y..<rect.maxY {
        let row = y * size.width
        guard let own = tile.bytes else {
          for x in rect.x..<rect.maxX { bytes[row + x] = 255 }
          continue
        }
        let first = (y - tile.rect.y) * tile.rect.width - tile.rect.x
        for x in rect.x..<rect.maxX where own[first + x] != 0 {
          // Coverages of overlapping sheets combine as in source-over blending.
          bytes[row + x] = 255 - product(255 - bytes[row + x], 255 - own[first + x])
        }
      }
    }
    return bytes
  }

  /// The coverage, 0 … 255, of the pixel at (x, y), which must lie on the surface.
  public func coverage(x: Int, y: Int) -> UInt8 { bytes?[y * size.width + x] ?? 255 }

  /// The carrier's pixels for a surface whose top left is at (`x`, `y`) on the output's panel: ARGB8888 words,
  /// premultiplied.
  public func carrierPixels(x: Int, y: Int, leak: Leak) -> [UInt32] {
    var pixels = DitherPattern.carrierPixels(x: x, y: y, width: size.width, height: size.height, leak: leak)
    guard let bytes else { return pixels }
    for index in pixels.indices where bytes[index] != 255 {
      guard bytes[index] != 0 else {
        pixels[index] = 0
        continue
      }
      let alpha = UInt32(product(UInt8(pixels[index] >> 24), bytes[index]))
      let grey = UInt32(product(UInt8(pixels[index] & 255), bytes[index]))
      pixels[index] = alpha << 24 | grey * 0x01_01_01
    }
    return pixels
  }
}
