import Geometry
import Rendering

/// Reads a grid between its points, row by row.
nonisolated struct GridSampler {
  private let grid: CellLayer
  private let mixed = SumRow()

  init(_ grid: CellLayer) { self.grid = grid }

  /// Pixels between the points.
  var step: Int { grid.cellSize }

  /// The grid's points along the row `y` of the output's pixels, as far as pixels of `columns` need them: the point
  /// `p` lies at the pixel (p + ½) · step. Where there are none, there is nothing.
  func row(_ y: Int, _ columns: Range<Int>) -> Row<Colour> {
    let first = columns.lowerBound.dividedDown(by: step) - 2
    let last = (columns.upperBound - 1).dividedDown(by: step) + 3
    let row = mixed.zeros(first..<last)
    if step == 1 {
      grid.add(y, 1, first..<last, to: row)
      return row
    }
    let twice = 2 * y + 1 - step
    let cell = twice.dividedDown(by: 2 * step)
    let share = Float(twice - cell * 2 * step) / Float(2 * step)
    grid.add(cell, 1 - share, first..<last, to: row)
    grid.add(cell + 1, share, first..<last, to: row)
    return row
  }

  /// The pixel at `x` in a row of `row`.
  @inline(__always) func pixel(_ x: Int, _ row: Row<Colour>) -> Colour {
    if step == 1 { return row[x] }
    let twice = 2 * x + 1 - step
    let cell = twice.dividedDown(by: 2 * step)
    let share = Float(twice - cell * 2 * step) / Float(2 * step)
    return row[cell] * (1 - share) + row[cell + 1] * share
  }

  /// Four pixels from `x`, a multiple of 4.
  @inline(__always) func four(_ x: Int, _ row: Row<Colour>) -> (Colour, Colour, Colour, Colour) {
    switch step {
    case 4:
      let (a, b, c) = (row[x >> 2 - 1], row[x >> 2], row[x >> 2 + 1])
      return (a * 0.375 + b * 0.625, a * 0.125 + b * 0.875, b * 0.875 + c * 0.125, b * 0.625 + c * 0.375)
    case 2:
      let first = x >> 1
      let (a, b, c, d) = (row[first - 1], row[first], row[first + 1], row[first + 2])
      return (a * 0.25 + b * 0.75, b * 0.75 + c * 0.25, b * 0.25 + c * 0.75, c * 0.75 + d * 0.25)
    default: return (row[x], row[x + 1], row[x + 2], row[x + 3])
    }
  }
}
