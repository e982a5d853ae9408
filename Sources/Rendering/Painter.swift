import CEGL
import Measures
import Scenes
import VisualEffects

/// Finished material on which nodes lie.
struct PaintedGlass {
  /// See `BlurPyramid.grid`.
  var grid: Layer
  var isDark: Bool
  var legibility: Legibility
  var finish: GlassFinish?
}

/// Paints nodes onto the canvas of one surface.
final class Painter {
  /// A surface on which text may lie.
  struct Fill {
    var frame: PixelRect
    var level: Double
  }

  /// Makes the glass of an effect that lies on others: its backdrop is what `below` shows, lowest first.
  typealias NestedGlassMaker = (EffectNode, _ below: [Canvas]) throws(RenderingError) -> PaintedGlass

  /// On the output.
  private let frame: PixelRect
  private let context: GraphicsContext
  private let textures: PaintTextures
  private var groups: [(canvas: Canvas, depth: Int, isUsed: Bool)] = []
  private var noGlass: Layer?

  init(
    _ frame: PixelRect, rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext
  ) {
    self.frame = frame
    self.context = context
    textures = PaintTextures(rasterise: rasterise, in: context)
  }

  /// Paints what of `nodes` lies in `rect`, over what is there.
  ///
  /// `glass` is what they lie on, if anything; `sheets` has that of effects which are none of `nested`'s, by their place
  /// among `nodes`.
  func paint(
    _ nodes: [Node], in rect: PixelRect, on canvases: [Canvas], glass: PaintedGlass?,
    sheets: [Int: PaintedGlass] = [:], fills: [Fill] = [], nested: NestedGlassMaker
  ) throws(RenderingError) {
    let canvas = canvases[canvases.count - 1]
    var fills = fills
    for (index, node) in nodes.enumerated() {
      if case .fill(let fill) = node { fills.append(Fill(frame: fill.frame, level: fill.level(on: glass))) }
      guard node.extent.intersects(rect) else { continue }
      switch node {
      case .text(let text): try paint(text, in: rect, on: canvas, glass, fills)
      case .image(let image): try paint(image, in: rect, on: canvas, glass, fills)
      case .fill(let fill): try paint(fill, in: rect, on: canvas, glass)
      case .effect(let effect):
        var own = glass
        if effect.material != nil {
          own = if let sheet = sheets[index] { sheet } else { try nested(effect, canvases) }
        }
        let covers = effect.shadow == nil ? [] : nodes.covers(over: index, sheets)
        try paint(
          effect, in: rect, on: canvases, own, effect.material == nil ? fills : [], covers: covers,
          nested: nested)
      }
    }
  }

  /// A drawing is done.
  func tidy() {
    textures.tidy()
    groups.removeAll { group in
      if !group.isUsed { group.canvas.destroy() }
      return !group.isUsed
    }
    for index in groups.indices { groups[index].isUsed = false }
  }

  func destroy() {
    textures.destroy()
    for group in groups { group.canvas.destroy() }
    groups = []
    noGlass?.destroy()
    noGlass = nil
  }

  // MARK: Sheets

  /// `covers` are parts that nothing is seen of but what is painted later.
  private func paint(
    _ effect: EffectNode, in rect: PixelRect, on canvases: [Canvas], _ glass: PaintedGlass?,
    _ fills: [Fill], covers: [PixelRect], nested: NestedGlassMaker
  ) throws(RenderingError) {
    let canvas = canvases[canvases.count - 1]
    let clip = Clip(frame: effect.frame, corners: effect.corners, mask: effect.mask)
    if let shadow = effect.shadow {
      try paint(shadow, of: clip, effect.alpha, in: rect, on: canvas, covers: covers)
    }
    let inner = rect.intersection(effect.frame)
    if inner.isEmpty || effect.alpha <= 0 { return }
    let tiles = try textures.tiles(of: clip)
    guard needsGroup(effect, tiles) else {
      if effect.material != nil, let glass { try paint(glass, tiles, in: inner, on: canvas) }
      try paint(effect.content, in: inner, on: canvases, glass: glass, fills: fills, nested: nested)
      if let border = effect.border { try paint(border, of: clip, in: inner, on: canvas) }
      return
    }
    var parts = [inner]
    let group = try group(effect.frame, depth: canvases.count)
    if effect.material != nil, let glass {
      parts = try asides(effect, clip, tiles).map { $0.intersection(inner) }.filter { !$0.isEmpty }
      // Where there is nothing but glass.
      let plain = tiles.filter { $0.texture == nil }.flatMap { tile in
        tile.rect.intersection(inner).subtracting(parts).map { PaintTextures.Tile(rect: $0, texture: nil) }
      }
      try paint(glass, plain, opacity: effect.alpha, in: inner, on: canvas)
      try paint(glass, parts.map { PaintTextures.Tile(rect: $0, texture: nil) }, in: inner, on: group)
    } else {
      group.clear(inner)
    }
    try paint(effect.content, in: inner, on: canvases + [group], glass: glass, fills: fills, nested: nested)
    if let border = effect.border { try paint(border, of: clip, in: inner, on: group) }
    for part in parts { try paint(group, tiles, effect.alpha, in: part, on: canvas) }
  }

