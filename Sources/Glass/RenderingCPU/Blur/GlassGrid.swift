import CPixels
import Geometry
import Rendering
import VisualEffects

/// A blurred backdrop finished for one kind of ink, at grid points between which pixels are interpolated.
final class GlassGrid {
  /// The finish that legibility gives to the material; nil: it gives none.
  private(set) var finish: LegibilityFigures?
  /// Whether the grid was asked for since the last `BlurPyramid.endDrawing`.
  var isUsed = true
  private let plan: BlurPlan
  private let points: CellLayer
  private var limits: CellLayer?
  /// Points that are out of date.
  private var stale: PixelRect

  /// Allocates the points `cells` of the output; all of them are out of date.
  init(_ plan: BlurPlan, cells: PixelRect, finish: LegibilityFigures?) {
    self.plan = plan
    self.finish = finish
    points = CellLayer(cells: cells, cellSize: plan.gridStep)
    stale = cells
    fitLimits()
  }

  /// The colours of the finished material; with a finish, the fourth value is the greatest (dark glass) or least
  /// luminance within 2 px.
  var layer: CellLayer { limits ?? points }

  /// Changes the finish of the grid; all points are out of date then.
  func setFinish(_ new: LegibilityFigures?) {
    finish = new
    stale = points.cells
    fitLimits()
  }

  private func fitLimits() {
    if finish == nil {
      limits = nil
    } else if limits == nil {
      limits = CellLayer(cells: points.cells, cellSize: points.cellSize)
    }
  }

  /// Marks `cells` as out of date, since the backdrop behind them has changed.
  func invalidate(_ cells: PixelRect) { stale = stale.union(cells.intersection(points.cells)) }

  /// Enlarges `blurred` to the points that are out of date; returns the pixels of the output that change with them.
  func update(from blurred: CellLayer) -> PixelRect {
    if stale.isEmpty { return .empty }
    if plan.level == 0 {
      Resampling().normalise(blurred, to: points, stale)
    } else {
      Resampling().enlarge(blurred, to: points, stale)
    }
    if let finish { fill(stale, finish) }
    if let finish, let limits { addExtremes(to: limits, isDark: finish.bounds.isDark) }
    let cells = stale
    stale = .empty
    // A changed point changes pixels up to the next point, and up to two more points if it changes their extremes.
    return cells.outset(by: finish == nil ? 1 : 3).pixels(perCell: points.cellSize)
  }

  /// Fills the material until it is legible; the fourth value becomes its luminance.
  private func fill(_ cells: PixelRect, _ finish: LegibilityFigures) {
    let part = cells.intersection(points.cells)
    let bounds = finish.bounds
    var light = unsafe Light.tables
    var limit = pixels_limit(
      extreme: Float(bounds.isDark ? bounds.black : bounds.white), side: bounds.isDark ? -1 : 1)
    for y in part.y..<part.maxY {
      unsafe pixels_fill(
        &light, Float(bounds.range.black), Float(bounds.range.white), Float(finish.luminance), &limit, part.x,
        part.maxX, points.row(y).pointer)
    }
  }

  /// Copies the points to `limits`, with the greatest (or least) luminance around each as the fourth value.
  ///
  /// Pixels between two points take a mix of both extremes and need those within 2 px: at a step of 1 that takes two
  /// points on each side.
  private func addExtremes(to limits: CellLayer, isDark: Bool) {
    let reach = plan.gridStep == 1 ? 2 : 1
    let all = points.cells
    let part = stale.outset(by: reach).intersection(all)
    let side: Float = isDark ? 1 : -1
    let columns = Memory<Float>(repeating: 0, count: all.width)
    let most = columns.row(-all.x)
    let range = max(part.x - reach, all.x)..<min(part.maxX + reach, all.maxX)
    for y in part.y..<part.maxY {
      let own = points.row(y)
      for x in range { most[x] = side * own[x].w }
      for near in max(y - reach, all.y)..<min(y + reach + 1, all.maxY) where near != y {
        let row = points.row(near)
        for x in range { most[x] = max(most[x], side * row[x].w) }
      }
      let result = limits.row(y)
      for x in part.x..<part.maxX {
        var extreme = most[x]
        for near in max(x - reach, all.x)..<min(x + reach + 1, all.maxX) {
          extreme = max(extreme, most[near])
        }
        result[x] = own[x].with(side * extreme)
      }
    }
  }
}
