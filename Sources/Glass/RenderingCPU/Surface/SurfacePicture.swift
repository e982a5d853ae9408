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
  /// The finishes of the sheets of the scene that was prepared last.
  private var finishes: [LegibilityFigures?] = []
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
      glass.blur(backdrop.through(glass.chain, glass.plan))
      pause()
    }
    finishes = scene.finishes(range)
    return scene.updating(panes.panes, finishes, on: frame, stale: stale) { glass, finish in
      pause()
      return glass.update(finish)
    }
  }

  /// Draws `rects` of the surface to `pixels`, compensates the leak of `measurement` if there is one, and cuts the
  /// surface out by `mask`; `prepare` must have been called for the same scene.
  func draw(
    _ rects: [PixelRect], of scene: Scene, _ panes: SurfacePanes, _ backdrop: any Backdrop,
    to pixels: SurfacePixels, through measurement: Measurement?, cutBy mask: OverlapMask? = nil
  ) throws(RenderingError) {
    let pass = try pixels.begin(rects, through: measurement)
    panes.beginDrawing()
    let glasses = scene.sheets.enumerated().compactMap { index, sheet in
      sheet.node.material.map { material in
        PaintedGlass(
          grid: panes.panes[index].grid(finishes[index]), isDark: material.isDark,
          legibility: sheet.node.legibility, finish: finishes[index])
      }
    }
    let nested: Painter.NestedGlassMaker = { effect, below in
      panes.nestedGlass(effect, below: below, backdrop, range: self.range)
    }
    let division = SheetDivision(of: rects, scene, on: frame)
    var sheets: [Int: PaintedGlass] = [:]
    for part in division.parts {
      let glass = glasses[part.position]
      sheets[part.sheet.index] = glass
      draw(part, glass, nested, pixels, pass)
    }
    let rest = division.rest
    // A blur of painted pixels needs all of them drawn anew.
    let all = scene.hasNestedGlass
    for part in all ? [PixelRect(frame.size)] : rest.flatMap({ $0.bands(of: Self.band) }) where !rest.isEmpty
    {
      let canvas = PaintCanvas(part)
      painter.paint(scene.nodes, in: part, on: [canvas], glass: nil, sheets: sheets, nested: nested)
      draw(all ? rest : [part], canvas, backdrop, measurement, pass)
      pause()
    }
    if let mask {
      pass.cut(
        mask.parts.flatMap { part in rects.map { $0.intersection(part) } }.filter { !$0.isEmpty }, by: mask)
    }
    painter.endDrawing()
  }

  /// Draws parts of the surface that show one sheet and its content alone.
  private func draw(
    _ part: SheetDivision.Part, _ glass: PaintedGlass, _ nested: Painter.NestedGlassMaker,
    _ pixels: SurfacePixels, _ pass: PixelPass
  ) {
    let inked = part.inked(pixels.widened)
    let sampler = GridSampler(glass.grid)
    for rect in part.rects.flatMap({ $0.subtracting(inked) }).flatMap({ $0.bands(of: Self.band) }) {
      pass.drawSheet(rect, sampler, nil)
      pause()
    }
    for rect in inked.flatMap({ $0.bands(of: Self.band) }) {
      let canvas = PaintCanvas(rect)
      painter.paint(part.sheet.node.content, in: rect, on: [canvas], glass: glass, nested: nested)
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
      for whole in measurement.wholePixels.map({ $0.intersection(rect) }) where !whole.isEmpty {
        pass.drawWhole(whole, canvas)
      }
      for part in rect.subtracting(measurement.wholePixels) {
        pass.drawPartial(
          part, canvas, backdrop.underlay(), measurement.coverage, measurement.unblending.leak)
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
