import CPixels
import Geometry
import Rendering
import VisualEffects

/// Separable sums over layers of cells, of which a blur consists.
struct Resampling {
  private let sums = SumRow()

  /// Fills `cells` of `target` by a reduction of `source`, whose cells are smaller by the reduction's factor.
  func reduce(_ source: CellLayer, to target: CellLayer, _ cells: PixelRect, _ reduction: Reduction) {
    let part = cells.intersection(target.cells)
    if part.isEmpty { return }
    let weights = Memory(reduction.weights.map { Float($0) })
    let factor = reduction.factor
    let reach = factor / 2 - weights.count / 2
    let range = part.x * factor + reach..<(part.maxX - 1) * factor + reach + weights.count
    let (share, taps) = (weights.row(0), weights.count)
    for y in part.y..<part.maxY {
      let row = sums.room(range)
      source.sum(y * factor + reach, weights, range, to: row)
      let result = target.row(y)
      for x in part.x..<part.maxX {
        var sum = Colour.zero
        let first = x * factor + reach
        for tap in 0..<taps { sum += row[first + tap] * share[tap] }
        result[x] = sum
      }
    }
    withExtendedLifetime(weights) {}
  }

  /// Blurs along rows; `kernel` has the weights from the centre outwards.
  func blurAcross(_ source: CellLayer, to target: CellLayer, _ cells: PixelRect, _ kernel: [Float]) {
    let part = cells.intersection(target.cells)
    if part.isEmpty { return }
    let weights = Memory(kernel)
    let (share, radius) = (weights.row(0), kernel.count - 1)
    let range = part.x - radius..<part.maxX + radius
    for y in part.y..<part.maxY {
      let row = sums.zeros(range)
      source.add(y, 1, range, to: row)
      let result = target.row(y)
      for x in part.x..<part.maxX {
        var sum = row[x] * share[0]
        for distance in 1..<radius + 1 { sum += (row[x - distance] + row[x + distance]) * share[distance] }
        result[x] = sum
      }
    }
    withExtendedLifetime(weights) {}
  }

  /// Blurs along columns; `kernel` has the weights from the centre outwards.
  func blurDown(_ source: CellLayer, to target: CellLayer, _ cells: PixelRect, _ kernel: [Float]) {
    let part = cells.intersection(target.cells)
    if part.isEmpty { return }
    for y in part.y..<part.maxY {
      let places = [0] + (1..<max(1, kernel.count)).flatMap { [-$0, $0] }
      let taps = places.filter { (source.cells.y..<source.cells.maxY).contains(y + $0) }
        .map { (row: source.row(y + $0), weight: kernel[abs($0)]) }
      let result = target.row(y)
      for x in part.x..<part.maxX {
        var sum = Colour.zero
        for tap in taps { sum += tap.row[x] * tap.weight }
        result[x] = sum
      }
    }
  }

  /// Fills `points` of a finer or equal `target`, divided by the coverage.
  func fit(_ source: CellLayer, to target: CellLayer, _ points: PixelRect) {
    if source.cellSize == 1 {
      normalise(source, to: target, points)
    } else {
      enlarge(source, to: target, points)
    }
  }

  /// Fills `points` of a finer `target` by the cubic B-spline, divided by the coverage.
  func enlarge(_ source: CellLayer, to target: CellLayer, _ points: PixelRect) {
    let part = points.intersection(target.cells)
    if part.isEmpty { return }
    let lines = EnlargedLines(source, pointSize: target.cellSize, sums)
    for y in part.y..<part.maxY { lines.fill(target.row(y), part.x..<part.maxX, at: Float(y) + 0.5) }
  }

