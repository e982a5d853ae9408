import Geometry
import Rendering
import VisualEffects

/// Separable sums over layers of cells: what a blur consists of.
nonisolated struct Resampling {
  private let sums = SumRow()

  /// Fills `cells` of `target`, whose cells are larger by the reduction's factor.
  func reduce(_ source: CellLayer, to target: CellLayer, _ cells: PixelRect, _ reduction: Reduction) {
    let part = cells.intersection(target.cells)
    if part.isEmpty { return }
    let weights = reduction.weights.map { Float($0) }
    let factor = reduction.factor
    let reach = factor / 2 - weights.count / 2
    let range = part.x * factor + reach..<(part.maxX - 1) * factor + reach + weights.count
    for y in part.y..<part.maxY {
      let row = sums.zeros(range)
      for (index, weight) in weights.enumerated() {
        source.add(y * factor + reach + index, weight, range, to: row)
      }
      let result = target.row(y)
      unsafe weights.withUnsafeBufferPointer { weights in
        for x in part.x..<part.maxX {
          var sum = Colour.zero
          for index in 0..<weights.count { unsafe sum += row[x * factor + reach + index] * weights[index] }
          result[x] = sum
        }
      }
    }
  }

  /// Blurs along rows.
  func blurAcross(_ source: CellLayer, to target: CellLayer, _ cells: PixelRect, _ kernel: [Float]) {
    let part = cells.intersection(target.cells)
    if part.isEmpty { return }
    let radius = kernel.count - 1
    let range = part.x - radius..<part.maxX + radius
    for y in part.y..<part.maxY {
      let row = sums.zeros(range)
      source.add(y, 1, range, to: row)
      let result = target.row(y)
      unsafe kernel.withUnsafeBufferPointer { kernel in
        for x in part.x..<part.maxX {
          var sum = unsafe row[x] * kernel[0]
          for distance in 1..<radius + 1 {
            unsafe sum += (row[x - distance] + row[x + distance]) * kernel[distance]
          }
          result[x] = sum
        }
      }
    }
  }

  /// Blurs along columns.
  func blurDown(_ source: CellLayer, to target: CellLayer, _ cells: PixelRect, _ kernel: [Float]) {
    let part = cells.intersection(target.cells)
    if part.isEmpty { return }
    let range = part.x..<part.maxX
    for y in part.y..<part.maxY {
      let row = sums.zeros(range)
      source.add(y, kernel[0], range, to: row)
      for distance in 1..<kernel.count {
        source.add(y - distance, kernel[distance], range, to: row)
        source.add(y + distance, kernel[distance], range, to: row)
      }
      let result = target.row(y)
      for x in range { result[x] = row[x] }
    }
  }

  /// Fills `points` of a finer `target` by the cubic B-spline, divided by the coverage.
  func enlarge(_ source: CellLayer, to target: CellLayer, _ points: PixelRect) {
    let part = points.intersection(target.cells)
    if part.isEmpty { return }
    let ratio = source.cellSize / target.cellSize
    // Points lie alike in each of the larger cells.
    let phases = (0..<ratio).map { Spline(phase: $0, of: ratio) }
    let range = part.x.dividedDown(by: ratio) - 2..<(part.maxX - 1).dividedDown(by: ratio) + 3
    for y in part.y..<part.maxY {
      let cell = y.dividedDown(by: ratio)
      let spline = phases[y - cell * ratio]
      let row = sums.zeros(range)
      for tap in 0..<4 { source.add(cell + spline.first + tap, spline.weights[tap], range, to: row) }
      let result = target.row(y)
      unsafe phases.withUnsafeBufferPointer { phases in
        for x in part.x..<part.maxX {
          let cell = x.dividedDown(by: ratio)
          let spline = unsafe phases[x - cell * ratio]
          let first = cell + spline.first
          let weights = spline.weights
          let sum =
            row[first] * weights.x + row[first + 1] * weights.y + row[first + 2] * weights.z
            + row[first + 3] * weights.w
          result[x] = sum.normalised.with(1)
        }
      }
    }
  }

  /// The same where the source has full size already: the division by coverage alone.
  func normalise(_ source: CellLayer, to target: CellLayer, _ points: PixelRect) {
    let part = points.intersection(target.cells)
    for y in part.y..<part.maxY {
      let row = sums.zeros(part.x..<part.maxX)
      source.add(y, 1, part.x..<part.maxX, to: row)
      let result = target.row(y)
      for x in part.x..<part.maxX { result[x] = row[x].normalised.with(1) }
    }
  }
}

/// The four weights of a point of a finer grid.
nonisolated private struct Spline {
  /// The distance in cells from the larger cell in which the point lies to the first of the four that count.
  let first: Int
  let weights: SIMD4<Float>

  /// The point number `phase` of `count` in a larger cell.
  init(phase: Int, of count: Int) {
    let position = (Double(phase) + 0.5) / Double(count) - 0.5
    let cell = position.rounded(.down)
    let t = position - cell
    let s = 1 - t
    first = Int(cell) - 1
    let (w0, w3) = (s * s * s / 6, t * t * t / 6)
    let w1 = 2.0 / 3 - t * t * (1 - t / 2)
    weights = SIMD4<Float>(SIMD4(w0, w1, 1 - w0 - w1 - w3, w3))
  }
}
