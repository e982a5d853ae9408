import Geometry
import Rendering
import Scenes

/// The pixels of texts, pictures and shapes that nodes are painted with, kept while they are in use.
final class PaintSources {
  private let rasterise: (StyledText) -> TextBitmap
  private var keys = PaintKeys()
  private var texts: [Int: TextBitmap] = [:]
  private var tiles: [Int: [CoverageTile]] = [:]
  private var shapes = ShapeTiles()
  /// The rectangles in which clips at the origin cover pixels in part.
  private var edges: [Int: [PixelRect]] = [:]
  private var images: [Int: Bitmap] = [:]
  private var shades: [Int: [UInt8]] = [:]

  init(rasterise: @escaping (StyledText) -> TextBitmap) { self.rasterise = rasterise }

  /// The pixels of a text; nil if it has none.
  func text(_ text: StyledText) -> TextBitmap? {
    let slot = keys.slot(of: text)
    let bitmap = texts[slot] ?? rasterise(text)
    texts[slot] = bitmap
    return bitmap.size.isEmpty ? nil : bitmap
  }

  /// The coverage of `clip` in parts, in pixels of the surface.
  func tiles(of clip: Clip) -> [CoverageTile] {
    let frame = clip.shape.frame
    return tiles(keys.slot(of: clip), at: frame) { shapes.tiles(of: clip.moved(x: -frame.x, y: -frame.y)) }
  }

  /// The rectangles in which `clip` covers pixels in part, in pixels of the surface.
  func edges(of clip: Clip) -> [PixelRect] {
    let (frame, slot) = (clip.shape.frame, keys.slot(of: clip))
    let made =
      edges[slot] ?? tiles(of: clip).flatMap(\.partRects).map { $0.offset(x: -frame.x, y: -frame.y) }
    edges[slot] = made
    return made.map { $0.offset(x: frame.x, y: frame.y) }
  }

  /// The coverage of a part of the line along the inside of a shape's edge, in tiles, in pixels of the surface.
  func line(of shape: Shape, width: Double, _ part: EdgePart) -> [CoverageTile] {
    let line = EdgeLine(shape, width: width, part)
    return tiles(keys.slot(of: line), at: shape.frame) { shapes.tiles(of: line) }
  }

  private func tiles(_ slot: Int, at frame: PixelRect, make: () -> [CoverageTile]) -> [CoverageTile] {
    let made = tiles[slot] ?? make()
    tiles[slot] = made
    return made.map { CoverageTile(rect: $0.rect.offset(x: frame.x, y: frame.y), bytes: $0.bytes) }
  }

  /// `bitmap` scaled to `size`.
  func image(_ bitmap: Bitmap, size: PixelSize) -> Bitmap {
    if bitmap.size == size { return bitmap }
    let slot = keys.slot(of: bitmap, size: size, isTemplate: false)
    let scaled = images[slot] ?? bitmap.scaled(to: size)
    images[slot] = scaled
    return scaled
  }

  /// The shadow of `shape` in the cells of `grid`, 0 … 255.
  func shade(of shape: Shape, _ grid: ShadowGrid) -> [UInt8] {
    let slot = keys.slot(ofShadow: shape, sigma: grid.sigma)
    let bytes = shades[slot] ?? grid.bytes(of: shape)
    shades[slot] = bytes
    return bytes
  }

  /// Ends a drawing; frees the sources that the last drawings did not use.
  func endDrawing() {
    shapes.endDrawing()
    for slot in keys.endDrawing() {
      (texts[slot], tiles[slot], edges[slot]) = (nil, nil, nil)
      (images[slot], shades[slot]) = (nil, nil)
    }
  }
}
