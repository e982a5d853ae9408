import Geometry
import Rendering
import Scenes
import VisualEffects

/// Draws a scene with its glass into the pixels of a surface.
///
/// Pixels that a sheet of glass covers wholly, as all of a bar's, are taken from its grid by the final pass, and only
/// the sheet's content is painted; elsewhere all nodes are painted. Painting goes in bands, so that no canvas is as
/// large as the surface.
@MainActor final class SurfacePicture {
  /// The frame of the surface on the output.
  private let frame: PixelRect
  /// The darkest and the lightest value that is shown.
  private let range: ShownRange
  private let painter: Painter
  /// The looks of the sheets of the scene that was prepared last.
  private var looks: [GridLook] = []
  private let pause: () -> Void

  /// The number of rows that are painted at once: 32 rows of 400 pixels take 200 KB, which fits a cache of the CPU.
  private static let band = 32

  /// `pause` is called after each band of rows; it must not draw.
  init(
    _ frame: PixelRect, _ range: ShownRange, rasterise: @escaping (StyledText) -> TextBitmap,
    pause: @escaping () -> Void
  ) {
    self.frame = frame
    self.range = range
    self.pause = pause
    painter = Painter(frame, rasterise: rasterise)
  }

  /// Brings the glass of `scene` up to date; returns the part of the surface to be drawn: `stale` and the changed
  /// glass.
  func prepare(
    _ scene: Scene, _ panes: SurfacePanes, _ backdrop: any Backdrop, stale: PixelRect
  ) -> PixelRect {
    for glass in panes.shared {
      glass.endDrawing()
      glass.blur(backdrop.through(glass.blur))
      pause()
    }
    looks = scene.looks(range, on: frame, scale: panes.scale)
    return scene.updating(panes.panes, looks, on: frame, stale: stale) { glass, look in
      pause()
      return glass.update(look)
    }
  }

  /// Draws `rects` of the surface to `pixels` by `pass`, which compensates the leak of `measurement` if there is one;
  /// `prepare` must have been called for the same scene.
  func draw(
    _ rects: [PixelRect], of scene: Scene, _ panes: SurfacePanes, _ backdrop: any Backdrop,
    to pixels: SurfacePixels, _ pass: PixelPass, through measurement: Measurement?
  ) throws(RenderingError) {
    panes.beginDrawing()
    let nested: Painter.NestedGlassMaker = { panes.nestedGlass($0, below: $1, backdrop) }
    let plan = PicturePlan(of: rects, scene, looks, on: frame, widened: pixels.widened)
    let surface = plan.surface(on: frame, scale: panes.scale, range: range)
    var sheets: [GlassKey: CellLayer] = [:]
    for part in plan.parts {
      sheets[part.key] = panes.panes[part.position].grid(looks[part.position])
      try draw(part, surface, sheets, nested, pass)
    }
    let all = scene.hasNestedGlass
    for part in all ? plan.painted : plan.painted.flatMap({ $0.bands(of: Self.band) }) {
      let canvas = PaintCanvas(part)
      painter.paint(
        try PaintPlan(scene, in: part, on: surface, edges: painter.edges), on: canvas, sheets: sheets,
        nested: nested)
      draw(all ? plan.rest : [part], canvas, backdrop, measurement, pass)
      pause()
    }
    painter.endDrawing()
  }

  /// Draws parts of the surface that show one sheet and its content alone.
  private func draw(
    _ part: PicturePlan.Part, _ surface: PaintPlan.Surface, _ sheets: [GlassKey: CellLayer],
    _ nested: Painter.NestedGlassMaker, _ pass: PixelPass
  ) throws(RenderingError) {
    guard let grid = sheets[part.key] else { return }
    let sampler = GridSampler(grid)
    for rect in part.bare.flatMap({ $0.bands(of: Self.band) }) {
      pass.drawSheet(rect, sampler, nil)
      pause()
    }
    for rect in part.inked.flatMap({ $0.bands(of: Self.band) }) {
      let canvas = PaintCanvas(rect)
      let plan = try PaintPlan(
        contentOf: part.sheet.node, at: part.sheet.index, in: rect, on: surface, edges: painter.edges)
      painter.paint(plan, on: canvas, sheets: sheets, nested: nested)
      pass.drawSheet(rect, sampler, canvas)
      pause()
    }
  }

  /// Draws parts of the surface in which all nodes were painted on `canvas`.
  private func draw(
    _ rects: [PixelRect], _ canvas: PaintCanvas, _ backdrop: any Backdrop, _ measurement: Measurement?,
    _ pass: PixelPass
  ) {
    guard let measurement else {
      for rect in rects { pass.drawTranslucent(rect, canvas) }
      return
    }
    for rect in rects {
      for whole in measurement.state.wholePixels.map({ $0.intersection(rect) }) where !whole.isEmpty {
        pass.drawWhole(whole, canvas)
      }
      for part in rect.subtracting(measurement.state.wholePixels) {
        pass.drawPartial(
          part, canvas, backdrop.underlay(), measurement.state.coverage, measurement.state.unblending.leak)
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
