import Geometry
import Rendering
import Scenes
import VisualEffects

/// From a scene and its glass to the pixels of a surface.
///
/// Where a sheet of glass covers pixels wholly, as all of a bar's, the final pass takes them from its grid, and only
/// what lies on it is painted; elsewhere everything is.
final class SurfacePicture {
  /// On the output.
  private let frame: PixelRect
  /// Black and white of what is shown.
  private let range: ShownRange
  private let context: GraphicsContext
  private let painter: Painter
  private var canvas: Canvas?

  init(
    _ frame: PixelRect, _ range: ShownRange, rasterise: @escaping (StyledText) -> TextBitmap,
    in context: GraphicsContext
  ) {
    self.frame = frame
    self.range = range
    self.context = context
    painter = Painter(frame, rasterise: rasterise, in: context)
  }

  /// Brings the glass of `scene` up to date; returns what must be drawn for that, with what was `stale`.
  func prepare(
    _ scene: Scene, _ panes: SurfacePanes, _ backdrop: any Backdrop, stale: PixelRect
  ) throws(RenderingError) -> PixelRect {
    var stale = stale
    for glass in panes.shared {
      glass.tidy()
      try glass.blur(try backdrop.through(glass.chain, glass.plan))
    }
    var moved: [(glass: PaneGlass, finish: GlassFinish?, pixels: PixelRect)] = []
    for (effect, glass) in zip(scene.sheets, panes.panes) {
      guard let material = effect.node.material else { continue }
      let finish = effect.node.finish(material, range: range)
      let place = effect.node.frame.offset(x: frame.x, y: frame.y)
      let known = moved.first { $0.glass === glass && $0.finish == finish }?.pixels
      let pixels = if let known { known } else { try glass.update(finish) }
      if known == nil { moved.append((glass, finish, pixels)) }
      stale = stale.union(pixels.intersection(place).offset(x: -frame.x, y: -frame.y))
    }
    if !stale.isEmpty, scene.hasNestedGlass { stale = PixelRect(frame.size) }
    return stale.intersection(PixelRect(frame.size))
  }

  /// Draws `rects` to `pixels`; `prepare` was called for the same scene.
  func draw(
    _ rects: [PixelRect], of scene: Scene, _ panes: SurfacePanes, _ backdrop: any Backdrop,
    to pixels: SurfacePixels, through measurement: Measurement?
  ) throws(RenderingError) {
    panes.beginDrawing()
    let glasses = scene.sheets.enumerated().compactMap { index, sheet in
      sheet.node.material.map { material in
        let finish = sheet.node.finish(material, range: range)
        return PaintedGlass(
          grid: panes.panes[index].grid(finish), isDark: material.isDark, legibility: sheet.node.legibility,
          finish: finish)
      }
    }
    let nested: Painter.NestedGlassMaker = { (effect, below) throws(RenderingError) in
      try panes.nestedGlass(effect, below: below, backdrop, range: self.range)
    }
    var rest = rects
    var sheets: [Int: PaintedGlass] = [:]
    for (sheet, glass) in zip(scene.sheets, glasses) where !sheet.isOverOthers {
      sheets[sheet.index] = glass
      let plain = scene.plainRects(of: sheet, on: frame)
      let own = rest.flatMap { rect in plain.map { $0.intersection(rect) } }.filter { !$0.isEmpty }
      if own.isEmpty { continue }
      try draw(own, of: sheet.node, glass, nested, to: pixels, through: measurement)
      rest = rest.flatMap { $0.subtracting(plain) }
    }
    if !rest.isEmpty {
      let canvas = try canvasForAll()
      // A blur of what was painted needs all of that afresh.
      for rect in scene.hasNestedGlass ? [PixelRect(frame.size)] : rest {
        canvas.clear(rect)
        try painter.paint(
          scene.nodes, in: rect, on: [canvas], glass: nil, sheets: sheets, nested: nested)
      }
      try pixels.draw(rest, from: .nothing(backdrop), canvas: canvas, through: measurement)
    }
    painter.tidy()
  }

  /// Draws parts of the surface that are all one sheet's, with what lies on it.
  private func draw(
    _ rects: [PixelRect], of sheet: EffectNode, _ glass: PaintedGlass, _ nested: Painter.NestedGlassMaker,
    to pixels: SurfacePixels, through measurement: Measurement?
  ) throws(RenderingError) {
    let inked = rects.flatMap { rect in sheet.content.map { $0.extent.intersection(rect) } }
      .filter { !$0.isEmpty }.map(pixels.widened).distinct
    try pixels.draw(
      rects.flatMap { $0.subtracting(inked) }, from: .sheet(glass.grid), canvas: nil, through: measurement)
    if inked.isEmpty { return }
    let canvas = try canvasForAll()
    for rect in inked {
      canvas.clear(rect)
      try painter.paint(sheet.content, in: rect, on: [canvas], glass: glass, nested: nested)
    }
    try pixels.draw(inked, from: .sheet(glass.grid), canvas: canvas, through: measurement)
  }

  func destroy() {
    painter.destroy()
    canvas?.destroy()
    canvas = nil
  }

  private func canvasForAll() throws(RenderingError) -> Canvas {
    if let canvas { return canvas }
    let made = try Canvas(PixelRect(frame.size), in: context)
    canvas = made
    return made
  }
}
