import CPixels
import Geometry
import Rendering
import Scenes
import VisualEffects

/// A blurred backdrop finished for one kind of ink, at grid points between which pixels are interpolated.
final class GlassGrid {
  var state: GridState
  private let points: CellLayer
  private var limits: CellLayer?
  /// The map of the lens, made at the first update that needs it.
  private var map: LensMap?

  init(_ blur: PlannedBlur, _ look: GridLook) {
    state = GridState(blur, look)
    points = CellLayer(cells: state.cells, cellSize: state.step)
  }

  /// The colours of the finished material; with a finish, the fourth value is the greatest (dark glass) or least
  /// luminance within 2 px.
  var layer: CellLayer { limits ?? points }

  /// Enlarges `blurred` to the points that are out of date and finishes them; returns the pixels of the output that
  /// change with them.
  func update(from blurred: CellLayer, _ look: GridLook) -> PixelRect {
    state.use(look)
    let finish = look.finish
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
    if let lens = look.lens { refract(blurred, lens, stale) }
    if let finish { fill(stale, finish) }
    if let finish, let limits { addExtremes(to: limits, isDark: finish.bounds.isDark) }
    return state.endUpdate()
  }

  /// Replaces those points that show another place of the backdrop than their own.
  private func refract(_ blurred: CellLayer, _ lens: Lens, _ cells: PixelRect) {
    let key = lens.mapKey
    let map = self.map.flatMap { $0.key == key ? $0 : nil } ?? LensMap(lens)
    self.map = map
    let part = cells.intersection(points.cells)
    let frame = lens.shape.frame
    let sampler = SplineSampler(blurred, pixelsPerPoint: points.cellSize)
    for y in part.y..<part.maxY {
      let row = points.row(y)
      for x in part.x..<part.maxX {
        let offset = map.offset(x: x - frame.x, y: y - frame.y, in: frame.size)
        if offset == .zero { continue }
        let place = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
        if lens.dispersion == 0 {
          row[x] = sampler.colour(at: place + offset)
        } else {
          let share = Float(lens.dispersion)
          let (red, green) = (
            sampler.colour(at: place + offset * (1 - share)), sampler.colour(at: place + offset)
          )
          let blue = sampler.colour(at: place + offset * (1 + share))
          row[x] = Colour(red.x, green.y, blue.z, 1)
        }
      }
    }
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
