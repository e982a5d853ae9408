import CEGL
import Geometry
import Rendering
import VisualEffects

/// A blurred backdrop finished for one kind of ink, at grid points between which pixels are interpolated.
final class GlassGrid {
  /// The finish that legibility gives to the material; nil: it gives none.
  private(set) var finish: LegibilityFigures?
  /// Whether the grid was requested since the last `BlurPyramid.endDrawing`.
  var isUsed = true
  private let plan: BlurPlan
  private let points: Layer
  private var limits: Layer?
  private let context: GraphicsContext
  /// Points that are out of date.
  private var stale: PixelRect

  /// Makes a layer for the points `cells` of the output; all of them are out of date.
  init(
    _ plan: BlurPlan, cells: PixelRect, finish: LegibilityFigures?, in context: GraphicsContext
  ) throws(RenderingError) {
    self.plan = plan
    self.finish = finish
    self.context = context
    points = try Layer("glass", cells: cells, cellSize: plan.gridStep, in: context)
    stale = cells
    try fitLimits()
  }

  /// The colours of the finished material; with a finish, alpha is the greatest (dark glass) or least luminance
  /// within 2 px.
  var layer: Layer { limits ?? points }

  /// Changes the finish of the grid; all points are out of date then.
  func setFinish(_ new: LegibilityFigures?) throws(RenderingError) {
    finish = new
    stale = points.cells
    try fitLimits()
  }

  private func fitLimits() throws(RenderingError) {
    if finish == nil {
      limits?.destroy()
      limits = nil
    } else if limits == nil {
      limits = try Layer("glass", cells: points.cells, cellSize: points.cellSize, in: context)
    }
  }

  /// Marks `cells` as out of date, since the backdrop behind them has changed.
  func invalidate(_ cells: PixelRect) { stale = stale.union(cells.intersection(points.cells)) }

  /// Enlarges `blurred` to the points that are out of date; returns the pixels of the output that change with them.
  func update(from blurred: Layer) throws(RenderingError) -> PixelRect {
    if stale.isEmpty { return .empty }
    try enlarge(blurred)
    let cells = stale
    stale = .empty
    // A changed point changes pixels up to the next point, and up to two more points if it changes their extremes.
    return cells.outset(by: finish == nil ? 1 : 3).pixels(perCell: points.cellSize)
  }

  private func enlarge(_ blurred: Layer) throws(RenderingError) {
    let ending = finish == nil ? BlurShaders.Ending.plain : .filled
    let program = try context.program(
      plan.level == 0 ? BlurShaders.normalise(ending) : BlurShaders.enlarge(ending))
    program.use()
    program.bind("source", blurred.texture, unit: 0)
    if plan.level == 0 {
      program.set("shift", points.origin.x - blurred.origin.x, points.origin.y - blurred.origin.y)
    } else {
      let size = blurred.texture.storage
      program.set("place", blurred.sampling(from: points))
      program.set("size", SIMD2(Float(size.width), Float(size.height)))
      program.set("texel", blurred.texelSize)
    }
    if let finish { program.set(finish) }
    points.draw(stale)
    guard let finish, let limits else { return }
    let extremes = try context.program(LegibilityShaders.extremes(gridStep: plan.gridStep))
    extremes.use()
    extremes.bind("source", points.texture, unit: 0)
    let size = points.texture.size
    extremes.set("last", size.width - 2, size.height - 2)
    extremes.set("side", finish.bounds.isDark ? 1 : -1 as Float)
    limits.draw(stale.outset(by: plan.gridStep == 1 ? 2 : 1))
  }

  func destroy() {
    points.destroy()
    limits?.destroy()
  }
}
