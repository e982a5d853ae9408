import Geometry
import Rendering
import Scenes

/// The colours of a part of a surface, premultiplied and not rounded, while nodes are painted.
///
/// Colours may be negative or above 1 until all nodes are painted: vibrant ink is the difference to the material
/// below.
package final class PaintCanvas {
  /// The part of the surface that the canvas holds, in pixels.
  private(set) var frame: PixelRect
  private var memory: Memory<Colour>

  /// Makes a transparent canvas.
  init(_ frame: PixelRect) {
    self.frame = frame
    memory = Memory(repeating: .zero, count: frame.area)
  }

  /// Lets the canvas hold another part of the surface, and makes it transparent.
  func move(to new: PixelRect) {
    frame = new
    if memory.count < new.area {
      memory = Memory(repeating: .zero, count: new.area)
    } else {
      clear(new)
    }
  }

  /// The row `y`, by columns of the surface; traps unless the canvas has it.
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

  /// Calls `colours` for each row of `rect` that the canvas has, to put premultiplied colours over it.
  @inline(__always) func blend(_ rect: PixelRect, _ colours: (_ y: Int, _ columns: Range<Int>, Over) -> Void)
  {
    let part = rect.intersection(frame)
    if part.isEmpty { return }
    for y in part.y..<part.maxY { colours(y, part.x..<part.maxX, Over(row: row(y))) }
  }

  /// The row `y` for painting on it.
  @inline(__always) func over(_ y: Int) -> Over { Over(row: row(y)) }

  /// A row of a canvas that is painted on.
  struct Over {
    fileprivate let row: Row<Colour>

    @inline(__always) func blend(_ colour: Colour, _ x: Int) {
      row[x] = colour + row[x] * (1 - colour.w)
    }
  }
}

extension CoverageTile {
  /// Calls `body` with each row that lies in `rect`: its `y`, its columns and their coverage.
  func forEachRow(in rect: PixelRect, _ body: (_ y: Int, _ columns: Range<Int>, CoverageRow) -> Void) {
    let part = rect.intersection(self.rect)
    if part.isEmpty { return }
    func run(_ bytes: UnsafePointer<UInt8>?) {
      for y in part.y..<part.maxY {
        let first = (y - self.rect.y) * self.rect.width - self.rect.x
        unsafe body(y, part.x..<part.maxX, CoverageRow(bytes: bytes.map { unsafe $0 + first }))
      }
    }
    guard let bytes else { return run(nil) }
    unsafe bytes.withUnsafeBufferPointer { unsafe run($0.baseAddress) }
  }
}

/// The coverage of a row's pixels, 0 … 255, by columns of the surface; only columns of the row may be read.
@safe struct CoverageRow {
  /// The coverage of the column 0, which may lie outside of the row; nil: all pixels are covered wholly.
  @unsafe let bytes: UnsafePointer<UInt8>?

  @inline(__always) subscript(x: Int) -> UInt8 { unsafe bytes.map { unsafe $0[x] } ?? 255 }
}
