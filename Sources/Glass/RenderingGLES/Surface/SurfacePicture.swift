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
  /// The plans of the last drawing, which live frames of one scene repeat.
  private var planned: Planned?

  /// The plans to draw a part of a scene.
  private struct Planned {
    var scene: Scene
    var rects: [PixelRect]
    var picture: PicturePlan
    /// The plans to paint on the canvas, in their order.
    var paint: [PaintPlan]
  }

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
    let planned = try plans(of: drawing, panes, widened: pixels.widened)
    let plan = planned.picture
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
      for paint in planned.paint { try painter.paint(paint, on: canvas, sheets: sheets, nested: nested) }
    }
    for (grid, parts) in grids(of: plan.parts, sheets) {
      for (source, rects) in grid.sources(of: parts.flatMap(\.bare), on: frame) {
        try pixels.draw(rects, from: .sheet(source), canvas: nil, through: leaking)
      }
      try pixels.draw(
        parts.flatMap(\.inked), from: .inkedSheet(grid.layer), canvas: canvas, through: leaking)
    }
    try pixels.draw(plan.rest, from: .nothing(backdrop), canvas: canvas, through: leaking)
    painter.endDrawing()
    pixels.commit(drawing.rects)
    if let measurement { try pixels.cut(drawing.overlapped, by: measurement.roles) }
  }

  /// The plans of `drawing`, which are those of the last drawing if that drew the same part of the same scene.
  private func plans(
    of drawing: SurfaceDrawing, _ panes: SurfacePanes<GLESBackend>, widened: (PixelRect) -> PixelRect
  ) throws(RenderingError) -> Planned {
    let scene = drawing.scene
    if let planned, planned.rects == drawing.rects, planned.scene == scene { return planned }
    let plan = PicturePlan(of: drawing.rects, scene, panes.sheets, on: frame, widened: widened)
    let surface = plan.surface(on: frame, scale: panes.scale, range: panes.range)
    var paint: [PaintPlan] = []
    for part in plan.parts where !part.inked.isEmpty {
      paint.append(
        try PaintPlan(
          contentOf: part.sheet.node, at: part.sheet.index, in: part.inked, on: surface,
          edges: painter.edges))
    }
    if !plan.painted.isEmpty {
      paint.append(try PaintPlan(scene, in: plan.painted, on: surface, edges: painter.edges))
    }
    let made = Planned(scene: scene, rects: drawing.rects, picture: plan, paint: paint)
    planned = made
    return made
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
