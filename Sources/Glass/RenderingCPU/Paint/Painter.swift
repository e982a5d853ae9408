import Geometry
import Rendering
import Scenes

/// Performs plans of painting on canvases of one surface.
final class Painter {
  /// Makes the glass of an effect whose backdrop includes the canvases `below`, lowest first.
  typealias NestedGlassMaker = (NestedLook, _ below: [PaintCanvas]) throws(RenderingError) ->
    GlassGrid

  private let nodePainter: NodePainter
  /// Canvases for nodes that are painted separately, by the number of canvases below them.
  private var groups: [PaintCanvas] = []

  /// Makes a painter for a surface at `frame` of the output.
  init(_ frame: PixelRect, rasterise: @escaping (StyledText) -> TextBitmap) {
    nodePainter = NodePainter(frame, rasterise: rasterise)
  }

  /// The rectangles in which `clip` covers pixels in part.
  func edges(of clip: Clip) -> [PixelRect] { nodePainter.sources.edges(of: clip) }

  /// Performs the steps of `plan` that reach `canvas` on it; `sheets` has the grids of sheets, and `nested` makes those
  /// of all other glass.
  func paint(
    _ plan: PaintPlan, on canvas: PaintCanvas, sheets: [GlassKey: GlassGrid],
    nested: NestedGlassMaker
  ) throws(RenderingError) {
    var (canvases, grids) = ([canvas], sheets)
    for step in plan.steps {
      let canvas = canvases[canvases.count - 1]
      if let rects = step.rects, !rects.contains(where: canvas.frame.intersects) { continue }
      switch step {
      case .ink(let source, let figures, let glass, let rects):
        for rect in rects where rect.intersects(canvas.frame) {
          nodePainter.paint(
            source, figures, in: rect, on: canvas, glass.flatMap { grids[$0]?.ground })
        }
      case .picture(let bitmap, let frame, let rects):
        for rect in rects where rect.intersects(canvas.frame) {
          nodePainter.paint(bitmap, at: frame, in: rect, on: canvas)
        }
      case .glass(let key, let clip, let rects):
        guard let grid = grids[key] else { continue }
        let tiles = nodePainter.sources.tiles(of: clip)
        for rect in rects { nodePainter.paint(grid.layer, tiles, in: rect, on: canvas) }
      case .line(let shape, let width, let part, let colour, let rects):
        let tiles = nodePainter.sources.line(of: shape, width: width, part)
        for rect in rects { nodePainter.paint(colour, tiles, in: rect, on: canvas) }
      case .shadow(let shadow, let shape, let opacity, let covers, let areas):
        for area in areas.cut(to: canvas.frame) {
          nodePainter.paint(shadow, of: shape, opacity, in: area, on: canvas, covers: covers)
        }
      case .nestedGlass(let key, let look): grids[key] = try nested(look, canvases)
      case .beginGroup(let group, let glass):
        let rects = group.rects.cut(to: canvas.frame)
        let all = rects.bounds
        canvases.append(self.group(all, depth: canvases.count))
        if let grid = glass.flatMap({ grids[$0] }) {
          for rect in rects {
            let whole = CoverageTile(rect: rect, bytes: nil)
            nodePainter.paint(grid.layer, [whole], in: rect, on: canvases[canvases.count - 1])
          }
        }
      case .endGroup(let group):
        canvases.removeLast()
        if canvas.frame.isEmpty { continue }
        nodePainter.paint(canvas, group, on: canvases[canvases.count - 1])
      }
    }
  }

  /// Ends a drawing.
  func endDrawing() {
    nodePainter.sources.endDrawing()
    groups = []
  }

  /// A transparent canvas for nodes that are painted separately, with `depth` canvases below it.
  private func group(_ frame: PixelRect, depth: Int) -> PaintCanvas {
    while groups.count < depth { groups.append(PaintCanvas(frame)) }
    groups[depth - 1].move(to: frame)
    return groups[depth - 1]
  }
}
