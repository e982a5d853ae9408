import Geometry
import Rendering
import Scenes
import VisualEffects

/// The finished material of a sheet on which nodes lie.
struct PaintedGlass {
  /// The grid of the material; see `PaneGlass.grid`.
  var grid: Layer
  var ground: InkGround
}

/// Paints nodes onto the canvas of one surface: decides their order and clipping, and which of them are painted
/// separately first.
final class Painter {
  /// A fill on which text may lie; its level is 0 unless it is vibrant.
  struct Fill {
    var frame: PixelRect
    var level: Double
  }

  /// Makes the glass of an effect whose backdrop includes the canvases `below`, lowest first.
  typealias NestedGlassMaker = (EffectNode, _ below: [PaintCanvas]) throws(RenderingError) -> PaintedGlass

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

  /// Paints those parts of `nodes` that lie in `rect` over the last of `canvases`; those before it lie below.
  ///
  /// `glass` is the sheet on which the nodes lie, if any; `sheets` has the glass of effects by their position among
  /// `nodes`, and `nested` makes that of all other effects with a material.
  func paint(
    _ nodes: [Node], in rect: PixelRect, on canvases: [PaintCanvas], glass: PaintedGlass?,
    sheets: [Int: PaintedGlass] = [:], fills: [Fill] = [], nested: NestedGlassMaker
  ) throws(RenderingError) {
    let canvas = canvases[canvases.count - 1]
    var fills = fills
    for (index, node) in nodes.enumerated() {
      if case .fill(let fill) = node {
        fills.append(Fill(frame: fill.frame, level: fill.level(on: glass?.ground)))
      }
      guard node.extent.intersects(rect) else { continue }
      switch node {
      case .text(let text): try nodePainter.paint(text, in: rect, on: canvas, glass, fills)
      case .image(let image): try nodePainter.paint(image, in: rect, on: canvas, glass, fills)
      case .fill(let fill): try nodePainter.paint(fill, in: rect, on: canvas, glass)
      case .effect(let effect):
        var own = glass
        if effect.material != nil {
          own = if let sheet = sheets[index] { sheet } else { try nested(effect, canvases) }
        }
        let covers = effect.shadows.isEmpty ? [] : nodes.covers(over: index) { sheets[$0] != nil }
        try paint(
          effect, in: rect, on: canvases, own, effect.material == nil ? fills : [], covers: covers,
          nested: nested)
      }
    }
  }

  /// Ends a drawing; destroys canvases that it did not use.
  func endDrawing() {
    nodePainter.endDrawing()
    groups.removeAll { group in
      if !group.isUsed { group.canvas.destroy() }
      return !group.isUsed
    }
    for index in groups.indices { groups[index].isUsed = false }
  }

  func destroy() {
    nodePainter.destroy()
    for group in groups { group.canvas.destroy() }
    groups = []
  }

  // MARK: Sheets

  /// Paints an effect; `covers` are parts of the surface where later nodes hide its shadows.
  private func paint(
    _ effect: EffectNode, in rect: PixelRect, on canvases: [PaintCanvas], _ glass: PaintedGlass?,
    _ fills: [Fill], covers: [PixelRect], nested: NestedGlassMaker
  ) throws(RenderingError) {
    let canvas = canvases[canvases.count - 1]
    let clip = Clip(frame: effect.frame, corners: effect.corners, mask: effect.mask)
    for shadow in effect.shadows {
      try nodePainter.paint(shadow, of: clip, effect.alpha, in: rect, on: canvas, covers: covers)
    }
    let inner = rect.intersection(effect.frame)
    if inner.isEmpty || effect.alpha <= 0 { return }
    let tiles = try nodePainter.textures.tiles(of: clip)
    guard needsGroup(effect, tiles) else {
      if effect.material != nil, let glass { try nodePainter.paint(glass, tiles, in: inner, on: canvas) }
      try paint(effect.content, in: inner, on: canvases, glass: glass, fills: fills, nested: nested)
      if let border = effect.border { try nodePainter.paint(border, of: clip, in: inner, on: canvas) }
      return
    }
    var parts = [inner]
    let group = try group(effect.frame, depth: canvases.count)
    if effect.material != nil, let glass {
      parts = try separateParts(effect, clip, tiles).map { $0.intersection(inner) }.filter { !$0.isEmpty }
      // These parts show nothing but glass.
      let plain = tiles.filter { $0.texture == nil }.flatMap { tile in
        tile.rect.intersection(inner).subtracting(parts).map { PaintTextures.Tile(rect: $0, texture: nil) }
      }
      try nodePainter.paint(glass, plain, opacity: effect.alpha, in: inner, on: canvas)
      try nodePainter.paint(
        glass, parts.map { PaintTextures.Tile(rect: $0, texture: nil) }, in: inner, on: group)
    } else {
      group.clear(inner)
    }
    try paint(effect.content, in: inner, on: canvases + [group], glass: glass, fills: fills, nested: nested)
    if let border = effect.border { try nodePainter.paint(border, of: clip, in: inner, on: group) }
    for part in parts { try nodePainter.paint(group, tiles, effect.alpha, in: part, on: canvas) }
  }

  /// The parts of an effect that show more than its glass, and those that are covered in part.
  private func separateParts(
    _ effect: EffectNode, _ clip: Clip, _ tiles: [PaintTextures.Tile]
  ) throws(RenderingError) -> [PixelRect] {
    if effect.content.hasGlass { return [effect.frame] }
    var parts = tiles.filter { $0.texture != nil }.map(\.rect)
    if let border = effect.border, border.width > 0 {
      parts += try nodePainter.textures.border(of: clip.shape, width: border.width).map(\.rect)
    }
    return (parts + effect.content.map { $0.extent.intersection(effect.frame) }).distinct
  }

  /// Whether effect and content must be painted separately, to be clipped or faded as one.
  private func needsGroup(_ effect: EffectNode, _ tiles: [PaintTextures.Tile]) -> Bool {
    if effect.alpha < 1 || effect.mask != nil { return true }
    return effect.content.contains { node in
      let extent = node.extent
      return !effect.frame.contains(extent)
        || tiles.contains { $0.texture != nil && $0.rect.intersects(extent) }
    }
  }

  /// A canvas for nodes that are painted separately, with `depth` canvases below it; its content is undefined.
  private func group(_ frame: PixelRect, depth: Int) throws(RenderingError) -> PaintCanvas {
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
