import Geometry
import Rendering
import Scenes
import VisualEffects

/// Paints single nodes onto a canvas of a surface, each by one kind of pass.
///
/// Pixels outside of `rect` stay as they are.
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

  /// Ends a drawing.
  func endDrawing() { textures.endDrawing() }

  func destroy() {
    textures.destroy()
    noGlass?.destroy()
    noGlass = nil
  }

  // MARK: Sheets

  /// Paints the part of `glass` that `tiles` cover.
  func paint(
    _ glass: PaintedGlass, _ tiles: [PaintTextures.Tile], opacity: Double = 1, in rect: PixelRect,
    on canvas: PaintCanvas
  ) throws(RenderingError) {
    if tiles.isEmpty { return }
    let program = try context.program(PaintShaders.pane)
    program.use()
    bind(glass.grid, to: program, canvas)
    program.set("opacity", Float(opacity))
    for tile in tiles {
      let hides = opacity >= 1 && tile.texture == nil
      try draw(tile, of: program, in: rect, on: canvas, hides: hides)
    }
  }

  /// Paints `group`, a canvas that was painted separately, as far as `tiles` cover it.
  func paint(
    _ group: PaintCanvas, _ tiles: [PaintTextures.Tile], _ opacity: Double, in rect: PixelRect,
    on canvas: PaintCanvas
  ) throws(RenderingError) {
    let program = try context.program(PaintShaders.group)
    program.use()
    program.bind("picture", group.texture, unit: 2)
    program.set("origin", canvas.frame.x - group.frame.x, canvas.frame.y - group.frame.y)
    program.set("opacity", Float(opacity))
    for tile in tiles { try blend(tile, of: program, in: rect, on: canvas) }
  }

  /// Paints a line along the inside of the edge of `clip`, with the light on its upper edge.
  func paint(
    _ border: Border, of clip: Clip, in rect: PixelRect, on canvas: PaintCanvas
  ) throws(RenderingError) {
    guard border.width > 0 else { return }
    let line = try textures.border(of: clip.shape, width: border.width)
    try paint(border.colour, line, in: rect, on: canvas)
    guard let rim = border.rim else { return }
    try paint(
      rim, try textures.border(of: clip.shape, width: border.width, isRim: true), in: rect, on: canvas)
  }

  private func paint(
    _ colour: SIMD4<Double>, _ tiles: [PaintTextures.Tile], in rect: PixelRect, on canvas: PaintCanvas
  ) throws(RenderingError) {
    if colour.w <= 0 { return }
    let program = try context.program(PaintShaders.colour)
    program.use()
    program.set("colour", SIMD4<Float>(premultiplied(colour)))
    for tile in tiles { try blend(tile, of: program, in: rect, on: canvas) }
  }

  /// Paints the shadow of `clip`, except in `covers`, parts of the surface where later nodes hide it.
  func paint(
    _ shadow: Shadow, of clip: Clip, _ opacity: Double, in rect: PixelRect, on canvas: PaintCanvas,
    covers: [PixelRect]
  ) throws(RenderingError) {
    var shape = clip.shape
    if case .shape(let rect, let corners) = clip.mask { shape = Shape(frame: rect, corners: corners) }
    let area = shadow.extent(of: shape.frame).intersection(rect)
    guard shadow.colour.w > 0, !area.isEmpty else { return }
    let grid = ShadowGrid(shape, sigma: shadow.sigma)
    let texture = try textures.shade(of: shape, grid)
    let program = try context.program(PaintShaders.shadow)
    program.use()
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
    let tiles = try textures.tiles(of: Clip(frame: shape.frame, corners: shape.corners, mask: nil))
    for outside in area.subtracting(tiles.map(\.rect) + covers) {
      try blend(.init(rect: outside, texture: try textures.uncovered()), of: program, in: rect, on: canvas)
    }
    for tile in tiles where tile.texture != nil { try blend(tile, of: program, in: area, on: canvas) }
  }

  // MARK: Content

  /// Paints text that stays legible over `fills`, the vibrant fills on which it may lie.
  func paint(
    _ text: TextNode, in rect: PixelRect, on canvas: PaintCanvas, _ glass: PaintedGlass?,
    _ fills: [Painter.Fill]
  ) throws(RenderingError) {
    guard let pixels = try textures.text(text.text) else { return }
    let size = pixels.coverage.size
    let all = PixelRect(x: text.frame.x, y: text.frame.y, width: size.width, height: size.height)
    let seen = rect.intersection(text.frame)
    let level = fills.level(around: text.frame)
    let program = try use(InkFigures(text.ink, glass?.ground, isText: true, fillLevel: level), glass, canvas)
    try blend(.init(rect: all, texture: pixels.coverage), of: program, in: seen, on: canvas)
    if let colours = pixels.colours { try paint(colours, at: all, in: seen, on: canvas) }
  }

  /// Paints a picture or a template; a template stays legible over `fills`, the vibrant fills on which it may lie.
  func paint(
    _ image: ImageNode, in rect: PixelRect, on canvas: PaintCanvas, _ glass: PaintedGlass?,
    _ fills: [Painter.Fill]
  ) throws(RenderingError) {
    guard !image.frame.isEmpty, !image.bitmap.size.isEmpty else { return }
    let texture = try textures.image(image.bitmap, size: image.frame.size, isTemplate: image.ink != nil)
    guard let ink = image.ink else { return try paint(texture, at: image.frame, in: rect, on: canvas) }
    let level = fills.level(around: image.frame)
    let program = try use(InkFigures(ink, glass?.ground, isText: true, fillLevel: level), glass, canvas)
    try blend(.init(rect: image.frame, texture: texture), of: program, in: rect, on: canvas)
  }

  /// Paints a rectangle of ink.
  func paint(
    _ fill: FillNode, in rect: PixelRect, on canvas: PaintCanvas, _ glass: PaintedGlass?
  ) throws(RenderingError) {
    let tiles = try textures.tiles(of: Clip(frame: fill.frame, corners: fill.corners, mask: nil))
    let program = try use(InkFigures(fill.ink, glass?.ground, isText: false), glass, canvas)
    for tile in tiles { try blend(tile, of: program, in: rect, on: canvas) }
  }

  private func paint(
    _ picture: Texture, at frame: PixelRect, in rect: PixelRect, on canvas: PaintCanvas
  ) throws(RenderingError) {
    let program = try context.program(PaintShaders.picture)
    program.use()
    program.bind("picture", picture, unit: 2)
    program.set("shift", canvas.frame.x - frame.x, canvas.frame.y - frame.y)
    program.set("opacity", 1 as Float)
    canvas.blend(frame.intersection(rect))
  }

  // MARK: Uniforms

  private func use(
    _ figures: InkFigures, _ glass: PaintedGlass?, _ canvas: PaintCanvas
  ) throws(RenderingError) -> ShaderProgram {
    let program = try context.program(PaintShaders.ink(isOverFill: figures.fill != nil))
    program.use()
    program.set(figures)
    let grid = if let glass { glass.grid } else { try noGlassLayer() }
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

  private func blend(
    _ tile: PaintTextures.Tile, of program: ShaderProgram, in rect: PixelRect, on canvas: PaintCanvas
  ) throws(RenderingError) {
    try draw(tile, of: program, in: rect, on: canvas, hides: false)
  }

  /// Draws `tile`; `hides` tells that nothing below it remains visible.
  private func draw(
    _ tile: PaintTextures.Tile, of program: ShaderProgram, in rect: PixelRect, on canvas: PaintCanvas,
    hides: Bool
  ) throws(RenderingError) {
    let part = tile.rect.intersection(rect)
    if part.isEmpty { return }
    let texture = if let own = tile.texture { own } else { try textures.covered() }
    program.bind("coverage", texture, unit: 1)
    program.set("shift", canvas.frame.x - tile.rect.x, canvas.frame.y - tile.rect.y)
    program.set("last", texture.size.width - 1, texture.size.height - 1)
    if hides { canvas.replace(part) } else { canvas.blend(part) }
  }

  private func premultiplied(_ colour: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(colour.x * colour.w, colour.y * colour.w, colour.z * colour.w, colour.w)
  }
}

extension [Painter.Fill] {
  /// The opacity of the strongest fill within 2 px of `frame`; 0 if there is none.
  fileprivate func level(around frame: PixelRect) -> Double {
    filter { $0.frame.outset(by: 2).intersects(frame) }.map(\.level).max() ?? 0
  }
}
