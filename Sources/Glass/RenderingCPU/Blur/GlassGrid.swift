import CPixels
import Geometry
import Rendering
import VisualEffects

/// A blurred backdrop finished for one kind of ink, at grid points between which pixels are interpolated.
final class GlassGrid {
  var state: GridState
  private let points: CellLayer
  private var limits: CellLayer?

  init(_ blur: PlannedBlur) {
    state = GridState(blur)
    points = CellLayer(cells: state.cells, cellSize: state.step)
  }

  /// The colours of the finished material; with a finish, the fourth value is the greatest (dark glass) or least
  /// luminance within 2 px.
  var layer: CellLayer { limits ?? points }

  /// Enlarges `blurred` to the points that are out of date and finishes them; returns the pixels of the output that
  /// change with them.
  func update(from blurred: CellLayer, _ finish: LegibilityFigures?) -> PixelRect {
    state.use(finish)
    if finish == nil {
      limits = nil
    } else if limits == nil {
      limits = CellLayer(cells: points.cells, cellSize: points.cellSize)
    }
    let stale = state.stale
    if stale.isEmpty { return .empty }
    if blurred.cellSize == 1 {
      Resampling().normalise(blurred, to: points, stale)
    } else {
      Resampling().enlarge(blurred, to: points, stale)
    }
    if let finish { fill(stale, finish) }
    if let finish, let limits { addExtremes(to: limits, isDark: finish.bounds.isDark) }
    return state.endUpdate()
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
  private func addExtremes(to limits: CellLayer, isDark: Bool) {
    let reach = state.reach
    let all = points.cells
    let part = state.stale.outset(by: reach).intersection(all)
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
