import CPixels
import Geometry
import Rendering

/// Pixels in the panel's orientation, addressed by their places on the upright output: a capture, or a surface's
/// pixels.
@safe package struct PanelPixels {
  /// The part of the output whose pixels exist.
  let region: PixelRect
  /// The address of the pixel at the output's origin, which may lie outside of the memory.
  private let origin: UnsafeMutableRawPointer
  /// Distance in bytes from a pixel to the next one on the right, and to the one below.
  private let right, down: Int
  /// Whether bytes have the order R G B X; otherwise it is B G R X.
  private let isRedFirst: Bool

  /// Rows of `stride` bytes hold `region` as it lies on a panel that hangs as `transform` says.
  private init(
    _ bytes: UnsafeMutableRawPointer, region: PixelRect, transform: OutputTransform, stride: Int,
    isYInverted: Bool, isRedFirst: Bool
  ) {
    self.region = region
    self.isRedFirst = isRedFirst
    let map = transform.panelMap(from: region.size)
    let lastRow = transform.turned(region.size).height - 1
    func offset(_ x: Int, _ y: Int) -> Int {
      let place = map.place(x: x, y: y)
      return (isYInverted ? lastRow - place.y : place.y) * stride + place.x * 4
    }
    let first = offset(0, 0)
    right = offset(1, 0) - first
    down = offset(0, 1) - first
    unsafe origin = unsafe bytes + (first - region.x * right - region.y * down)
  }

  /// The pixels of a capture; traps if it has fewer bytes than its region needs.
  init(_ frame: CapturedPixels) {
    let size = frame.transform.turned(frame.region.size)
    let count = unsafe frame.bytes.count
    precondition(
      frame.region.isEmpty || count >= (size.height - 1) * frame.stride + size.width * 4,
      "a capture of \(frame.region) is too small")
    // Captures are never written.
    unsafe self.init(
      UnsafeMutableRawPointer(mutating: frame.bytes.baseAddress!), region: frame.region,
      transform: frame.transform, stride: frame.stride, isYInverted: frame.isYInverted,
      isRedFirst: frame.format == .rgbx)
  }

  /// The memory of a surface at `frame` of the output; traps if size or count of bytes do not fit.
  init(_ canvas: CanvasPixels, frame: PixelRect, transform: OutputTransform) {
    precondition(transform.turned(frame.size) == canvas.size, "\(canvas.size) for \(frame)")
    let count = unsafe canvas.bytes.count
    precondition(count >= canvas.stride * canvas.size.height, "\(count) bytes for \(canvas.size)")
    unsafe self.init(
      canvas.bytes.baseAddress!, region: frame, transform: transform, stride: canvas.stride,
      isYInverted: false, isRedFirst: false)
  }

  /// The row `y` of pixels, by columns of the output.
  @inline(__always) func row(_ y: Int) -> PixelRow {
    unsafe PixelRow(origin + y * down, right: right, isRedFirst: isRedFirst)
  }

  /// The smallest rectangle around the pixels of `rect` that differ from those of `other`; all of `rect` if the memory of
  /// the two is laid out in different ways.
  func differences(from other: PanelPixels, in rect: PixelRect) -> PixelRect {
    if rect.isEmpty { return .empty }
    guard right == other.right, down.signum() == other.down.signum(), isRedFirst == other.isRedFirst,
      abs(right) == 4 || (abs(down) == 4 && down == other.down)
    else { return rect }
    // Lines are the rows or columns whose pixels are neighbours in memory.
    let (haveRows, isReversed) = abs(right) == 4 ? (true, right < 0) : (false, down < 0)
    let x = haveRows && isReversed ? rect.maxX - 1 : rect.x
    let y = !haveRows && isReversed ? rect.maxY - 1 : rect.y
    let words = haveRows ? rect.width : rect.height
    let found = unsafe pixels_differences(
      lines(x, y, haveRows), other.lines(x, y, haveRows), words, haveRows ? rect.height : rect.width)
    if found.end_line == 0 { return .empty }
    let lines = Int(found.first_line)..<Int(found.end_line)
    let columns =
      isReversed
      ? words - Int(found.end_word)..<words - Int(found.first_word)
      : Int(found.first_word)..<Int(found.end_word)
    let (across, along) = haveRows ? (columns, lines) : (lines, columns)
    return PixelRect(
      x: rect.x + across.lowerBound, y: rect.y + along.lowerBound, width: across.count, height: along.count)
  }

  /// The lines from the one with the pixel (`x`, `y`), by rows or by columns of the output.
  private func lines(_ x: Int, _ y: Int, _ haveRows: Bool) -> pixels_lines {
    unsafe pixels_lines(first: origin + x * right + y * down, step: haveRows ? down : right)
  }

  /// One pixel: blue in the lowest byte, then green, red and alpha.
  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt32 { row(y).word(x) }

  @inline(__always) func set(_ word: UInt32, _ x: Int, _ y: Int) { row(y).set(word, x) }
}

