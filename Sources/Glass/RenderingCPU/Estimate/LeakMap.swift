import Geometry
import VisualEffects

/// What leaks through each pixel of a surface: bytes B G R 0, each at most 15, by places of the output.
nonisolated final class LeakMap {
  private let frame: PixelRect
  /// Four pixels more on both sides, so that the first and the last ones are read four at a time.
  private let memory: Memory<UInt32>

  /// Nothing leaks through a surface at `frame`.
  init(_ frame: PixelRect) {
    self.frame = frame
    memory = Memory(repeating: 0, count: frame.area + 8)
  }

  @inline(__always) private func row(_ y: Int) -> Row<UInt32> {
    memory.row((y - frame.y) * frame.width - frame.x + 4)
  }

  /// The pixel at (`x`, `y`), which lies on the surface.
  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt32 { row(y)[x] }

  @inline(__always) func set(_ word: UInt32, _ x: Int, _ y: Int) { row(y)[x] = word }

  /// Four pixels from (`x`, `y`) to the right, one of which lies on the surface; of the others anything is told.
  @inline(__always) func four(_ x: Int, _ y: Int) -> FourPixels {
    let row = row(y)
    return unsafe unsafeBitCast(SIMD4(row[x], row[x + 1], row[x + 2], row[x + 3]), to: FourPixels.self)
  }

  /// Whether the pixels of the block (`x`, `y`) that were measured leak as is known.
  func has(_ block: UnBlendedBlock, _ x: Int, _ y: Int) -> Bool {
    let part = PixelRect(x: x * 4, y: y * 4, width: 4, height: 4)
    if frame.contains(part) {
      var difference = FourPixels.zero
      for row in 0..<4 {
        difference |= (four(x * 4, y * 4 + row) ^ block.leaks[row]) & block.measured[row]
      }
      return difference == .zero
    }
    var isSame = true
    forEach(block, x, y) { word, column, row in if self.word(column, row) != word { isSame = false } }
    return isSame
  }

  /// Takes what was measured of the block (`x`, `y`).
  func take(_ block: UnBlendedBlock, _ x: Int, _ y: Int) {
    forEach(block, x, y) { word, column, row in set(word, column, row) }
  }

  /// Calls `body` with the leak and the place of each pixel of the surface that was measured.
  @inline(__always) private func forEach(
    _ block: UnBlendedBlock, _ x: Int, _ y: Int, _ body: (UInt32, Int, Int) -> Void
  ) {
    let part = PixelRect(x: x * 4, y: y * 4, width: 4, height: 4).intersection(frame)
    for row in part.y..<part.maxY {
      let words = unsafe unsafeBitCast(block.leaks[row - y * 4], to: SIMD4<UInt32>.self)
      let measured = unsafe unsafeBitCast(block.measured[row - y * 4], to: SIMD4<UInt32>.self)
      for column in part.x..<part.maxX where measured[column - x * 4] != 0 {
        body(words[column - x * 4], column, row)
      }
    }
  }

  /// A leak of whole numbers, red first, as it is kept.
  @inline(__always) static func word(_ leak: Colour) -> UInt32 { Rounding.word(leak.with(0)) }
}

/// The static dither below the content, by places of the output.
nonisolated enum Carrier {
  /// The grey of a pixel that is covered wholly.
  static func threshold(_ leak: Leak, _ x: Int, _ y: Int) -> Int {
    let side = DitherPattern.side
    let rank = Int(DitherPattern.ranks[(y & (side - 1)) * side + x & (side - 1)])
    return rank * leak.carrierAlpha / (side * side)
  }

  /// The greys of 64 × 64 pixels, row by row.
  static func thresholds(_ leak: Leak) -> [UInt8] { of(leak).thresholds }

  /// Their means over blocks of 4 × 4 pixels.
  static func means(_ leak: Leak) -> [Float] { of(leak).means }

  private static func of(_ leak: Leak) -> (thresholds: [UInt8], means: [Float]) {
    leak == .standard ? standard : leak == .fine ? fine : make(leak)
  }

  private static let standard = make(.standard)
  private static let fine = make(.fine)

  private static func make(_ leak: Leak) -> (thresholds: [UInt8], means: [Float]) {
    (DitherPattern.carrierThresholds(leak), DitherPattern.carrierBlockMeans(leak))
  }
}
