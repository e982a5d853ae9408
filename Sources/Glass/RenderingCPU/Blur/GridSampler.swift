import Geometry
import Rendering

/// Reads a grid between its points, row by row.
struct GridSampler {
  private let grid: CellLayer
  private let mixed = SumRow()
  /// Pixels between two points, a power of two, and the binary logarithm of twice that.
  let step: Int
  private let shift: Int

  init(_ grid: CellLayer) {
    self.grid = grid
    step = grid.cellSize
    shift = step.trailingZeroBitCount + 1
  }

  /// The colours along the row `y` of the output's pixels at the grid's columns that pixels of `columns` need: the
  /// point `p` lies at the pixel coordinate (p + ½) · step. Colours are zero where the grid has no points.
  func row(_ y: Int, _ columns: Range<Int>) -> Row<Colour> {
    let (first, last) = (columns.lowerBound >> (shift - 1) - 2, (columns.upperBound - 1) >> (shift - 1) + 3)
    if step == 1 {
      let row = mixed.zeros(first..<last)
      grid.add(y, 1, first..<last, to: row)
      return row
    }
    let (cell, share) = place(y)
    if grid.cells.contains(PixelRect(x: first, y: cell, width: last - first, height: 2)) {
      let row = mixed.room(first..<last)
      let (above, below, rest) = (grid.row(cell), grid.row(cell + 1), 1 - share)
      for x in first..<last { row[x] = above[x] * rest + below[x] * share }
      return row
    }
    let row = mixed.zeros(first..<last)
    grid.add(cell, 1 - share, first..<last, to: row)
    grid.add(cell + 1, share, first..<last, to: row)
    return row
  }

  /// The last point before a pixel's centre, and the share of the next point.
  @inline(__always) private func place(_ pixel: Int) -> (cell: Int, share: Float) {
    let twice = 2 &* pixel &+ 1 &- step
    return (twice &>> shift, Float(Int32(truncatingIfNeeded: twice & (2 &* step &- 1))) / Float(2 * step))
  }
}
