import Geometry
import Rendering
import Scenes
import VisualEffects

/// Draws a scene with its glass into the pixels of a surface.
///
/// Pixels that a sheet of glass covers wholly, as all of a bar's, are taken from its grid by the final pass, and only
/// the sheet's content is painted; elsewhere all nodes are painted.
final class SurfacePicture {
  /// The frame of the surface on the output.
  private let frame: PixelRect
  /// The darkest and the lightest value that is shown.
  private let range: ShownRange
  private let context: GraphicsContext
  private let painter: Painter
  /// The looks of the sheets of the scene that was prepared last.
  private var looks: [GridLook] = []
  private var canvas: PaintCanvas?

  init(
    _ frame: PixelRect, _ range: ShownRange, rasterise: @escaping (StyledText) -> TextBitmap,
    in context: GraphicsContext
  ) {
    self.frame = frame
    self.range = range
    self.context = context
    painter = Painter(frame, rasterise: rasterise, in: context)
  }

  /// Brings the glass of `scene` up to date; returns the part of the surface to be drawn: `stale` and the changed
  /// glass.
  func prepare(
    _ scene: Scene, _ panes: SurfacePanes, _ backdrop: any Backdrop, stale: PixelRect
  ) throws(RenderingError) -> PixelRect {
    for glass in panes.shared {
      glass.endDrawing()
      try glass.blur(try backdrop.through(glass.blur))
    }
    looks = scene.looks(range, on: frame, scale: panes.scale)
    return try scene.updating(panes.panes, looks, on: frame, stale: stale) {
      (glass, look) throws(RenderingError) in
      try glass.update(look)
    }
  }

  /// Draws `rects` of the surface to `pixels`, and compensates the leak of `measurement` if there is one; `prepare`
  /// must have been called for the same scene.
  func draw(
    _ rects: [PixelRect], of scene: Scene, _ panes: SurfacePanes, _ backdrop: any Backdrop,
    to pixels: SurfacePixels, through measurement: Measurement?
  ) throws(RenderingError) {
    panes.beginDrawing()
    let nested: Painter.NestedGlassMaker = { (look, below) throws(RenderingError) in
      try panes.nestedGlass(look, below: below, backdrop)
    }
    let plan = PicturePlan(of: rects, scene, looks, on: frame, widened: pixels.widened)
    let surface = plan.surface(on: frame, scale: panes.scale, range: range)
    var sheets: [GlassKey: Layer] = [:]
    for part in plan.parts {
      sheets[part.key] = panes.panes[part.position].grid(looks[part.position])
      try draw(part, surface, sheets, nested, to: pixels, through: measurement)
    }
    if !plan.rest.isEmpty {
      let canvas = try canvasForAll()
      for rect in plan.painted {
        canvas.clear(rect)
        try painter.paint(
          PaintPlan(scene, in: rect, on: surface, edges: painter.edges), on: canvas, sheets: sheets,
          nested: nested)
      }
      try pixels.draw(plan.rest, from: .nothing(backdrop), canvas: canvas, through: measurement)
    }
    painter.endDrawing()
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

  func destroy() {
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
