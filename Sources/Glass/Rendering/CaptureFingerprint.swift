import Geometry

/// Tells whether two captures show the same pixels of the output, without keeping either of them.
package struct CaptureFingerprint: Equatable {
  private var region: PixelRect
  private var transform: OutputTransform
  private var format: CaptureFormat
  private var isYInverted: Bool
  private var hash: UInt64 = 0

  package init(_ frame: CapturedPixels) {
    region = frame.region
    transform = frame.transform
    format = frame.format
    isYInverted = frame.isYInverted
    // What lies between two rows is no pixel.
    let size = transform.turned(region.size)
    // Four words in turn, since each step waits for the one before.
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    func word(_ offset: Int) -> UInt64 {
      unsafe frame.bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    for row in 0..<size.height {
      var offset = row * frame.stride
      let end = offset + size.width * 4
      while offset + 32 <= end {
        a = Self.mixed(a, word(offset))
        b = Self.mixed(b, word(offset + 8))
        c = Self.mixed(c, word(offset + 16))
        d = Self.mixed(d, word(offset + 24))
        offset += 32
      }
      while offset < end {
        a = Self.mixed(a, UInt64(unsafe frame.bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        offset += 4
      }
    }
    hash = [b, c, d].reduce(a, Self.mixed)
  }

  /// Multiplication carries what is added upwards only, the shift brings it down again.
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }
}
