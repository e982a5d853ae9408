package import Geometry
import Rendering

/// A layer in memory.
package nonisolated final class CellLayer: RenderingLayer {
  package let cells: PixelRect
  package let cellSize: Int
  private let memory: Memory<Colour>

  /// Makes a layer whose cells are all zero.
  init(cells: PixelRect, cellSize: Int) {
    self.cells = cells
    self.cellSize = cellSize
    memory = Memory(repeating: .zero, count: cells.area)
  }

  /// The row `y` of cells, by columns of the output; traps unless the layer has it.
  @inline(__always) func row(_ y: Int) -> Row<Colour> {
    precondition(y >= cells.y && y < cells.maxY, "row \(y) of \(cells)")
    return memory.row((y - cells.y) * cells.width - cells.x)
  }

  /// The cell at (`x`, `y`), zero outside of the layer.
  func at(_ x: Int, _ y: Int) -> Colour {
    guard x >= cells.x, x < cells.maxX, y >= cells.y, y < cells.maxY else { return .zero }
    return row(y)[x]
  }

  package func fill(_ rect: PixelRect, _ colour: SIMD4<Float>) {
    let part = rect.intersection(cells)
    for y in part.y..<part.maxY {
      let own = row(y)
      for x in part.x..<part.maxX { own[x] = colour }
    }
  }

  package func copy(_ rect: PixelRect, from other: CellLayer) {
    let part = rect.intersection(cells).intersection(other.cells)
    for y in part.y..<part.maxY {
      let (own, its) = (row(y), other.row(y))
      for x in part.x..<part.maxX { own[x] = its[x] }
    }
  }

  package func values(_ rect: PixelRect) -> [SIMD4<Float>] {
    var result: [Colour] = []
    result.reserveCapacity(rect.area)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { result.append(at(x, y)) }
    }
    return result
  }

  package func destroy() {}

  /// Sets `sums`, at the columns `range`, to the sum of the rows from `y` on, one for each of `weights` and
  /// multiplied by it.
  func sum(_ y: Int, _ weights: Memory<Float>, _ range: Range<Int>, to sums: Row<Colour>) {
    let (top, bottom) = (max(0, cells.y - y), min(weights.count, cells.maxY - y))
    let first = max(range.lowerBound, cells.x)
    let last = min(range.upperBound, cells.maxX)
    guard top < bottom, first < last else {
      for x in range { sums[x] = .zero }
      return
    }
    for x in range.lowerBound..<first { sums[x] = .zero }
    for x in last..<range.upperBound { sums[x] = .zero }
    let (own, share, width) = (row(y + top), weights.row(top), cells.width)
    let taps = bottom - top
    var x = first
    // Four columns are summed at a time, so that a weight is loaded once for all of them.
    while x + 4 <= last {
      var (a, b, c, d) = (Colour.zero, Colour.zero, Colour.zero, Colour.zero)
      var (tap, at) = (0, x)
      while tap < taps {
        let weight = Colour(repeating: share[tap])
        a += own[at] * weight
        b += own[at &+ 1] * weight
        c += own[at &+ 2] * weight
        d += own[at &+ 3] * weight
        tap &+= 1
        at &+= width
      }
      (sums[x], sums[x &+ 1], sums[x &+ 2], sums[x &+ 3]) = (a, b, c, d)
      x += 4
    }
    for x in x..<last {
      var sum = Colour.zero
      for tap in 0..<taps { sum += own[x + tap * width] * share[tap] }
      sums[x] = sum
    }
  }

  /// Adds `weight` times the row `y` to `sums` at the columns `range`.
  @inline(__always) func add(_ y: Int, _ weight: Float, _ range: Range<Int>, to sums: Row<Colour>) {
    guard y >= cells.y, y < cells.maxY else { return }
    let own = row(y)
    let (first, last) = (max(range.lowerBound, cells.x), min(range.upperBound, cells.maxX))
    guard first < last else { return }
    for x in first..<last { sums[x] += own[x] * weight }
  }
}

/// A row of values whose memory is used again for every request.
final class SpareRow<Element> {
  private let zero: Element
  private var memory: Memory<Element>

  init(of zero: Element) {
    self.zero = zero
    memory = Memory(repeating: zero, count: 1)
  }

  /// Returns a row for the places `range`, filled with zeros; rows of earlier calls become invalid.
  func zeros(_ range: Range<Int>) -> Row<Element> {
    let row = room(range)
    for place in range { row[place] = zero }
    return row
  }

  /// Returns a row for the places `range`, with undefined values; rows of earlier calls become invalid.
  func room(_ range: Range<Int>) -> Row<Element> {
    if memory.count < range.count { memory = Memory(repeating: zero, count: range.count) }
    return memory.row(-range.lowerBound)
  }
}

typealias SumRow = SpareRow<Colour>

extension SpareRow where Element == Colour {
  convenience init() { self.init(of: .zero) }
}
