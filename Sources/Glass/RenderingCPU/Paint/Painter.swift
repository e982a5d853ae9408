import Geometry
import Rendering
import Scenes
import VisualEffects

/// Paints nodes onto the canvas of one surface: decides their order and clipping, and which of them are painted
/// separately first.
final class Painter {
  /// A fill on which text may lie; its level is 0 unless it is vibrant.
  struct Fill {
    var frame: PixelRect
    var level: Double
  }

  /// Makes the glass of an effect whose backdrop includes the canvases `below`, lowest first.
  typealias NestedGlassMaker = (EffectNode, _ below: [PaintCanvas]) -> PaintedGlass

  private let nodePainter: NodePainter
  /// Canvases for nodes that are painted separately, by the number of canvases below them.
  private var groups: [PaintCanvas] = []

  /// Makes a painter for a surface at `frame` of the output.
  init(_ frame: PixelRect, rasterise: @escaping (StyledText) -> TextBitmap) {
    nodePainter = NodePainter(frame, rasterise: rasterise)
  }

  /// Paints those parts of `nodes` that lie in `rect` over the last of `canvases`; those before it lie below.
  ///
  /// `glass` is the sheet on which the nodes lie, if any; `sheets` has the glass of effects by their position among
  /// `nodes`, and `nested` makes that of all other effects with a material.
  func paint(
    _ nodes: [Node], in rect: PixelRect, on canvases: [PaintCanvas], glass: PaintedGlass?,
    sheets: [Int: PaintedGlass] = [:], fills: [Fill] = [], nested: NestedGlassMaker
  ) {
    let canvas = canvases[canvases.count - 1]
    var fills = fills
    for (index, node) in nodes.enumerated() {
      if case .fill(let fill) = node {
        fills.append(Fill(frame: fill.frame, level: fill.level(on: glass?.ground)))
      }
      guard node.extent.intersects(rect) else { continue }
      switch node {
      case .text(let text): nodePainter.paint(text, in: rect, on: canvas, glass, fills)
      case .image(let image): nodePainter.paint(image, in: rect, on: canvas, glass, fills)
      case .fill(let fill): nodePainter.paint(fill, in: rect, on: canvas, glass)
      case .effect(let effect):
        var own = glass
        if effect.material != nil {
          own = if let sheet = sheets[index] { sheet } else { nested(effect, canvases) }
        }
        let covers = effect.shadows.isEmpty ? [] : nodes.covers(over: index) { sheets[$0] != nil }
        paint(
          effect, in: rect, on: canvases, own, effect.material == nil ? fills : [], covers: covers,
          nested: nested)
      }
    }
  }

  /// Ends a drawing.
  func endDrawing() {
    nodePainter.sources.endDrawing()
    groups = []
  }

  /// Paints an effect; `covers` are parts of the surface where later nodes hide its shadows.
  private func paint(
    _ effect: EffectNode, in rect: PixelRect, on canvases: [PaintCanvas], _ glass: PaintedGlass?,
    _ fills: [Fill], covers: [PixelRect], nested: NestedGlassMaker
  ) {
    let canvas = canvases[canvases.count - 1]
    let clip = Clip(frame: effect.frame, corners: effect.corners, mask: effect.mask)
    for shadow in effect.shadows {
      nodePainter.paint(shadow, of: clip, effect.alpha, in: rect, on: canvas, covers: covers)
    }
    let inner = rect.intersection(effect.frame)
    if inner.isEmpty || effect.alpha <= 0 { return }
    let tiles = nodePainter.sources.tiles(of: clip)
    guard needsGroup(effect, tiles) else {
      if effect.material != nil, let glass { nodePainter.paint(glass, tiles, in: inner, on: canvas) }
      paint(effect.content, in: inner, on: canvases, glass: glass, fills: fills, nested: nested)
      if let border = effect.border { nodePainter.paint(border, of: clip, in: inner, on: canvas) }
      return
    }
    let group = group(inner, depth: canvases.count)
    if effect.material != nil, let glass {
      nodePainter.paint(glass, [CoverageTile(rect: inner, bytes: nil)], in: inner, on: group)
    }
    paint(effect.content, in: inner, on: canvases + [group], glass: glass, fills: fills, nested: nested)
    if let border = effect.border { nodePainter.paint(border, of: clip, in: inner, on: group) }
    nodePainter.paint(group, tiles, effect.alpha, in: inner, on: canvas)
  }

  /// Whether effect and content must be painted separately, to be clipped or faded as one.
  private func needsGroup(_ effect: EffectNode, _ tiles: [CoverageTile]) -> Bool {
    if effect.alpha < 1 || effect.mask != nil { return true }
    return effect.content.contains { node in
      let extent = node.extent
      return !effect.frame.contains(extent)
        || tiles.contains { $0.bytes != nil && $0.rect.intersects(extent) }
    }
  }

  /// A transparent canvas for nodes that are painted separately, with `depth` canvases below it.
  private func group(_ frame: PixelRect, depth: Int) -> PaintCanvas {
    while groups.count < depth { groups.append(PaintCanvas(frame)) }
    groups[depth - 1].move(to: frame)
    return groups[depth - 1]
  }
}
