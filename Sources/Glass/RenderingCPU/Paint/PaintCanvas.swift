import Geometry
import Rendering
import Scenes

/// Colours of a part of a surface, premultiplied and not rounded, as nodes are painted.
///
/// Colours may be negative or beyond 1 until all is painted: vibrant ink is the difference to what lies below.
final class PaintCanvas {
  /// The part that the canvas stands for, in pixels of the surface.
  private(set) var frame: PixelRect
  private var memory: Memory<Colour>

  /// Makes a transparent canvas.
  init(_ frame: PixelRect) {
    self.frame = frame
    memory = Memory(repeating: .zero, count: frame.area)
  }

  /// Lets the canvas stand for another part of the surface, and makes it transparent.
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

  /// The row `y`, to be painted on.
  @inline(__always) func over(_ y: Int) -> Over { Over(row: row(y)) }

  /// A row that is painted on.
  struct Over {
    fileprivate let row: Row<Colour>

    @inline(__always) func blend(_ colour: Colour, _ x: Int) {
      row[x] = colour + row[x] * (1 - colour.w)
    }
  }
}

extension CoverageTile {
  /// Calls `body` with each row that lies in `rect`: its height, its columns, and how far they are covered.
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

/// The coverage of the pixels of a row, 0 … 255, by places of the surface; no place outside of the row is read.
@safe struct CoverageRow {
  /// Nil: wholly.
  @unsafe let bytes: UnsafePointer<UInt8>?

  fileprivate init(bytes: UnsafePointer<UInt8>?) { unsafe self.bytes = unsafe bytes }

  @inline(__always) subscript(x: Int) -> UInt8 { unsafe bytes.map { unsafe $0[x] } ?? 255 }
}
