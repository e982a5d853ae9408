import Geometry
import Rendering

/// Pixels in the panel's orientation, by their places on the upright output: a capture, or what a surface submits.
@safe nonisolated struct PanelPixels {
  /// The part of the output that there is.
  let region: PixelRect
  /// The pixel at the output's origin, which need not be part of it.
  private let origin: UnsafeMutableRawPointer
  /// Bytes from a pixel to the next one on the right, and below.
  private let right, down: Int
  /// Bytes are R G B X, else B G R X.
  private let isRedFirst: Bool

  /// Rows of `stride` bytes hold `region` as a panel has it that hangs as `transform` says.
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

  /// Traps if the frame has fewer bytes than its region needs.
  @MainActor init(_ frame: CapturedPixels) {
    let size = frame.transform.turned(frame.region.size)
    let count = unsafe frame.bytes.count
    precondition(
      frame.region.isEmpty || count >= (size.height - 1) * frame.stride + size.width * 4,
      "a capture of \(frame.region) is too small")
    // Captures are only read.
    unsafe self.init(
      UnsafeMutableRawPointer(mutating: frame.bytes.baseAddress!), region: frame.region,
      transform: frame.transform, stride: frame.stride, isYInverted: frame.isYInverted,
      isRedFirst: frame.format == .rgbx)
  }

  /// What a surface at `frame` of the output submits.
  @MainActor init(_ canvas: CanvasPixels, frame: PixelRect, transform: OutputTransform) {
    precondition(transform.turned(frame.size) == canvas.size, "\(canvas.size) for \(frame)")
    let count = unsafe canvas.bytes.count
    precondition(count >= canvas.stride * canvas.size.height, "\(count) bytes for \(canvas.size)")
    unsafe self.init(
      canvas.bytes.baseAddress!, region: frame, transform: transform, stride: canvas.stride,
      isYInverted: false, isRedFirst: false)
  }

  /// One pixel: blue in the lowest byte, then green, red and alpha.
  @inline(__always) func word(_ x: Int, _ y: Int) -> UInt32 {
    let word = unsafe origin.loadUnaligned(fromByteOffset: x * right + y * down, as: UInt32.self)
    return isRedFirst ? Self.swapped(word) : word
  }

  @inline(__always) func set(_ word: UInt32, _ x: Int, _ y: Int) {
    unsafe origin.storeBytes(of: word, toByteOffset: x * right + y * down, as: UInt32.self)
  }

  /// Four pixels from (`x`, `y`) to the right.
  @inline(__always) func four(_ x: Int, _ y: Int) -> FourPixels {
    if right == 4 {
      let four = unsafe origin.loadUnaligned(fromByteOffset: x * 4 + y * down, as: FourPixels.self)
      return isRedFirst ? Self.swapped(four) : four
    }
    let words = SIMD4(word(x, y), word(x + 1, y), word(x + 2, y), word(x + 3, y))
    return unsafe unsafeBitCast(words, to: FourPixels.self)
  }

  @inline(__always) func set(_ four: FourPixels, _ x: Int, _ y: Int) {
    if right == 4 {
      unsafe origin.storeBytes(of: four, toByteOffset: x * 4 + y * down, as: FourPixels.self)
      return
    }
    let words = unsafe unsafeBitCast(four, to: SIMD4<UInt32>.self)
    for index in 0..<4 { set(words[index], x + index, y) }
  }

  @inline(__always) private static func swapped(_ word: UInt32) -> UInt32 {
    word & 0xFF00_FF00 | (word & 255) << 16 | word >> 16 & 255
  }

  @inline(__always) private static func swapped(_ four: FourPixels) -> FourPixels {
    let words = unsafe unsafeBitCast(four, to: SIMD4<UInt32>.self)
    let result = words & 0xFF00_FF00 | (words & 255) &<< 16 | (words &>> 16) & 255
    return unsafe unsafeBitCast(result, to: FourPixels.self)
  }
}

extension Colour {
  /// Red, green, blue and alpha of a pixel, 0 … 255.
  @inline(__always) nonisolated init(word: UInt32) {
    self = SIMD4(
      Float(truncating(word >> 16)), Float(truncating(word >> 8)), Float(truncating(word)),
      Float(truncating(word >> 24)))
  }
}

@inline(__always) nonisolated private func truncating(_ word: UInt32) -> UInt8 {
  UInt8(truncatingIfNeeded: word)
}
