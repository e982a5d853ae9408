import Geometry
import Rendering
import Scenes

/// The textures of texts, pictures and shapes that nodes are painted with, kept while they are in use.
final class PaintTextures {
  /// A text's coverage and the colours of its emoji.
  struct Text {
    var coverage: Texture
    var colours: Texture?
  }

  /// The coverage of a clip, a line or a text: the pixels of `whole` are covered wholly, others as the pieces say.
  struct Coverage {
    var whole: [PixelRect] = []
    /// The parts with textures. There is one, unless it would be larger than GL allows.
    var pieces: [Piece] = []

    /// A part with a texture of its own.
    struct Piece {
      var parts: [PixelRect]
      var texture: Texture
      /// The pixels that the texture covers.
      var frame: PixelRect
      /// The column of the texture that stands for as many more as the frame is wider than the texture.
      var column = 0
    }

    var parts: [PixelRect] { pieces.flatMap(\.parts) }
    var rects: [PixelRect] { whole + parts }

    /// All pixels of `rect`.
    static func all(_ rect: PixelRect) -> Coverage { Coverage(whole: [rect]) }

    /// The coverage of `frame` by a texture.
    static func picture(_ texture: Texture, at frame: PixelRect) -> Coverage {
      Coverage(pieces: [Piece(parts: [frame], texture: texture, frame: frame)])
    }

    fileprivate func moved(x: Int, y: Int) -> Coverage {
      var moved = self
      moved.whole = whole.map { $0.offset(x: x, y: y) }
      moved.pieces = pieces.map { piece in
        var piece = piece
        piece.parts = piece.parts.map { $0.offset(x: x, y: y) }
        piece.frame = piece.frame.offset(x: x, y: y)
        return piece
      }
      return moved
    }
  }

  private let context: GraphicsContext
  private let rasterise: (StyledText) -> TextBitmap
  /// The longest side of a texture of coverage, in texels.
  private let longestSide: Int
  private var keys = PaintKeys()
  private var texts: [Int: Text] = [:]
  /// The coverage of clips and lines of shapes at the origin.
  private var coverages: [Int: Coverage] = [:]
  private var shapes = ShapeTiles()
  /// The rectangles in which clips of shapes at the origin cover pixels in part.
  private var edges: [Int: [PixelRect]] = [:]
  /// The textures of pictures and shadows.
  private var images: [Int: Texture] = [:]
  /// The textures of one texel, by their coverage.
  private var texels: [UInt8: Texture] = [:]

  init(
    rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext, longestSide: Int
  ) {
    self.rasterise = rasterise
    self.longestSide = longestSide
    self.context = context
  }

  /// A texture of one texel with a coverage, 0 … 255.
  func texel(_ coverage: UInt8) throws(RenderingError) -> Texture {
    if let known = texels[coverage] { return known }
    let made = try texture("coverage", PixelSize(width: 1, height: 1), [coverage])
    texels[coverage] = made
    return made
  }

  /// Makes a texture of single bytes, or of four for each texel.
  private func texture(
    _ what: String, _ size: PixelSize, _ bytes: [UInt8], _ format: Texture.Format = .byte
  ) throws(RenderingError) -> Texture {
    let texture = try Texture(what, size, format, in: context)
    texture.fill(bytes)
    return texture
  }

  /// The textures of a text; nil if it has no pixels.
  func text(_ text: StyledText) throws(RenderingError) -> Text? {
    let slot = keys.slot(of: text)
    if let known = texts[slot] { return known }
    let bitmap = rasterise(text)
    if bitmap.size.isEmpty { return nil }
    var made = Text(coverage: try texture("text", bitmap.size, bitmap.coverage))
    if let colours = bitmap.colours { made.colours = try texture("text", bitmap.size, colours.bytes, .byte4) }
    texts[slot] = made
    return made
  }

  /// The coverage of `clip`, in pixels of the surface.
  func coverage(of clip: Clip) throws(RenderingError) -> Coverage {
    let frame = clip.shape.frame
    return try coverage(keys.slot(of: clip), at: frame) {
      shapes.pictures(of: clip.moved(x: -frame.x, y: -frame.y), side: longestSide)
    }
  }

  /// The rectangles in which `clip` covers pixels in part, in pixels of the surface.
  func edges(of clip: Clip) throws(RenderingError) -> [PixelRect] {
    _ = try coverage(of: clip)
    let frame = clip.shape.frame
    return (edges[keys.slot(of: clip)] ?? []).map { $0.offset(x: frame.x, y: frame.y) }
  }

  /// The coverage of a part of the line along the inside of a shape's edge, in pixels of the surface.
  func line(of shape: Shape, width: Double, _ part: EdgePart) throws(RenderingError) -> Coverage {
    let line = EdgeLine(shape, width: width, part)
    return try coverage(keys.slot(of: line), at: shape.frame) {
      shapes.pictures(of: line, side: longestSide)
    }
  }

  private func coverage(
    _ slot: Int, at frame: PixelRect, _ pictures: () -> [CoveragePicture]
  ) throws(RenderingError) -> Coverage {
    if let known = coverages[slot] { return known.moved(x: frame.x, y: frame.y) }
    let pictures = pictures()
    var made = Coverage(whole: pictures.flatMap(\.whole))
    for picture in pictures where !picture.parts.isEmpty {
      let texture = try texture("coverage", picture.size, picture.bytes)
      made.pieces.append(
        .init(parts: picture.parts, texture: texture, frame: picture.frame, column: picture.column))
    }
    coverages[slot] = made
    edges[slot] = pictures.flatMap(\.edges)
    return made.moved(x: frame.x, y: frame.y)
  }

  /// The texture of `bitmap` scaled to `size`: bytes R G B A, or only the alpha if it is a template.
  func image(_ bitmap: Bitmap, size: PixelSize, isTemplate: Bool) throws(RenderingError) -> Texture {
    let slot = keys.slot(of: bitmap, size: size, isTemplate: isTemplate)
    if let known = images[slot] { return known }
    let scaled = bitmap.scaled(to: size)
    let made =
      isTemplate
      ? try texture("picture", size, scaled.alpha) : try texture("picture", size, scaled.bytes, .byte4)
    images[slot] = made
    return made
  }

  /// The shadow of `shape` in the cells of `grid`.
  func shade(of shape: Shape, _ grid: ShadowGrid) throws(RenderingError) -> Texture {
    let slot = keys.slot(ofShadow: shape, sigma: grid.sigma)
    if let known = images[slot] { return known }
    let made = try texture("shadow", grid.size, grid.bytes(of: shape))
    images[slot] = made
    return made
  }

  /// Ends a drawing; destroys the textures that the last drawings did not use.
  func endDrawing() {
    shapes.endDrawing()
    for slot in keys.endDrawing() { remove(slot) }
  }

  private func remove(_ slot: Int) {
    let text = texts.removeValue(forKey: slot)
    edges[slot] = nil
    for texture in [text?.coverage, text?.colours, images.removeValue(forKey: slot)] { texture?.destroy() }
    for piece in coverages.removeValue(forKey: slot)?.pieces ?? [] { piece.texture.destroy() }
  }

  func destroy() {
    for slot in Array(texts.keys) + Array(coverages.keys) + Array(images.keys) { remove(slot) }
    for texture in texels.values { texture.destroy() }
    texels = [:]
  }
}
