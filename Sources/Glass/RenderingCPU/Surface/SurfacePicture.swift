import Geometry
package import Rendering
import Scenes
import VisualEffects

/// Draws scenes in bands, so that no canvas is as large as the surface.
@MainActor package final class SurfacePicture: SurfacePainting {
  /// The frame of the surface on the output.
  private let frame: PixelRect
  private let painter: Painter
  private let pause: () -> Void
  private var memory = PictureMemory()

  /// The number of rows that are painted at once: 32 rows of 400 pixels take 200 KB, which fits a cache of the CPU.
  private static let band = 32

  /// `pause` is called after each band of rows; it must not draw.
  init(_ frame: PixelRect, rasterise: @escaping (StyledText) -> TextBitmap, pause: @escaping () -> Void) {
    self.frame = frame
    self.pause = pause
    painter = Painter(frame, rasterise: rasterise)
  }

  package func destroy() {}

  package func draw(
    _ drawing: SurfaceDrawing, _ panes: SurfacePanes<CPUBackend>, _ backdrop: any Backdrop<CellLayer>,
    to pixels: SurfacePixels, through measurement: Measurement?
  ) throws(RenderingError) {
    let leaking = drawing.isLeaking ? measurement : nil
    let pass = try pixels.begin(drawing.rects, through: leaking)
    panes.beginDrawing()
    let nested: Painter.NestedGlassMaker = { (look, below) throws(RenderingError) in
      try panes.nestedGlass(look, below: below, backdrop)
    }
    let plans = try memory.plans(
      of: drawing, panes, on: frame, widened: pixels.widened, edges: painter.edges)
    let plan = plans.picture
    var sheets: [GlassKey: GlassGrid] = [:]
    for (part, content) in zip(plan.parts, plans.contents) {
      sheets[part.key] = panes.grid(part.position)
      try draw(part, content, sheets, nested, pass)
    }
    if let painting = plans.rest {
      let all = plan.hasNestedGlass
      for part in all ? plan.painted : plan.painted.flatMap({ $0.bands(of: Self.band) }) {
        let canvas = PaintCanvas(part)
        try painter.paint(painting, on: canvas, sheets: sheets, nested: nested)
        try draw(all ? plan.rest : [part], canvas, backdrop, leaking, pass)
        pause()
      }
    }
    painter.endDrawing()
    if let mask = measurement?.mask { pass.cut(drawing.overlapped, by: mask) }
  }

  /// Draws parts of the surface that show one sheet and its content alone; `content` is the plan to paint that.
  private func draw(
    _ part: PicturePlan.Part, _ content: PaintPlan?, _ sheets: [GlassKey: GlassGrid],
    _ nested: Painter.NestedGlassMaker, _ pass: PixelPass
  ) throws(RenderingError) {
    guard let grid = sheets[part.key] else { return }
    let sampler = GridSampler(grid.layer)
    for rect in part.bare.flatMap({ $0.bands(of: Self.band) }) {
      pass.drawSheet(rect, sampler, nil)
      pause()
    }
    guard let content else { return }
    for rect in part.inked.flatMap({ $0.bands(of: Self.band) }) {
      let canvas = PaintCanvas(rect)
      try painter.paint(content, on: canvas, sheets: sheets, nested: nested)
      pass.drawSheet(rect, sampler, canvas)
      pause()
    }
  }

  /// Draws parts of the surface in which all nodes were painted on `canvas`.
  private func draw(
    _ rects: [PixelRect], _ canvas: PaintCanvas, _ backdrop: any Backdrop<CellLayer>,
    _ measurement: Measurement?, _ pass: PixelPass
  ) throws(RenderingError) {
    guard let measurement else {
      for rect in rects { pass.drawTranslucent(rect, canvas) }
      return
    }
    let wholes = measurement.state.wholePixels
    for rect in rects {
      for whole in wholes where whole.intersects(rect) { pass.drawWhole(whole.intersection(rect), canvas) }
      for part in rect.subtracting(wholes) {
        pass.drawPartial(
          part, canvas, try backdrop.underlay(), measurement.state.coverage, measurement.state.unblending.leak
        )
      }
    }
  }
}

extension PixelRect {
  /// This rectangle in parts of at most `height` rows.
  fileprivate func bands(of height: Int) -> [PixelRect] {
    stride(from: y, to: maxY, by: height).map {
      PixelRect(x: x, y: $0, width: width, height: Swift.min(height, maxY - $0))
    }
  }
}
