/// A tile of 64 × 64 thresholds whose average over any neighbourhood is nearly even (blue noise).
///
/// The tile is anchored to the output's panel: the pixel at (x, y) takes the cell (x mod 64, y mod 64).
public enum DitherPattern {
  public static let side = 64

  /// The ranks of the tile's cells row by row: each number of 0 … 4095 once.
  public static let ranks: [UInt16] = {
    let digits = encodedRanks.utf8.compactMap(digit)
    precondition(digits.count == 2 * side * side, "\(digits.count) digits of ranks")
    return (0..<side * side).map { (cell: Int) -> UInt16 in
      let (high, low) = (digits[2 * cell], digits[2 * cell + 1])
      return UInt16(high << 6 | low)
    }
  }()

  /// The carrier's grey in each cell, 0 ..< A; all zero for an opaque leak.
  public static func carrierThresholds(_ leak: Leak) -> [UInt8] {
    ranks.map { UInt8(Int($0) * leak.carrierAlpha / (side * side)) }
  }

  /// The carrier's grey in the cell of the pixel at (`x`, `y`).
  public static func carrierThreshold(_ leak: Leak, x: Int, y: Int) -> Int {
    Int(ranks[(y & (side - 1)) * side + x & (side - 1)]) * leak.carrierAlpha / (side * side)
  }

  /// The means of `carrierThresholds` over its 16 × 16 blocks of 4 × 4 cells, row by row.
  public static func carrierBlockMeans(_ leak: Leak) -> [Float] {
    let thresholds = carrierThresholds(leak)
    let blocks = side / 4
    return (0..<blocks * blocks).map { block in
      let first = (block / blocks * 4) * side + block % blocks * 4
      var sum = 0
      for y in 0..<4 { for x in 0..<4 { sum += Int(thresholds[first + y * side + x]) } }
      return Float(sum) / 16
    }
  }

  /// The width of the dither that is added to drawn pixels, in steps of 1/255.
  ///
  /// A width of 1 would move single pixels by a whole step, and, with the rounding of half floats, by more;
  /// .8 costs a tenth of a step in the mean of some neighbourhoods.
  public static let outputSpan = 0.8

  /// The carrier's pixels: ARGB8888 words, premultiplied, for a surface whose top left is at (`x`, `y`) on the
  /// output's panel.
  public static func carrierPixels(x: Int, y: Int, width: Int, height: Int, leak: Leak) -> [UInt32] {
    let alpha = UInt32(leak.carrierAlpha) << 24
    let words = carrierThresholds(leak).map { alpha | UInt32($0) * 0x01_01_01 }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for row in 0..<height {
      let first = ((y + row) & (side - 1)) * side
      for column in 0..<width {
        pixels.append(words[first + ((x + column) & (side - 1))])
      }
    }
    return pixels
  }

  private static func digit(_ character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
