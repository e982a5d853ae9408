import Geometry
import Rendering
import Scenes

/// Performs plans of painting on canvases of one surface.
final class Painter {
  /// Makes the glass of an effect whose backdrop includes the canvases `below`, lowest first.
  typealias NestedGlassMaker = (NestedLook, _ below: [PaintCanvas]) throws(RenderingError) ->
    GlassGrid

  private let context: GraphicsContext
  private let nodePainter: NodePainter
  private var groups: [(canvas: PaintCanvas, depth: Int, isUsed: Bool)] = []

  /// Makes a painter for a surface at `frame` of the output.
  init(
    _ frame: PixelRect, rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext
  ) {
    self.context = context
    nodePainter = NodePainter(frame, rasterise: rasterise, in: context)
  }

  /// The rectangles in which `clip` covers pixels in part.
  func edges(of clip: Clip) throws(RenderingError) -> [PixelRect] {
    try nodePainter.textures.edges(of: clip)
  }

  /// Performs the steps of `plan` on `canvas`, which must be clear where they paint; `sheets` has the grids of sheets, and `nested`
  /// makes those of all other glass.
  func paint(
    _ plan: PaintPlan, on canvas: PaintCanvas, sheets: [GlassKey: GlassGrid],
    nested: NestedGlassMaker
  ) throws(RenderingError) {
    var (canvases, grids) = ([canvas], sheets)
    var separate: [[PixelRect]] = []
    var painted: [PixelRect] = []
    for step in plan.steps {
      let bounds = canvases.count == 1 ? step.rects?.bounds : nil
      defer { if let bounds { painted.append(bounds) } }
      let canvas = canvases[canvases.count - 1]
      switch step {
      case .ink(let source, let figures, let glass, let rects):
        try nodePainter.paint(
          source, figures, in: rects, on: canvas, glass.flatMap { grids[$0]?.ground })
      case .picture(let bitmap, let frame, let rects):
        try nodePainter.paint(bitmap, at: frame, in: rects, on: canvas)
      case .glass(let key, let clip, let rects):
        guard let grid = grids[key] else { continue }
        let isLowest = bounds.map { own in !painted.contains { $0.intersects(own) } } ?? false
        try nodePainter.paint(
          grid.layer, try nodePainter.textures.coverage(of: clip), in: rects, on: canvas, isLowest: isLowest)
      case .line(let shape, let width, let part, let colour, let rects):
        let line = try nodePainter.textures.line(of: shape, width: width, part)
        try nodePainter.paint(colour, line, in: rects, on: canvas)
      case .shadow(let shadow, let shape, let opacity, let covers, let areas):
        try nodePainter.paint(shadow, of: shape, opacity, in: areas, on: canvas, covers: covers)
      case .nestedGlass(let key, let look): grids[key] = try nested(look, canvases)
      case .beginGroup(let group, let glass):
        canvases.append(try canvasForGroup(group.effect.frame, depth: canvases.count))
        separate.append(
          try begin(
            group, glass.flatMap { grids[$0]?.layer }, on: canvases[canvases.count - 1],
            over: canvas)
        )
      case .endGroup(let group):
        canvases.removeLast()
        if canvases.count == 1 { painted.append(group.effect.frame) }
        let below = canvases[canvases.count - 1]
        try nodePainter.paint(canvas, group, in: separate.removeLast(), on: below)
      }
    }
  }

  /// Ends a drawing; destroys canvases that it did not use.
  func endDrawing() {
    nodePainter.textures.endDrawing()
    for group in groups where !group.isUsed { group.canvas.destroy() }
    groups.removeAll { !$0.isUsed }
    for index in groups.indices { groups[index].isUsed = false }
  }

  func destroy() {
    nodePainter.destroy()
    for group in groups { group.canvas.destroy() }
    groups = []
  }

  // MARK: Groups

  /// Prepares `canvas` for the content of a group; returns the parts of it that are painted separately.
  ///
  /// Parts that show nothing but `glass` are painted on the canvas `below` at once.
  private func begin(
    _ group: PaintGroup, _ glass: Layer?, on canvas: PaintCanvas, over below: PaintCanvas
  ) throws(RenderingError) -> [PixelRect] {
    guard let glass else {
      canvas.clear(group.rects)
      return group.rects
    }
    let all = PaintTextures.Coverage.all(group.effect.frame)
    let coverage = try nodePainter.textures.coverage(of: group.clip)
    let parts = try separateParts(group.effect, coverage).flatMap { group.rects.cut(to: $0) }
    let plain = coverage.whole.flatMap { group.rects.cut(to: $0) }.flatMap { $0.subtracting(parts) }
    try nodePainter.paint(glass, all, opacity: group.effect.alpha, in: plain, on: below)
    try nodePainter.paint(glass, all, in: parts, on: canvas)
    return parts
  }

  /// The parts of an effect that show more than its glass, and those that are covered in part.
  private func separateParts(
    _ effect: EffectNode, _ coverage: PaintTextures.Coverage
  ) throws(RenderingError) -> [PixelRect] {
    if effect.content.hasGlass { return [effect.frame] }
    var parts = coverage.parts
    if let border = effect.border, border.width > 0 {
      parts += try nodePainter.textures.line(of: effect.clip.shape, width: border.depth, .all).rects
    }
    return (parts + effect.content.map { $0.extent.intersection(effect.frame) }).distinct
  }

  /// A canvas for nodes that are painted separately, with `depth` canvases below it; its content is undefined.
  private func canvasForGroup(_ frame: PixelRect, depth: Int) throws(RenderingError) -> PaintCanvas {
    if let index = groups.firstIndex(where: { $0.depth == depth && $0.canvas.frame.size == frame.size }) {
      groups[index].isUsed = true
      groups[index].canvas.move(to: frame)
      return groups[index].canvas
    }
    let made = try PaintCanvas(frame, in: context)
    groups.append((made, depth, true))
    return made
  }
}
