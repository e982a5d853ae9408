import CPixels
package import Geometry
package import Rendering
import Scenes
import VisualEffects

/// A grid of finished glass in memory.
package nonisolated final class GlassGrid: RenderingGrid {
  package var state: GridState
  package let layer: CellLayer
  /// The luminance of each point, row by row; nil: there was no finish yet.
  private var luminances: Memory<Float>?
  /// The map of the lens, made at the first update that needs it.
  private var map: LensMap?

  init(_ blur: PlannedBlur, _ look: GridLook) {
    state = GridState(blur, look)
    layer = CellLayer(cells: state.cells, cellSize: state.step)
  }

  package var ground: CellLayer { layer }

  package func update(from blurred: CellLayer, _ look: GridLook, _ use: GridUse) -> PixelRect {
    state.use(look)
    for part in state.beginUpdate(use) {
      if let lens = look.lens {
        refract(blurred, lens, part)
      } else {
        Resampling().fit(blurred, to: layer, part)
      }
      if let finish = look.finish { fill(part, finish) }
    }
    if let finish = look.finish {
      for part in state.takeGrounds(use) { addExtremes(around: part, finish) }
    }
    return state.endUpdate()
  }

  package func destroy() {}

  /// Enlarges `blurred` as seen through a lens.
  private func refract(_ blurred: CellLayer, _ lens: Lens, _ cells: PixelRect) {
    let key = lens.mapKey
    let map = self.map.flatMap { $0.key == key ? $0 : nil } ?? LensMap(lens)
    self.map = map
    let part = cells.intersection(layer.cells)
    // Along the straight sides above and below, a line of points shows a line of the backdrop.
    let straight =
      lens.dispersion == 0 && blurred.cellSize > 1 ? map.columns(of: lens).intersection(part) : .empty
    let lines = EnlargedLines(blurred, pointSize: layer.cellSize)
    for y in part.y..<part.maxY where !straight.isEmpty {
      let offset = map.offset(
        x: straight.x - lens.shape.frame.x, y: y - lens.shape.frame.y, in: lens.shape.frame.size)
      lines.fill(layer.row(y), straight.x..<straight.maxX, at: Float(y) + 0.5 + offset.y)
    }
    for rest in part.subtracting([straight]) { refract(blurred, lens, map, rest) }
  }

  /// Enlarges `blurred` at each point of a part on its own.
  private func refract(_ blurred: CellLayer, _ lens: Lens, _ map: LensMap, _ part: PixelRect) {
    Resampling().fit(blurred, to: layer, part)
    let frame = lens.shape.frame
    let sampler = SplineSampler(blurred, pixelsPerPoint: layer.cellSize)
    for y in part.y..<part.maxY {
      let row = layer.row(y)
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

  /// Fills the material until it is legible, and notes the luminance of each point.
  private func fill(_ cells: PixelRect, _ finish: LegibilityFigures) {
    let part = cells.intersection(layer.cells)
    let bounds = finish.bounds
    let luminances = luminances ?? Memory<Float>(repeating: 0, count: layer.cells.area)
    self.luminances = luminances
    var light = unsafe Light.tables
    let side: Float = bounds.isDark ? 1 : -1
    var limit = pixels_limit(extreme: Float(bounds.isDark ? bounds.black : bounds.white), side: -side)
    for y in part.y..<part.maxY {
      unsafe pixels_fill(
        &light, Float(bounds.range.black), Float(bounds.range.white), Float(finish.luminance), &limit, part.x,
        part.maxX, layer.row(y).pointer, row(y, of: luminances).pointer)
    }
  }

  private func row(_ y: Int, of luminances: Memory<Float>) -> Row<Float> {
    let cells = layer.cells
    precondition(y >= cells.y && y < cells.maxY, "row \(y) of \(cells)")
    return luminances.row((y - cells.y) * cells.width - cells.x)
  }

  /// Sets the fourth values of the points `part` to the greatest (dark glass) or least luminance around each.
  private func addExtremes(around part: PixelRect, _ finish: LegibilityFigures) {
    guard let luminances else { return }
    let (all, reach) = (layer.cells, state.reach)
    let side: Float = finish.bounds.isDark ? 1 : -1
    let columns = Memory<Float>(repeating: 0, count: part.width + 2 * reach + 3)
    for y in part.y..<part.maxY {
      let near = (max(y - reach, all.y)..<min(y + reach + 1, all.maxY)).map { row($0, of: luminances) }
      let rows = unsafe near.map { unsafe UnsafePointer<Float>?($0.pointer) }
      unsafe pixels_extremes(
        rows, Int32(rows.count), Int32(reach), side, all.x, all.maxX, part.x, part.maxX,
        columns.row(reach - part.x).pointer, layer.row(y).pointer)
    }
    withExtendedLifetime((luminances, columns)) {}
  }
}
