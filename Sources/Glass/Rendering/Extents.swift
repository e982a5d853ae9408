package import Geometry
package import VisualEffects

extension PixelRect {
  /// The rectangle whose horizontal and vertical ranges are those of this one changed by `change`; empty if this one
  /// is.
  func mapRanges(_ change: (Range<Int>) -> Range<Int>) -> PixelRect {
    if isEmpty { return .empty }
    let columns = change(x..<maxX)
    let rows = change(y..<maxY)
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The square cells of `size` pixels that this rectangle of pixels touches.
  package func cells(of size: Int) -> PixelRect { cells(of: PixelSize(width: size, height: size)) }

  /// The cells of `size` pixels that this rectangle of pixels touches.
  package func cells(of size: PixelSize) -> PixelRect {
    if isEmpty { return .empty }
    let left = x.dividedDown(by: size.width)
    let top = y.dividedDown(by: size.height)
    return PixelRect(
      x: left, y: top, width: (maxX - 1).dividedDown(by: size.width) + 1 - left,
      height: (maxY - 1).dividedDown(by: size.height) + 1 - top)
  }

  /// The square cells of `size` pixels that lie entirely inside this rectangle of pixels.
  package func wholeCells(of size: Int) -> PixelRect {
    let columns =
      (x + size - 1).dividedDown(
        by: size)..<max(
        (x + size - 1).dividedDown(by: size), maxX.dividedDown(by: size))
    let rows =
      (y + size - 1).dividedDown(
        by: size)..<max(
        (y + size - 1).dividedDown(by: size), maxY.dividedDown(by: size))
    if columns.isEmpty || rows.isEmpty { return .empty }
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The pixels of these square cells of `size` pixels.
  package func pixels(perCell size: Int) -> PixelRect {
    PixelRect(x: x * size, y: y * size, width: width * size, height: height * size)
  }

  /// This rectangle divided into squares that are anchored to the origin; those at its edges are cut off.
  package func squares(of size: Int) -> [PixelRect] {
    let grid = cells(of: size)
    return (grid.y..<grid.maxY).flatMap { row in
      (grid.x..<grid.maxX).map { column in
        PixelRect(x: column * size, y: row * size, width: size, height: size).intersection(self)
      }
    }
  }

  /// The indices of this rectangle's cells in an array whose rows have `width` cells.
  package func indices(inRowsOf width: Int) -> [Int] {
    (y..<maxY).flatMap { row in (x..<maxX).map { row * width + $0 } }
  }
}

extension Reduction {
  /// The number of old cells along one side of a new cell.
  package var factor: Int { 1 << levels }

  /// The old cells from which the new cells `cells` are made.
  package func sources(of cells: PixelRect) -> PixelRect {
    let reach = weights.count / 2
    return cells.mapRanges {
      $0.lowerBound * factor + factor / 2 - reach..<($0.upperBound - 1) * factor + factor / 2 + reach
    }
  }

  /// The new cells to which the old cells `cells` contribute.
  func dependents(of cells: PixelRect) -> PixelRect {
    let reach = weights.count / 2
    return cells.mapRanges {
      let first = ($0.lowerBound - factor / 2 - reach + factor).dividedDown(by: factor)
      let last = ($0.upperBound - 1 - factor / 2 + reach).dividedDown(by: factor)
      return first..<max(first, last) + 1
    }
  }
}

extension Int {
  /// The quotient rounded towards negative infinity.
  package func dividedDown(by divisor: Int) -> Int { flooredToMultiple(of: divisor) / divisor }
}
