import Geometry
import Rendering
import Scenes

/// The pixels of texts, pictures and shapes that nodes are painted with, kept while they are in use.
final class PaintSources {
  private let rasterise: (StyledText) -> TextBitmap
  private var texts: [StyledText: TextBitmap] = [:]
  private var textUse: [StyledText: Int] = [:]
  private var clips = Recent<Clip, [CoverageTile]>()
  private var borders = Recent<BorderKey, [CoverageTile]>()
  private var images = Recent<ImageKey, Bitmap>()
  private var shades = Recent<ShadeKey, [UInt8]>()
  /// The number of drawings so far, by which sources are freed that were not used lately.
  private var now = 0

  init(rasterise: @escaping (StyledText) -> TextBitmap) { self.rasterise = rasterise }

  /// A picture and the size to which it is scaled.
  private struct ImageKey: Equatable {
    var size: PixelSize
    var bitmap: Bitmap
  }

  /// A shape at the origin and the standard deviation of its shadow.
  private struct ShadeKey: Equatable {
    var shape: Shape
    var sigma: Double
  }

  /// A shape at the origin and the width of the line along its edge.
  private struct BorderKey: Equatable {
    var shape: Shape
    var width: Double
    /// Whether the line is the light on the upper edge.
    var isRim: Bool
  }

  /// The pixels of a text; nil if it has none.
  func text(_ text: StyledText) -> TextBitmap? {
    textUse[text] = now
    if let known = texts[text] { return known }
    let bitmap = rasterise(text)
    if bitmap.size.isEmpty { return nil }
    texts[text] = bitmap
    return bitmap
  }

  /// The coverage of `clip` in parts, in pixels of the surface.
  func tiles(of clip: Clip) -> [CoverageTile] {
    let (x, y) = (clip.shape.frame.x, clip.shape.frame.y)
    return clips.value(clip.moved(x: -x, y: -y), now) { $0.tiles }.moved(x, y)
  }

  /// The coverage of a line along the inside of a shape's edge in parts, in pixels of the surface.
  func border(of shape: Shape, width: Double) -> [CoverageTile] {
    let (x, y) = (shape.frame.x, shape.frame.y)
    let key = BorderKey(shape: shape.atOrigin, width: width, isRim: false)
    return borders.value(key, now) { $0.shape.borderTiles(width: width) }.moved(x, y)
  }

  /// The coverage of the light on a shape's upper edge in parts, in pixels of the surface.
  func rim(of shape: Shape, width: Double) -> [CoverageTile] {
    let (x, y) = (shape.frame.x, shape.frame.y)
    let key = BorderKey(shape: shape.atOrigin, width: width, isRim: true)
    return borders.value(key, now) { $0.shape.rimTiles(width: width) }.moved(x, y)
  }

  /// `bitmap` scaled to `size`.
  func image(_ bitmap: Bitmap, size: PixelSize) -> Bitmap {
    if bitmap.size == size { return bitmap }
    return images.value(ImageKey(size: size, bitmap: bitmap), now) { $0.bitmap.scaled(to: size) }
  }

  /// The shadow of `shape` in the cells of `grid`, 0 … 255.
  func shade(of shape: Shape, _ grid: ShadowGrid) -> [UInt8] {
    let key = ShadeKey(shape: shape.atOrigin, sigma: grid.sigma)
    return shades.value(key, now) { _ in grid.bytes(of: shape) }
  }

  /// Ends a drawing; frees the sources that the last eight drawings did not use.
  func endDrawing() {
    now += 1
    let oldest = now - 8
    for (text, use) in textUse where use < oldest {
      textUse[text] = nil
      texts[text] = nil
    }
    clips.forget(before: oldest)
    borders.forget(before: oldest)
    images.forget(before: oldest)
    shades.forget(before: oldest)
  }
}

/// Values that were made lately, with the keys from which they were made.
private struct Recent<Key: Equatable, Value> {
  private var entries: [(key: Key, value: Value, use: Int)] = []

  mutating func value(_ key: Key, _ now: Int, make: (Key) -> Value) -> Value {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      entries[index].use = now
      return entries[index].value
    }
    let made = make(key)
    entries.append((key, made, now))
    return made
  }

  mutating func forget(before oldest: Int) { entries.removeAll { $0.use < oldest } }
}

extension Shape {
  fileprivate var atOrigin: Shape {
    var shape = self
    shape.frame = frame.offset(x: -frame.x, y: -frame.y)
    return shape
  }
}

extension [CoverageTile] {
  fileprivate func moved(_ x: Int, _ y: Int) -> [CoverageTile] {
    map { CoverageTile(rect: $0.rect.offset(x: x, y: y), bytes: $0.bytes) }
  }
}