  /// The parts of an effect in which there is more than its glass, and those that are covered in part.
  private func asides(
    _ effect: EffectNode, _ clip: Clip, _ tiles: [PaintTextures.Tile]
  ) throws(RenderingError) -> [PixelRect] {
    if effect.content.hasGlass { return [effect.frame] }
    var parts = tiles.filter { $0.texture != nil }.map(\.rect)
    if let border = effect.border, border.width > 0 {
      parts += try textures.border(of: clip.shape, width: border.width).map(\.rect)
    }
    return (parts + effect.content.map { $0.extent.intersection(effect.frame) }).distinct
  }

  /// Whether effect and content must be painted aside, to be clipped or faded as one.
  private func needsGroup(_ effect: EffectNode, _ tiles: [PaintTextures.Tile]) -> Bool {
    if effect.alpha < 1 || effect.mask != nil { return true }
    return effect.content.contains { node in
      let extent = node.extent
      return !effect.frame.contains(extent)
        || tiles.contains { $0.texture != nil && $0.rect.intersects(extent) }
    }
  }

  /// A canvas for what is painted aside; `depth` says how many lie below it.
  private func group(_ frame: PixelRect, depth: Int) throws(RenderingError) -> Canvas {
    if let index = groups.firstIndex(where: { $0.depth == depth && $0.canvas.frame.size == frame.size }) {
      groups[index].isUsed = true
      groups[index].canvas.move(to: frame)
      return groups[index].canvas
    }
    let made = try Canvas(frame, in: context)
    groups.append((made, depth, true))
    return made
  }

