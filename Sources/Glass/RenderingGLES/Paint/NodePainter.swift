import Geometry
import Rendering
import Scenes
import VisualEffects

/// Paints single nodes onto a canvas of a surface, each by one kind of pass.
///
/// Pixels outside of `rects` stay as they are.
final class NodePainter {
  let textures: PaintTextures
  /// Frame of the surface on the output.
  private let frame: PixelRect
  private let context: GraphicsContext
  private var noGlass: Layer?

  init(
    _ frame: PixelRect, rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext
  ) {
    self.frame = frame
    self.context = context
    textures = PaintTextures(rasterise: rasterise, in: context)
  }

  func destroy() {
    textures.destroy()
    noGlass?.destroy()
    noGlass = nil
  }

  // MARK: Sheets

  /// Paints the part of a sheet with the grid `glass` that `tiles` cover.
  func paint(
    _ glass: Layer, _ tiles: [PaintTextures.Tile], opacity: Double = 1, in rects: [PixelRect],
    on canvas: PaintCanvas
  ) throws(RenderingError) {
    if tiles.isEmpty || rects.isEmpty { return }
    let program = try context.use(PaintShaders.pane)
    bind(glass, to: program, canvas)
    program.set("opacity", Float(opacity))
    try draw(tiles, of: program, in: rects, on: canvas, hides: opacity >= 1)
  }

  /// Paints the canvas `content` of a group that was painted separately, as far as the group's clip covers it.
  func paint(
    _ content: PaintCanvas, _ group: PaintGroup, in rects: [PixelRect], on canvas: PaintCanvas
  ) throws(RenderingError) {
    let program = try context.use(PaintShaders.group)
    program.bind("picture", content.texture, unit: 2)
    program.set("origin", canvas.frame.x - content.frame.x, canvas.frame.y - content.frame.y)
    program.set("opacity", Float(group.effect.alpha))
    try draw(try textures.tiles(of: group.clip), of: program, in: rects, on: canvas)
  }

  /// Paints `tiles` with a colour that is not premultiplied.
  func paint(
    _ colour: SIMD4<Double>, _ tiles: [PaintTextures.Tile], in rects: [PixelRect],
    on canvas: PaintCanvas
  ) throws(RenderingError) {
    let program = try context.use(PaintShaders.colour)
    program.set("colour", SIMD4<Float>(premultiplied(colour)))
    try draw(tiles, of: program, in: rects, on: canvas)
  }

  /// Paints the shadow of `shape` in `areas`, except in `covers`, parts of the surface where later nodes hide it.
  func paint(
    _ shadow: Shadow, of shape: Shape, _ opacity: Double, in areas: [PixelRect],
    on canvas: PaintCanvas,
    covers: [PixelRect]
  ) throws(RenderingError) {
    let grid = ShadowGrid(shape, sigma: shadow.sigma)
    let texture = try textures.shade(of: shape, grid)
    let program = try context.use(PaintShaders.shadow)
    program.bind("shade", texture, unit: 2)
    let (left, top) = (Double(grid.frame.x) + shadow.offsetX, Double(grid.frame.y) + shadow.offsetY)
    let (width, height) = (Double(grid.frame.width), Double(grid.frame.height))
    program.set(
      "place",
      SIMD4<Float>(
        SIMD4(
          1 / width, 1 / height, (Double(canvas.frame.x) - left) / width,
          (Double(canvas.frame.y) - top) / height)))
    program.set("colour", SIMD4<Float>(premultiplied(shadow.colour) * opacity))
    let tiles = try textures.tiles(of: Clip(shape))
    let outside = areas.flatMap { $0.subtracting(tiles.map(\.rect) + covers) }
    if !outside.isEmpty {
      bindCoverage(try textures.texel(0), at: .empty, to: program, on: canvas)
      canvas.blend(outside)
    }
    try draw(tiles.filter { $0.texture != nil }, of: program, in: areas, on: canvas)
  }

  // MARK: Content

