import Geometry
import Rendering
import Scenes
import VisualEffects

/// Glass whose backdrop includes the nodes that were painted below it.
final class NestedGlass {
  private let pane: PaneGlass
  private let context: GraphicsContext
  /// Whether the glass was drawn since the drawing of the surface began.
  var isUsed = false
  /// Two layers in blocks of 4 × 4 pixels, of which one holds the nodes below the next canvas, and the
  /// other gets these and that canvas.
  private var underlays: [Layer] = []

  init(_ blur: PaneBlur, output: PixelSize, in context: GraphicsContext) throws(RenderingError) {
    self.context = context
    pane = try PaneGlass(blur, output: output, in: context)
    for _ in 0..<2 {
      underlays.append(try Layer("underlay", cells: pane.blur.sourceCells, cellSize: 4, in: context))
    }
  }

  var blur: PaneBlur { pane.blur.blur }

  func grid(_ look: GridLook) -> Layer { pane.grid(look) }

  /// Blurs `canvases`, lowest first, of a surface at `surface` of the output, over `backdrop`.
  func draw(
    _ canvases: [PaintCanvas], surface: PixelRect, _ backdrop: Layer, _ look: NestedLook
  ) throws(RenderingError) {
    isUsed = true
    var below = backdrop
    for canvas in canvases {
      let next = below === underlays[0] ? underlays[1] : underlays[0]
      let program = try context.program(PaintShaders.underlay)
      program.use()
      program.bind("below", below.texture, unit: 0)
      program.set("belowOrigin", below.origin.x, below.origin.y)
      program.bind("canvas", canvas.texture, unit: 1)
      program.set("canvasOrigin", surface.x + canvas.frame.x, surface.y + canvas.frame.y)
      program.set("firstCell", next.origin.x, next.origin.y)
      next.draw(next.cells)
      below = next
    }
    let coloured = below === underlays[0] ? underlays[1] : underlays[0]
    let program = try context.program(BlurShaders.chain(sideWeight: 0))
    program.use()
    program.set(look.chain)
    program.bind("source", below.texture, unit: 0)
    coloured.draw(coloured.cells)
    try pane.remake(coloured, look.grid)
  }

  func destroy() {
    pane.destroy()
    for layer in underlays { layer.destroy() }
    underlays = []
  }
}
