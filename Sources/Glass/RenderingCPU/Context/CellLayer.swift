import Geometry
import Rendering

/// A small picture of a part of the output, in square cells anchored to the output's origin.
///
/// Cells are premultiplied by coverage, which is their fourth value. Outside of `cells` there is nothing.
nonisolated final class CellLayer {
  /// What is kept, in cells from the output's origin.
  let cells: PixelRect
  /// Physical pixels along a cell's side: a power of two.
  let cellSize: Int
  private let memory: Memory<Colour>

  /// All of it is nothing.
  init(cells: PixelRect, cellSize: Int) {
    self.cells = cells
    self.cellSize = cellSize
    memory = Memory(repeating: .zero, count: cells.area)
  }

  /// The cells at the height `y`, by their horizontal place on the output.
  @inline(__always) func row(_ y: Int) -> Row<Colour> {
    precondition(y >= cells.y && y < cells.maxY, "row \(y) of \(cells)")
    return memory.row((y - cells.y) * cells.width - cells.x)
  }

  /// One cell; nothing outside.
  func at(_ x: Int, _ y: Int) -> Colour {
    guard x >= cells.x, x < cells.maxX, y >= cells.y, y < cells.maxY else { return .zero }
    return row(y)[x]
  }

  /// Fills `rect`, as far as there are such cells.
  func fill(_ rect: PixelRect, _ colour: Colour) {
    let part = rect.intersection(cells)
    for y in part.y..<part.maxY {
      let own = row(y)
      for x in part.x..<part.maxX { own[x] = colour }
    }
  }

  /// Takes `rect` of another layer of the same cells' size.
  func copy(_ rect: PixelRect, from other: CellLayer) {
    let part = rect.intersection(cells).intersection(other.cells)
    for y in part.y..<part.maxY {
      let (own, its) = (row(y), other.row(y))
      for x in part.x..<part.maxX { own[x] = its[x] }
    }
  }

  /// The values of `rect`, row by row.
  func values(_ rect: PixelRect) -> [Colour] {
    let part = rect.intersection(cells)
    var result: [Colour] = []
    result.reserveCapacity(part.area)
    for y in part.y..<part.maxY {
      let own = row(y)
      for x in part.x..<part.maxX { result.append(own[x]) }
    }
    return result
  }

  /// Adds `weight` times the cells at the height `y` to `sums`, for places in `range`; nothing is added outside.
  @inline(__always) func add(_ y: Int, _ weight: Float, _ range: Range<Int>, to sums: Row<Colour>) {
    guard y >= cells.y, y < cells.maxY else { return }
    let own = row(y)
    let (first, last) = (max(range.lowerBound, cells.x), min(range.upperBound, cells.maxX))
    guard first < last else { return }
    for x in first..<last { sums[x] += own[x] * weight }
  }
}

/// A row of sums that is used again and again.
nonisolated final class SumRow {
  private var memory = Memory<Colour>(repeating: .zero, count: 1)

  /// Zeros at the places `range`.
  func zeros(_ range: Range<Int>) -> Row<Colour> {
    let row = room(range)
    for place in range { row[place] = .zero }
    return row
  }

  /// Anything at the places `range`.
  func room(_ range: Range<Int>) -> Row<Colour> {
    if memory.count < range.count { memory = Memory(repeating: .zero, count: range.count) }
    return memory.row(-range.lowerBound)
  }
}
