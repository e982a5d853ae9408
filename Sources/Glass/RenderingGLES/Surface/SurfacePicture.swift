import Geometry
package import Rendering
import Scenes
import VisualEffects

/// Draws scenes by final passes over textures.
package final class SurfacePicture: SurfacePainting {
  /// The frame of the surface on the output.
  private let frame: PixelRect
  private let context: GraphicsContext
  private let painter: Painter
  private var canvas: PaintCanvas?
  private var memory = PictureMemory()

  init(_ frame: PixelRect, rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext) {
    self.frame = frame
    self.context = context
    painter = Painter(frame, rasterise: rasterise, in: context)
  }

  package func draw(
    _ drawing: SurfaceDrawing, _ panes: SurfacePanes<GLESBackend>, _ backdrop: any Backdrop<Layer>,
    to pixels: SurfacePixels, through measurement: Measurement?
  ) throws(RenderingError) {
    panes.beginDrawing()
    let nested: Painter.NestedGlassMaker = { (look, below) throws(RenderingError) in
      let grid = try panes.nestedGlass(look, below: below, backdrop)
      try grid.makePoints(of: [PixelRect(self.frame.size)], on: self.frame)
      return grid
    }
    let leaking = drawing.isLeaking ? measurement : nil
    let plans = try memory.plans(
      of: drawing, panes, on: frame, widened: pixels.widened, edges: painter.edges)
    let plan = plans.picture
    var sheets: [GlassKey: GlassGrid] = [:]
    for part in plan.parts {
      let grid = panes.grid(part.position)
      sheets[part.key] = grid
      try grid.makePoints(of: part.inked + plan.painted, on: frame)
    }
    // Everything is painted before anything is taken from the canvas, since software GL draws a target's passes whenever
    // another target comes.
    let inked = plan.parts.flatMap(\.inked)
    let canvas = inked.isEmpty && plan.rest.isEmpty ? nil : try canvasForAll()
    if let canvas {
      canvas.clear(inked + plan.painted)
      for plan in plans.contents + [plans.rest] {
        if let plan { try painter.paint(plan, on: canvas, sheets: sheets, nested: nested) }
      }
    }
    try pixels.draw(
      plan.rest, from: .nothing(backdrop, drawn: drawing.rects), canvas: canvas, through: leaking)
    for (grid, parts) in grids(of: plan.parts, sheets) {
      for (source, rects) in grid.sources(of: parts.flatMap(\.bare), on: frame) {
        try pixels.draw(rects, from: .sheet(source), canvas: nil, through: leaking)
      }
      try pixels.draw(
        parts.flatMap(\.inked), from: .inkedSheet(grid.layer), canvas: canvas, through: leaking)
    }
    painter.endDrawing()
    pixels.commit(drawing.rects)
    if let measurement { try pixels.cut(drawing.overlapped, by: measurement.roles) }
  }

  /// Each of the grids that `sheets` has for `parts`, with the parts that are taken from it.
  private func grids(
    of parts: [PicturePlan.Part], _ sheets: [GlassKey: GlassGrid]
  ) -> [(grid: GlassGrid, parts: [PicturePlan.Part])] {
    parts.reduce(into: []) { grids, part in
      guard let grid = sheets[part.key] else { return }
      if let index = grids.firstIndex(where: { $0.grid === grid }) {
        grids[index].parts.append(part)
      } else {
        grids.append((grid, [part]))
      }
    }
  }

  package func destroy() {
    painter.destroy()
    canvas?.destroy()
    canvas = nil
  }

  private func canvasForAll() throws(RenderingError) -> PaintCanvas {
    if let canvas { return canvas }
    let made = try PaintCanvas(PixelRect(frame.size), in: context)
    canvas = made
    return made
  }
}
