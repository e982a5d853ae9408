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

  /// `longestSide` is that of textures of coverage, in texels; nil: it is the longest that GL has.
  init(
    _ frame: PixelRect, rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext,
    longestSide: Int? = nil
  ) {
    self.frame = frame
    self.context = context
    textures = PaintTextures(
      rasterise: rasterise, in: context, longestSide: longestSide ?? context.maximumSide)
  }

  func destroy() {
    textures.destroy()
    noGlass?.destroy()
    noGlass = nil
  }

  // MARK: Sheets

  /// Paints the part of a sheet with the grid `glass` that `coverage` tells; nothing was painted before in `rects` if the sheet
  /// `isLowest`.
  func paint(
    _ glass: Layer, _ coverage: PaintTextures.Coverage, opacity: Double = 1, in rects: [PixelRect],
    on canvas: PaintCanvas, isLowest: Bool = false
  ) throws(RenderingError) {
    if coverage.rects.isEmpty || rects.isEmpty { return }
    let program = try context.use(PaintShaders.pane)
    bind(glass, to: program, canvas)
    program.set("opacity", Float(opacity))
    let place = isLowest ? Place.lowest : opacity >= 1 ? .hiding : .over
    try draw(coverage, of: program, in: rects, on: canvas, place)
  }

  /// Paints the canvas `content` of a group that was painted separately, as far as the group's clip covers it.
  func paint(
    _ content: PaintCanvas, _ group: PaintGroup, in rects: [PixelRect], on canvas: PaintCanvas
  ) throws(RenderingError) {
    let program = try context.use(PaintShaders.group)
    program.bind("picture", content.texture, unit: 2)
    program.set("origin", canvas.frame.x - content.frame.x, canvas.frame.y - content.frame.y)
    program.set("opacity", Float(group.effect.alpha))
    try draw(try textures.coverage(of: group.clip), of: program, in: rects, on: canvas)
  }

  /// Paints the pixels of `coverage` with a colour that is not premultiplied.
  func paint(
    _ colour: SIMD4<Double>, _ coverage: PaintTextures.Coverage, in rects: [PixelRect],
    on canvas: PaintCanvas
  ) throws(RenderingError) {
    let program = try context.use(PaintShaders.colour)
    program.set("colour", SIMD4<Float>(premultiplied(colour)))
    try draw(coverage, of: program, in: rects, on: canvas)
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
    var coverage = try textures.coverage(of: Clip(shape))
    let outside = areas.flatMap { $0.subtracting(coverage.rects + covers) }
    if !outside.isEmpty {
      bind(try textures.texel(0), to: program, on: canvas)
      canvas.blend(outside)
    }
    coverage.whole = []
    try draw(coverage, of: program, in: areas, on: canvas)
  }

  // MARK: Content

  /// Paints the coverage of `source` with ink, over the grid `glass` if there is one.
  func paint(
    _ source: InkSource, _ figures: InkFigures, in rects: [PixelRect], on canvas: PaintCanvas,
    _ glass: Layer?
  ) throws(RenderingError) {
    var coverage: PaintTextures.Coverage
    var colours: (texture: Texture, frame: PixelRect)?
    switch source {
    case .text(let text, let frame):
      guard let pixels = try textures.text(text) else { return }
      let size = pixels.coverage.size
      let all = PixelRect(x: frame.x, y: frame.y, width: size.width, height: size.height)
      coverage = .picture(pixels.coverage, at: all)
      colours = pixels.colours.map { ($0, all) }
    case .template(let bitmap, let frame):
      let texture = try textures.image(bitmap, size: frame.size, isTemplate: true)
      coverage = .picture(texture, at: frame)
    case .shape(let clip): coverage = try textures.coverage(of: clip)
    }
    let program = try use(figures, glass, canvas)
    try draw(coverage, of: program, in: rects, on: canvas)
    if let colours { try paint(colours.texture, at: colours.frame, in: rects, on: canvas) }
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

  /// The relation of a pass to what was painted before.
  private enum Place {
    /// Nodes that were painted before may be visible below all pixels.
    case over
    /// Nothing remains visible below the pixels that are covered wholly.
    case hiding
    /// Nothing was painted before.
    case lowest
  }

  /// Draws what `coverage` has in `rects`, of which none overlap.
  private func draw(
    _ coverage: PaintTextures.Coverage, of program: ShaderProgram, in rects: [PixelRect],
    on canvas: PaintCanvas, _ place: Place = .over
  ) throws(RenderingError) {
    let whole = coverage.whole.flatMap { rects.cut(to: $0) }
    if coverage.pieces.count != 1, !whole.isEmpty {
      bind(try textures.texel(255), to: program, on: canvas)
      if place == .over { canvas.blend(whole) } else { canvas.replace(whole) }
    }
    for piece in coverage.pieces {
      // Software GL prepares each draw and each rectangle anew, so that one draw has all rectangles, and few of them.
      let wholeHere = coverage.pieces.count == 1 ? whole : []
      let parts = piece.parts.flatMap { rects.cut(to: $0) }
      if wholeHere.isEmpty && parts.isEmpty { continue }
      bind(piece.texture, at: piece.frame, piece.column, to: program, on: canvas)
      switch place {
      case .over: canvas.blend((wholeHere + parts).joined())
      case .hiding:
        canvas.replace(wholeHere)
        canvas.blend(parts.joined())
      case .lowest: canvas.replace((wholeHere + parts).joined())
      }
    }
  }

  /// Lets `program` read the coverage of `frame` of the surface, in which the texture's column `column` may stand for several;
  /// a texture of one texel covers everything.
  private func bind(
    _ texture: Texture, at frame: PixelRect = .empty, _ column: Int = 0, to program: ShaderProgram,
    on canvas: PaintCanvas
  ) {
    let size = texture.size
    program.bind("coverage", texture, unit: 1)
    program.set("shift", canvas.frame.x - frame.x, canvas.frame.y - frame.y)
    program.set("skip", column, max(0, frame.width - size.width))
    program.set("last", size.width - 1, size.height - 1)
  }

  private func premultiplied(_ colour: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(colour.x * colour.w, colour.y * colour.w, colour.z * colour.w, colour.w)
  }
}
