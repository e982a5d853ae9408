import Geometry
import Rendering
import Scenes

/// Colours of a part of a surface, premultiplied and not rounded, as nodes are painted.
///
/// Colours may be negative or beyond 1 until all is painted: vibrant ink is the difference to what lies below.
nonisolated final class PaintCanvas {
  /// Pixels of the surface.
  private(set) var frame: PixelRect
  private var memory: Memory<Colour>

  /// Transparent.
  init(_ frame: PixelRect) {
    self.frame = frame
    memory = Memory(repeating: .zero, count: frame.area)
  }

  /// Stands for another part of the surface, transparent.
  func move(to new: PixelRect) {
    frame = new
    if memory.count < new.area {
      memory = Memory(repeating: .zero, count: new.area)
    } else {
      clear(new)
    }
  }

  /// The pixels at the height `y`, by their horizontal place on the surface.
  @inline(__always) func row(_ y: Int) -> Row<Colour> {
    precondition(y >= frame.y && y < frame.maxY, "row \(y) of \(frame)")
    return memory.row((y - frame.y) * frame.width - frame.x)
  }

  /// Makes `rect` transparent.
  func clear(_ rect: PixelRect) {
    let part = rect.intersection(frame)
    for y in part.y..<part.maxY {
      let row = row(y)
      for x in part.x..<part.maxX { row[x] = .zero }
    }
  }

  /// Puts premultiplied colours over what lies in `rect`: `colours` makes those of one row.
  @inline(__always) func blend(_ rect: PixelRect, _ colours: (_ y: Int, _ columns: Range<Int>, Over) -> Void)
  {
    let part = rect.intersection(frame)
    if part.isEmpty { return }
    for y in part.y..<part.maxY { colours(y, part.x..<part.maxX, Over(row: row(y))) }
  }

  /// A row that is painted on.
  struct Over {
    fileprivate let row: Row<Colour>

    @inline(__always) func blend(_ colour: Colour, _ x: Int) {
      row[x] = colour + row[x] * (1 - colour.w)
    }
  }
}

/// How far something covers the pixels of a row, 0 … 255, by places of the surface; beyond it nothing is asked.
nonisolated struct CoverageRow {
  private let bytes: [UInt8]?
  private let first: Int

  /// The row `y` of `tile`.
  init(_ tile: CoverageTile, _ y: Int) {
    bytes = tile.bytes
    first = (y - tile.rect.y) * tile.rect.width - tile.rect.x
  }

  @inline(__always) subscript(x: Int) -> UInt8 { bytes.map { $0[first + x] } ?? 255 }
}