  private func paint(
    _ glass: PaintedGlass, _ tiles: [PaintTextures.Tile], opacity: Double = 1, in rect: PixelRect,
    on canvas: Canvas
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

  private func paint(
    _ group: Canvas, _ tiles: [PaintTextures.Tile], _ opacity: Double, in rect: PixelRect, on canvas: Canvas
  ) throws(RenderingError) {
    let program = try context.program(PaintShaders.group)
    program.use()
    program.bind("picture", group.texture, unit: 2)
    program.set("origin", canvas.frame.x - group.frame.x, canvas.frame.y - group.frame.y)
    program.set("opacity", Float(opacity))
    for tile in tiles { try blend(tile, of: program, in: rect, on: canvas) }
  }

  private func paint(
    _ border: Border, of clip: Clip, in rect: PixelRect, on canvas: Canvas
  ) throws(RenderingError) {
    guard border.width > 0, border.colour.w > 0 else { return }
    let program = try context.program(PaintShaders.colour)
    program.use()
    program.set("colour", SIMD4<Float>(premultiplied(border.colour)))
    for tile in try textures.border(of: clip.shape, width: border.width) {
      try blend(tile, of: program, in: rect, on: canvas)
    }
  }

  private func paint(
    _ shadow: Shadow, of clip: Clip, _ opacity: Double, in rect: PixelRect, on canvas: Canvas,
    covers: [PixelRect]
  ) throws(RenderingError) {
    var shape = clip.shape
    if case .shape(let rect, let corners) = clip.mask { shape = Shape(frame: rect, corners: corners) }
    let area = shadow.extent(of: shape.frame).intersection(rect)
    guard shadow.colour.w > 0, !area.isEmpty else { return }
    let shade = Shade(shape, sigma: shadow.sigma)
    let texture = try textures.shade(of: shape, shade)
    let program = try context.program(PaintShaders.shadow)
    program.use()
    program.bind("shade", texture, unit: 2)
    let (left, top) = (Double(shade.frame.x) + shadow.offsetX, Double(shade.frame.y) + shadow.offsetY)
    let (width, height) = (Double(shade.frame.width), Double(shade.frame.height))
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

  private func paint(
    _ text: TextNode, in rect: PixelRect, on canvas: Canvas, _ glass: PaintedGlass?, _ fills: [Fill]
  ) throws(RenderingError) {
    guard let pixels = try textures.text(text.text) else { return }
    let size = pixels.coverage.size
    let all = PixelRect(x: text.frame.x, y: text.frame.y, width: size.width, height: size.height)
    let seen = rect.intersection(text.frame)
    let level = fills.level(around: text.frame)
    let program = try use(InkFigures(text.ink, glass, isText: true, fillLevel: level), glass, canvas)
    try blend(.init(rect: all, texture: pixels.coverage), of: program, in: seen, on: canvas)
    if let colours = pixels.colours { try paint(colours, at: all, in: seen, on: canvas) }
  }

  private func paint(
    _ image: ImageNode, in rect: PixelRect, on canvas: Canvas, _ glass: PaintedGlass?, _ fills: [Fill]
  ) throws(RenderingError) {
    guard !image.frame.isEmpty, !image.bitmap.size.isEmpty else { return }
    let texture = try textures.image(image.bitmap, size: image.frame.size, isTemplate: image.ink != nil)
    guard let ink = image.ink else { return try paint(texture, at: image.frame, in: rect, on: canvas) }
    let level = fills.level(around: image.frame)
    let program = try use(InkFigures(ink, glass, isText: true, fillLevel: level), glass, canvas)
    try blend(.init(rect: image.frame, texture: texture), of: program, in: rect, on: canvas)
  }

  private func paint(
    _ fill: FillNode, in rect: PixelRect, on canvas: Canvas, _ glass: PaintedGlass?
  ) throws(RenderingError) {
    let tiles = try textures.tiles(of: Clip(frame: fill.frame, corners: fill.corners, mask: nil))
    let program = try use(InkFigures(fill.ink, glass, isText: false), glass, canvas)
    for tile in tiles { try blend(tile, of: program, in: rect, on: canvas) }
  }

  private func paint(
    _ picture: Texture, at frame: PixelRect, in rect: PixelRect, on canvas: Canvas
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
    _ figures: InkFigures, _ glass: PaintedGlass?, _ canvas: Canvas
  ) throws(RenderingError) -> Program {
    let program = try context.program(PaintShaders.ink(isOverFill: figures.fill != nil))
    program.use()
    program.set(figures)
    let grid = if let glass { glass.grid } else { try noGlassLayer() }
    bind(grid, to: program, canvas)
    return program
  }

  private func bind(_ grid: Layer, to program: Program, _ canvas: Canvas) {
    program.bind("grid", grid.texture, unit: 0)
    program.set(
      "place",
      grid.sampling(fromCell: frame.x + canvas.frame.x, frame.y + canvas.frame.y, cellSize: 1))
  }

  /// Black without coverage, for ink that lies on no glass.
  private func noGlassLayer() throws(RenderingError) -> Layer {
    if let noGlass { return noGlass }
    let made = try Layer(
      "no glass", cells: PixelRect(x: 0, y: 0, width: 1, height: 1), cellSize: 1, in: context)
    noGlass = made
    return made
  }

  private func blend(
    _ tile: PaintTextures.Tile, of program: Program, in rect: PixelRect, on canvas: Canvas
  ) throws(RenderingError) {
    try draw(tile, of: program, in: rect, on: canvas, hides: false)
  }

  /// `hides`: nothing is seen of what lies below.
  private func draw(
    _ tile: PaintTextures.Tile, of program: Program, in rect: PixelRect, on canvas: Canvas, hides: Bool
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
  /// The strongest of those within 2 px of `frame`; 0: there is none.
  fileprivate func level(around frame: PixelRect) -> Double {
    filter { $0.frame.outset(by: 2).intersects(frame) }.map(\.level).max() ?? 0
  }
}

extension [Node] {
  /// Parts of which nothing is seen but those after `index` that have glass in `sheets`, by their place among all nodes.
  ///
  /// Other glass blurs what lies below: then there are none.
  fileprivate func covers(over index: Int, _ sheets: [Int: PaintedGlass]) -> [PixelRect] {
    var covers: [PixelRect] = []
    for (other, node) in enumerated() {
      guard case .effect(let effect) = node else { continue }
      if effect.content.hasGlass || (effect.material != nil && sheets[other] == nil) { return [] }
      guard other > index, sheets[other] != nil, effect.alpha >= 1, effect.mask == nil else { continue }
      let core = Shape(frame: effect.frame, corners: effect.corners).core
      if !core.isEmpty { covers.append(core) }
    }
    return covers
  }
}
