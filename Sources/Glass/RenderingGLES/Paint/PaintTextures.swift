import Geometry
import Glibc
import Rendering
import Scenes

/// The textures of texts, pictures and shapes that nodes are painted with, kept while they are in use.
final class PaintTextures {
  /// A text's coverage and the colours of its emoji.
  struct Text {
    var coverage: Texture
    var colours: Texture?
  }

  private let context: GraphicsContext
  private let rasterise: (StyledText) -> TextBitmap
  private var texts: [StyledText: Text] = [:]
  private var textUse: [StyledText: Int] = [:]
  private var tiles: [(key: Clip, value: [Tile], use: Int)] = []
  private var images: [(key: ImageKey, value: Texture, use: Int)] = []
  private var shades: [(key: ShadeKey, value: Texture, use: Int)] = []
  private var borders: [(key: BorderKey, value: [Tile], use: Int)] = []
  private var whole: Texture?
  private var none: Texture?
  /// The number of drawings so far, by which textures are destroyed that were not used lately.
  private var now = 0

  init(rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext) {
    self.rasterise = rasterise
    self.context = context
  }

  /// A part of a clip; all of it is covered if there is no texture.
  struct Tile {
    var rect: PixelRect
    var texture: Texture?
  }

  /// A picture and the size to which it is scaled, as colours or as coverage.
  private struct ImageKey: Equatable {
    var size: PixelSize
    var isTemplate: Bool
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

  /// A texture of one texel that is covered wholly.
  func covered() throws(RenderingError) -> Texture {
    if let whole { return whole }
    let texture = try Texture("coverage", PixelSize(width: 1, height: 1), .byte, in: context)
    texture.fill([UInt8(255)])
    whole = texture
    return texture
  }

  /// A texture of one texel that is not covered.
  func uncovered() throws(RenderingError) -> Texture {
    if let none { return none }
    let texture = try Texture("coverage", PixelSize(width: 1, height: 1), .byte, in: context)
    texture.fill([UInt8(0)])
    none = texture
    return texture
  }

  /// The textures of a text; nil if it has no pixels.
  func text(_ text: StyledText) throws(RenderingError) -> Text? {
    textUse[text] = now
    if let known = texts[text] { return known }
    let bitmap = rasterise(text)
    if bitmap.size.isEmpty { return nil }
    let coverage = try Texture("text", bitmap.size, .byte, in: context)
    coverage.fill(bitmap.coverage)
    var made = Text(coverage: coverage)
    if let colours = bitmap.colours {
      let texture = try Texture("text", bitmap.size, .byte4, in: context)
      texture.fill(colours.bytes)
      made.colours = texture
    }
    texts[text] = made
    return made
  }

  /// The coverage of `clip` in parts, in pixels of the surface.
  func tiles(of clip: Clip) throws(RenderingError) -> [Tile] {
    let (x, y) = (clip.shape.frame.x, clip.shape.frame.y)
    let key = clip.moved(x: -x, y: -y)
    if let index = tiles.firstIndex(where: { $0.key == key }) {
      tiles[index].use = now
      return tiles[index].value.map { Tile(rect: $0.rect.offset(x: x, y: y), texture: $0.texture) }
    }
    var made: [Tile] = []
    for tile in key.tiles {
      var texture: Texture?
      if let bytes = tile.bytes {
        texture = try Texture("coverage", tile.rect.size, .byte, in: context)
        texture?.fill(bytes)
      }
      made.append(Tile(rect: tile.rect, texture: texture))
    }
    tiles.append((key, made, now))
    return made.map { Tile(rect: $0.rect.offset(x: x, y: y), texture: $0.texture) }
  }

  /// The coverage of a line along the inside of a shape's edge in parts, in pixels of the surface, or, with `isRim`, of
  /// the light on its upper edge.
  func border(of shape: Shape, width: Double, isRim: Bool = false) throws(RenderingError) -> [Tile] {
    let (x, y) = (shape.frame.x, shape.frame.y)
    var own = shape
    own.frame = shape.frame.offset(x: -x, y: -y)
    let key = BorderKey(shape: own, width: width, isRim: isRim)
    if let index = borders.firstIndex(where: { $0.key == key }) {
      borders[index].use = now
      return borders[index].value.map { Tile(rect: $0.rect.offset(x: x, y: y), texture: $0.texture) }
    }
    var made: [Tile] = []
    for tile in isRim ? own.rimTiles(width: width) : own.borderTiles(width: width) {
      let texture = try Texture("border", tile.rect.size, .byte, in: context)
      if let bytes = tile.bytes { texture.fill(bytes) }
      made.append(Tile(rect: tile.rect, texture: texture))
    }
    borders.append((key, made, now))
    return made.map { Tile(rect: $0.rect.offset(x: x, y: y), texture: $0.texture) }
  }

  /// The texture of `bitmap` scaled to `size`: bytes R G B A, or only the alpha if it is a template.
  func image(_ bitmap: Bitmap, size: PixelSize, isTemplate: Bool) throws(RenderingError) -> Texture {
    let key = ImageKey(size: size, isTemplate: isTemplate, bitmap: bitmap)
    if let index = images.firstIndex(where: { $0.key == key }) {
      images[index].use = now
      return images[index].value
    }
    let scaled = bitmap.scaled(to: size)
    let texture = try Texture("picture", size, isTemplate ? .byte : .byte4, in: context)
    if isTemplate {
      texture.fill(stride(from: 3, to: scaled.bytes.count, by: 4).map { scaled.bytes[$0] })
    } else {
      texture.fill(scaled.bytes)
    }
    images.append((key, texture, now))
    return texture
  }

  /// The shadow of `shape` in the cells of `grid`.
  func shade(of shape: Shape, _ grid: ShadowGrid) throws(RenderingError) -> Texture {
    var own = shape
    own.frame = shape.frame.offset(x: -shape.frame.x, y: -shape.frame.y)
    let key = ShadeKey(shape: own, sigma: grid.sigma)
    if let index = shades.firstIndex(where: { $0.key == key }) {
      shades[index].use = now
      return shades[index].value
    }
    let texture = try Texture("shadow", grid.size, .byte, in: context)
    texture.fill(grid.bytes(of: shape))
    shades.append((key, texture, now))
    return texture
  }

  /// Ends a drawing; destroys the textures that the last eight drawings did not use.
  func endDrawing() {
    now += 1
    let oldest = now - 8
    for (text, use) in textUse where use < oldest {
      textUse[text] = nil
      texts[text]?.coverage.destroy()
      texts[text]?.colours?.destroy()
      texts[text] = nil
    }
    tiles.removeAll { tile in
      if tile.use >= oldest { return false }
      for part in tile.value { part.texture?.destroy() }
      return true
    }
    borders.removeAll { border in
      if border.use >= oldest { return false }
      for part in border.value { part.texture?.destroy() }
      return true
    }
    for index in images.indices where images[index].use < oldest { images[index].value.destroy() }
    images.removeAll { $0.use < oldest }
    for index in shades.indices where shades[index].use < oldest { shades[index].value.destroy() }
    shades.removeAll { $0.use < oldest }
  }

  func destroy() {
    now += 1000
    endDrawing()
    for texture in [whole, none] { texture?.destroy() }
    whole = nil
    none = nil
  }
}
