import CPixels
import Geometry
import Rendering
import Scenes
import VisualEffects

/// Gives the blocks of an estimate the means that captures show, and notes which of them had others before.
struct BlockMeans {
  private let layer: CellLayer
  private let output: PixelSize
  private var changes = ChangedCells()

  init(_ layer: CellLayer, output: PixelSize) {
    self.layer = layer
    self.output = output
  }

  /// The bounds of the blocks that got another mean.
  var changed: PixelRect { changes.bounds }

  /// Computes the means of the blocks `inner`, all of whose pixels lie on the output, and of `edges`.
  mutating func take(_ inner: [PixelRect], _ edges: [PixelRect], from capture: PanelPixels) {
    let spare = (0..<4).map { _ in SpareRow<UInt32>(of: 0) }
    for rect in inner {
      for y in rect.y..<rect.maxY {
        let changed = Self.whole(y, rect.x..<rect.maxX, capture, spare, to: layer.row(y))
        if let changed { changes.insert(changed, y) }
      }
    }
    for edge in edges {
      for y in edge.y..<edge.maxY {
        for x in edge.x..<edge.maxX { set(x, y, Self.cut(x, y, capture, output) * inside(x, y)) }
      }
    }
  }

  /// Copies the means of those blocks of `part` that were measured, are not held by `flags`, and are plausible.
  mutating func take(_ part: PixelRect, from measurement: Measurement, _ flags: BlockFlags) {
    let veil = Float(measurement.state.unblending.meanTolerance(count: 16) / 255)
    let whole = PixelRect(output).wholeCells(of: CaptureBlock.side)
    let isAnyHeld = !flags.held.isEmpty
    let (low, high) = (Colour(-veil, -veil, -veil, 0.5), Colour(1 + veil, 1 + veil, 1 + veil, 1))
    for y in part.y..<part.maxY {
      let (means, row) = (measurement.means.row(y), layer.row(y))
      let first = (y - measurement.blocks.y) * measurement.blocks.width - measurement.blocks.x
      let inner = y >= whole.y && y < whole.maxY ? whole.x..<whole.maxX : 0..<0
      var (start, end) = (part.maxX, part.x)
      for x in part.x..<part.maxX {
        let mean = means[x]
        if any((mean .< low) .| (mean .> high)) || (isAnyHeld && flags.held[first + x] != 0) {
          continue
        }
        let colour =
          mean.with(1) * (x >= inner.lowerBound && x < inner.upperBound ? 1 : inside(x, y))
        if row[x] == colour { continue }
        row[x] = colour
        (start, end) = (min(start, x), x + 1)
      }
      if start < end { changes.insert(start..<end, y) }
    }
  }

  /// Gives the block (`x`, `y`) a colour, which is noted if it is another than before.
  private mutating func set(_ x: Int, _ y: Int, _ colour: Colour) {
    let row = layer.row(y)
    if row[x] == colour { return }
    row[x] = colour
    changes.insert(x..<x + 1, y)
  }

  /// The share of the block (`x`, `y`) that lies inside the output.
  private func inside(_ x: Int, _ y: Int) -> Float {
    Float(min(4, output.width - x * 4)) / 4 * Float(min(4, output.height - y * 4)) / 4
  }

  /// Computes the means of the blocks `columns` of the row `y` of blocks, whose pixels all are captured; `spare` are four
  /// rows. Returns the columns from the first to the last that had another mean, nil if there are none.
  private static func whole(
    _ y: Int, _ columns: Range<Int>, _ capture: PanelPixels, _ spare: [SpareRow<UInt32>], to row: Row<Colour>
  ) -> Range<Int>? {
    let pixels = columns.lowerBound * 4..<columns.upperBound * 4
    let rows = (0..<4).map { capture.row(y * 4 + $0).ordered(pixels, spare[$0]) }
    var pointers = unsafe rows.map { unsafe UnsafePointer<UInt32>?($0.row.pointer) }
    var changed = [columns.upperBound, columns.lowerBound]
    unsafe pixels_block_means(
      &pointers, rows[0].isRedFirst, columns.lowerBound, columns.upperBound, row.pointer, &changed)
    return changed[0] < changed[1] ? changed[0]..<changed[1] : nil
  }

  /// Computes the mean of those pixels of the block (`x`, `y`) that lie on the output.
  private static func cut(_ x: Int, _ y: Int, _ capture: PanelPixels, _ output: PixelSize) -> Colour {
    var sum = Colour.zero
    var count: Float = 0
    for row in y * 4..<min(y * 4 + 4, output.height) {
      for column in x * 4..<min(x * 4 + 4, output.width) {
        sum += Colour(word: capture.word(column, row))
        count += 1
      }
    }
    return (sum / (max(count, 1) * 255)).with(1)
  }
}

/// The bounds of cells that changed.
private struct ChangedCells {
  private(set) var bounds = PixelRect.empty

  /// Widens the bounds by the cells `columns` of the row `y`.
  @inline(__always) mutating func insert(_ columns: Range<Int>, _ y: Int) {
    let isInside =
      y >= bounds.y && y < bounds.maxY && columns.lowerBound >= bounds.x && columns.upperBound <= bounds.maxX
    if isInside { return }
    bounds = bounds.union(PixelRect(x: columns.lowerBound, y: y, width: columns.count, height: 1))
  }
}
