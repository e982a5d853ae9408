import Geometry
import Rendering

/// A small picture of a part of the output, in square cells anchored to the output's origin.
///
/// Cells are premultiplied by coverage, which is their fourth value. Outside of `cells` there is nothing.
final class CellLayer {
  /// The part that is kept, in cells from the output's origin.
  let cells: PixelRect
  /// Physical pixels along a cell's side: a power of two.
  let cellSize: Int
  private let memory: Memory<Colour>

  /// Makes a layer of which all cells are empty.
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

  /// One cell, which is empty outside of the layer.
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

  /// Puts the cells at as many heights as there are `weights`, from `y` on, each with its weight, into `sums`, for places
  /// in `range`; outside there is nothing.
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
    // Four at a time: a weight is loaded once for all of them.
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

  /// Adds `weight` times the cells at the height `y` to `sums`, for places in `range`; nothing is added outside.
  @inline(__always) func add(_ y: Int, _ weight: Float, _ range: Range<Int>, to sums: Row<Colour>) {
    guard y >= cells.y, y < cells.maxY else { return }
    let own = row(y)
    let (first, last) = (max(range.lowerBound, cells.x), min(range.upperBound, cells.maxX))
    guard first < last else { return }
    for x in first..<last { sums[x] += own[x] * weight }
  }
}

/// A row of values that is used again and again.
final class SpareRow<Element> {
  private let zero: Element
  private var memory: Memory<Element>

  init(of zero: Element) {
    self.zero = zero
    memory = Memory(repeating: zero, count: 1)
  }

  /// Makes room for the places `range`, with zeros.
  func zeros(_ range: Range<Int>) -> Row<Element> {
    let row = room(range)
    for place in range { row[place] = zero }
    return row
  }

  /// Makes room for the places `range`, with any values.
  func room(_ range: Range<Int>) -> Row<Element> {
    if memory.count < range.count { memory = Memory(repeating: zero, count: range.count) }
    return memory.row(-range.lowerBound)
  }
}

typealias SumRow = SpareRow<Colour>

extension SpareRow where Element == Colour {
  convenience init() { self.init(of: .zero) }
}