/// A row of pixels of `PanelPixels`; indices are not checked.
@safe struct PixelRow {
  /// The address of the pixel at the place 0, which may lie outside of the row.
  private let base: UnsafeMutableRawPointer
  /// Distance in bytes from a pixel to the next one.
  private let right: Int
  private let isRedFirst: Bool

  fileprivate init(_ base: UnsafeMutableRawPointer, right: Int, isRedFirst: Bool) {
    unsafe self.base = unsafe base
    self.right = right
    self.isRedFirst = isRedFirst
  }

  /// One pixel: blue in the lowest byte, then green, red and alpha.
  @inline(__always) func word(_ x: Int) -> UInt32 {
    let word = unsafe base.loadUnaligned(fromByteOffset: x &* right, as: UInt32.self)
    return isRedFirst ? Self.swapped(word) : word
  }

  @inline(__always) func set(_ word: UInt32, _ x: Int) {
    unsafe base.storeBytes(of: word, toByteOffset: x &* right, as: UInt32.self)
  }

  /// The pixels themselves if they are neighbouring words with blue in the lowest byte; nil otherwise.
  var plain: Row<UInt32>? {
    right == 4 && !isRedFirst ? unsafe Row(base.assumingMemoryBound(to: UInt32.self)) : nil
  }

  /// The pixels themselves if they are such words, or a copy of the pixels of `columns` in `spare`.
  func plain(_ columns: Range<Int>, _ spare: SpareRow<UInt32>) -> Row<UInt32> {
    if let plain { return plain }
    let row = spare.room(columns)
    if right == 4 {
      unsafe pixels_swap(
        base.assumingMemoryBound(to: UInt32.self), columns.lowerBound, columns.upperBound, row.pointer)
    } else {
      for x in columns { row[x] = word(x) }
    }
    return row
  }

  /// The pixels as neighbouring words, without a copy if possible; red may be in the lowest byte.
  func ordered(_ columns: Range<Int>, _ spare: SpareRow<UInt32>) -> (row: Row<UInt32>, isRedFirst: Bool) {
    if right == 4 { return (unsafe Row(base.assumingMemoryBound(to: UInt32.self)), isRedFirst) }
    return (plain(columns, spare), false)
  }

  /// Lets `draw` write the pixels of `columns` as neighbouring words.
  func write(_ columns: Range<Int>, _ spare: SpareRow<UInt32>, _ draw: (Row<UInt32>) -> Void) {
    if let plain { return draw(plain) }
    let row = spare.room(columns)
    draw(row)
    for x in columns { set(row[x], x) }
  }

  @inline(__always) private static func swapped(_ word: UInt32) -> UInt32 {
    word & 0xFF00_FF00 | (word & 255) &<< 16 | word &>> 16 & 255
  }
}

extension Colour {
  /// Red, green, blue and alpha of a pixel, 0 … 255.
  @inline(__always) init(word: UInt32) {
    self = SIMD4(
      Float(truncating(word >> 16)), Float(truncating(word >> 8)), Float(truncating(word)),
      Float(truncating(word >> 24)))
  }
}

@inline(__always) private func truncating(_ word: UInt32) -> UInt8 {
  UInt8(truncatingIfNeeded: word)
}
