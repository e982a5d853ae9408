import Geometry
import VisualEffects

/// The leak through each pixel of a surface: bytes B G R 0, each at most 15, by places of the output.
final class LeakMap {
  private let frame: PixelRect
  /// The rows have four pixels more on both sides, so that the first and the last ones are read four at a time.
  private let memory: Memory<UInt32>

  /// Makes a map for a surface at `frame` through which nothing leaks.
  init(_ frame: PixelRect) {
    self.frame = frame
    memory = Memory(repeating: 0, count: frame.area + 8)
  }

  /// The pixels at the height `y`, by their horizontal place on the output; four more on both sides may be read.
  @inline(__always) func row(_ y: Int) -> Row<UInt32> {
    memory.row((y - frame.y) * frame.width - frame.x + 4)
  }

  /// The pixel at (`x`, `y`), which lies on the surface.
  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt32 { row(y)[x] }

  @inline(__always) func set(_ word: UInt32, _ x: Int, _ y: Int) { row(y)[x] = word }

  /// A leak of whole numbers, red first, as it is kept.
  @inline(__always) static func word(_ leak: Colour) -> UInt32 { Rounding.word(leak.with(0)) }
}

/// The static dither below the content, by places of the output.
enum Carrier {
  /// The greys of 64 × 64 pixels, row by row, and their means over blocks of 4 × 4 pixels, 0 … 1.
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

  // Never written after they were made.
  nonisolated(unsafe) private static let standard = Tables(.standard)
  nonisolated(unsafe) private static let fine = Tables(.fine)
}
