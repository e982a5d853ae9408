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
      try panes.nestedGlass(look, below: below, backdrop)
    }
    let (scene, leaking) = (drawing.scene, drawing.isLeaking ? measurement : nil)
    let plan = PicturePlan(of: drawing.rects, scene, panes.looks, on: frame, widened: pixels.widened)
    let surface = plan.surface(on: frame, scale: panes.scale, range: panes.range)
    var sheets: [GlassKey: Layer] = [:]
    for part in plan.parts {
      sheets[part.key] = panes.grid(part.position)
      try draw(part, surface, sheets, nested, to: pixels, through: leaking)
    }
    if !plan.rest.isEmpty {
      let canvas = try canvasForAll()
      for rect in plan.painted {
        canvas.clear(rect)
        try painter.paint(
          PaintPlan(scene, in: rect, on: surface, edges: painter.edges), on: canvas, sheets: sheets,
          nested: nested)
      }
      try pixels.draw(plan.rest, from: .nothing(backdrop), canvas: canvas, through: leaking)
    }
    painter.endDrawing()
    pixels.commit(drawing.rects)
    if let measurement { try pixels.cut(drawing.overlapped, by: measurement.roles) }
  }

  /// Draws parts of the surface that show one sheet and its content alone.
  private func draw(
    _ part: PicturePlan.Part, _ surface: PaintPlan.Surface, _ sheets: [GlassKey: Layer],
    _ nested: Painter.NestedGlassMaker, to pixels: SurfacePixels, through measurement: Measurement?
  ) throws(RenderingError) {
    guard let grid = sheets[part.key] else { return }
    if !part.bare.isEmpty {
      try pixels.draw(part.bare, from: .sheet(grid), canvas: nil, through: measurement)
    }
    if part.inked.isEmpty { return }
    let canvas = try canvasForAll()
    for rect in part.inked {
      canvas.clear(rect)
      let plan = try PaintPlan(
        contentOf: part.sheet.node, at: part.sheet.index, in: rect, on: surface, edges: painter.edges)
      try painter.paint(plan, on: canvas, sheets: sheets, nested: nested)
    }
    try pixels.draw(part.inked, from: .sheet(grid), canvas: canvas, through: measurement)
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
