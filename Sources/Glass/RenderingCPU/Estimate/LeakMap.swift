import Geometry
import VisualEffects

/// The leak through each pixel of a surface, by places of the output: bytes B G R 0, each at most 15.
final class LeakMap {
  private let frame: PixelRect
  /// There are four more pixels before the first and after the last, so that all can be read four at a time.
  private let memory: Memory<UInt32>

  /// Makes a map for a surface at `frame` through which nothing leaks.
  init(_ frame: PixelRect) {
    self.frame = frame
    memory = Memory(repeating: 0, count: frame.area + 8)
  }

  /// The row `y`, by columns of the output; up to four more places on both sides may be read.
  @inline(__always) func row(_ y: Int) -> Row<UInt32> {
    memory.row((y - frame.y) * frame.width - frame.x + 4)
  }

  /// The leak through the pixel at (`x`, `y`), which must lie on the surface.
  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt32 { row(y)[x] }

  @inline(__always) func set(_ word: UInt32, _ x: Int, _ y: Int) { row(y)[x] = word }

  /// The word for a leak in 1/255, red first, whose values are rounded to integers.
  @inline(__always) static func word(_ leak: Colour) -> UInt32 { Rounding.word(leak.with(0)) }
}

/// The static dither of the carrier below the content, by places of the output.
enum Carrier {
  /// The greys of 64 × 64 pixels, 0 ..< A, row by row, and their means over blocks of 4 × 4 pixels, 0 … 1.
  struct Tables {
    let greys: Memory<UInt8>
    let means: Memory<Float>

    fileprivate init(_ leak: Leak) {
      greys = Memory(DitherPattern.carrierThresholds(leak))
      means = Memory(DitherPattern.carrierBlockMeans(leak).map { $0 / 255 })
    }
  }

  static func tables(_ leak: Leak) -> Tables {
    unsafe leak == .standard ? standard : leak == .fine ? fine : Tables(leak)
  }

  // The tables are never written after they were made.
  nonisolated(unsafe) private static let standard = Tables(.standard)
  nonisolated(unsafe) private static let fine = Tables(.fine)
}