  /// Fills `points` of `target` from a source of full size, divided by the coverage.
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

/// The four weights of the cubic B-spline along one axis for a point of a finer grid.
private enum Spline {
  /// The weights of the point with the index `phase` among `count` in a larger cell.
  static func phase(_ phase: Int, of count: Int) -> pixels_phase {
    let position = (Double(phase) + 0.5) / Double(count) - 0.5
    let cell = position.rounded(.down)
    let weights = SIMD4<Float>(weights(position - cell))
    return pixels_phase(weights: (weights.x, weights.y, weights.z, weights.w), first: Int(cell) - 1)
  }

  /// The shares of the cell before the nearest one below a place, of that one and of the next two; `t` is the distance
  /// from the centre of the nearest one, 0 ..< 1.
  @inline(__always)
  static func weights<Number: BinaryFloatingPoint & SIMDScalar>(_ t: Number) -> SIMD4<Number> {
    let s = 1 - t
    let (w0, w3) = (s * s * s / 6, t * t * t / 6)
    let half: Number = 1 - t / 2
    let w1: Number = 2 / 3 - t * t * half
    return SIMD4(w0, w1, 1 - w0 - w1 - w3, w3)
  }
}

/// Lines of points across a blurred layer, by the cubic B-spline and divided by the coverage.
struct EnlargedLines {
  private let source: CellLayer
  private let sums: SumRow
  private let phases: [pixels_phase]
  private let weights = Memory<Float>(repeating: 0, count: 4)
  /// Cells have powers of two as sides, so points have the same places in each of the larger cells.
  private var shift: Int { phases.count.trailingZeroBitCount }

  /// `pointSize` is the distance of points in pixels, at most the source's size of cells; `sums` is memory for the lines.
  init(_ source: CellLayer, pointSize: Int, _ sums: SumRow = SumRow()) {
    (self.source, self.sums) = (source, sums)
    let ratio = source.cellSize / pointSize
    phases = (0..<ratio).map { Spline.phase($0, of: ratio) }
  }

  /// Sets those points of a row at `columns` to the colours at the height `place`, in points from the output's top.
  func fill(_ result: Row<Colour>, _ columns: Range<Int>, at place: Float) {
    let shift = shift
    let position = place / Float(phases.count) - 0.5
    let cell = position.rounded(.down)
    let down = Spline.weights(position - cell)
    let share = weights.row(0)
    for tap in 0..<4 { share[tap] = down[tap] }
    let range = columns.lowerBound >> shift - 2..<(columns.upperBound - 1) >> shift + 3
    let row = sums.room(range)
    source.sum(Int(cell) - 1, weights, range, to: row)
    unsafe pixels_enlarge(
      row.pointer, phases, Int32(shift), columns.lowerBound, columns.upperBound, result.pointer)
  }
}

/// Reads a blurred layer at any place, by the cubic B-spline, divided by the coverage; a layer of full size is read between
/// its pixels in proportion.
struct SplineSampler {
  private let source: CellLayer
  /// Cells of the layer per pixel.
  private let cells: Float

  init(_ source: CellLayer, pixelsPerPoint: Int) {
    self.source = source
    cells = Float(pixelsPerPoint) / Float(source.cellSize)
  }

  /// The colour at a place in points of the grid.
  func colour(at place: SIMD2<Float>) -> Colour {
    let position = place * cells - 0.5
    let cell = position.rounded(.down)
    let t = position - cell
    let (x, y) = (Int(cell.x), Int(cell.y))
    let (across, down) = (weights(t.x), weights(t.y))
    var sum = Colour.zero
    for row in 0..<4 where down[row] != 0 {
      var line = Colour.zero
      for column in 0..<4 where across[column] != 0 {
        line += source.at(x + column - 1, y + row - 1) * across[column]
      }
      sum += line * down[row]
    }
    return sum.normalised.with(1)
  }

  /// The shares of the cell before a place, of those beside the place and of the next one.
  private func weights(_ t: Float) -> SIMD4<Float> {
    source.cellSize == 1 ? SIMD4(0, 1 - t, t, 0) : Spline.weights(t)
  }
}
