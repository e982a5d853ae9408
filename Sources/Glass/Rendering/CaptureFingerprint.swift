import Geometry

/// A hash that tells whether two captures show the same pixels of the output, without either being kept.
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
    // Padding between two rows is not hashed.
    let size = transform.turned(region.size)
    // Four hashes are computed in turn, since each step waits for the last one of the same hash.
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

  /// Multiplication moves differences to higher bits only; the shift moves them down again.
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }
}