  /// Paints the coverage of `source` with ink, over the grid `glass` if there is one.
  func paint(
    _ source: InkSource, _ figures: InkFigures, in rects: [PixelRect], on canvas: PaintCanvas,
    _ glass: Layer?
  ) throws(RenderingError) {
    var tiles: [PaintTextures.Tile] = []
    var colours: Texture?
    switch source {
    case .text(let text, let frame):
      guard let pixels = try textures.text(text) else { return }
      let size = pixels.coverage.size
      let all = PixelRect(x: frame.x, y: frame.y, width: size.width, height: size.height)
      tiles = [.init(rect: all, texture: pixels.coverage)]
      colours = pixels.colours
    case .template(let bitmap, let frame):
      let texture = try textures.image(bitmap, size: frame.size, isTemplate: true)
      tiles = [.init(rect: frame, texture: texture)]
    case .shape(let clip): tiles = try textures.tiles(of: clip)
    }
    let program = try use(figures, glass, canvas)
    try draw(tiles, of: program, in: rects, on: canvas)
    if let colours { try paint(colours, at: tiles[0].rect, in: rects, on: canvas) }
  }

  /// Paints a picture, scaled to the size of `frame`.
  func paint(
    _ picture: Bitmap, at frame: PixelRect, in rects: [PixelRect], on canvas: PaintCanvas
  ) throws(RenderingError) {
    let texture = try textures.image(picture, size: frame.size, isTemplate: false)
    try paint(texture, at: frame, in: rects, on: canvas)
  }

  private func paint(
    _ picture: Texture, at frame: PixelRect, in rects: [PixelRect], on canvas: PaintCanvas
  ) throws(RenderingError) {
    let program = try context.use(PaintShaders.picture)
    program.bind("picture", picture, unit: 2)
    program.set("shift", canvas.frame.x - frame.x, canvas.frame.y - frame.y)
    program.set("opacity", 1 as Float)
    canvas.blend(rects.cut(to: frame))
  }

  // MARK: Uniforms

  private func use(
    _ figures: InkFigures, _ glass: Layer?, _ canvas: PaintCanvas
  ) throws(RenderingError) -> ShaderProgram {
    let program = try context.use(PaintShaders.ink(isOverFill: figures.fill != nil))
    program.set(figures)
    let grid = if let glass { glass } else { try noGlassLayer() }
    bind(grid, to: program, canvas)
    return program
  }

  private func bind(_ grid: Layer, to program: ShaderProgram, _ canvas: PaintCanvas) {
    program.bind("grid", grid.texture, unit: 0)
    program.set(
      "place",
      grid.sampling(fromCell: frame.x + canvas.frame.x, frame.y + canvas.frame.y, cellSize: 1))
  }

  /// A layer of one black cell without coverage, for ink that lies on no glass.
  private func noGlassLayer() throws(RenderingError) -> Layer {
    if let noGlass { return noGlass }
    let made = try Layer(
      "no glass", cells: PixelRect(x: 0, y: 0, width: 1, height: 1), cellSize: 1, in: context)
    noGlass = made
    return made
  }

  /// Draws those parts of `tiles` that lie in `rects`, of which none overlap; if they hide, nothing remains visible below
  /// those that are covered wholly.
  private func draw(
    _ tiles: [PaintTextures.Tile], of program: ShaderProgram, in rects: [PixelRect],
    on canvas: PaintCanvas,
    hides: Bool = false
  ) throws(RenderingError) {
    let whole = tiles.filter { $0.texture == nil }.flatMap { rects.cut(to: $0.rect) }
    if !whole.isEmpty {
      bindCoverage(try textures.texel(255), at: .empty, to: program, on: canvas)
      if hides { canvas.replace(whole) } else { canvas.blend(whole) }
    }
    for tile in tiles {
      let parts = rects.cut(to: tile.rect)
      guard let texture = tile.texture, !parts.isEmpty else { continue }
      bindCoverage(texture, at: tile.rect, to: program, on: canvas)
      canvas.blend(parts)
    }
  }

  /// Lets `program` read the coverage of `rect` of the surface; a texture of one texel covers everything.
  private func bindCoverage(
    _ texture: Texture, at rect: PixelRect, to program: ShaderProgram, on canvas: PaintCanvas
  ) {
    program.bind("coverage", texture, unit: 1)
    program.set("shift", canvas.frame.x - rect.x, canvas.frame.y - rect.y)
    program.set("last", texture.size.width - 1, texture.size.height - 1)
  }

  private func premultiplied(_ colour: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(colour.x * colour.w, colour.y * colour.w, colour.z * colour.w, colour.w)
  }
}
