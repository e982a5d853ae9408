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
    for row in 0..<size.height {
      let first = row * frame.stride
      let end = first + size.width * 4
      for offset in stride(from: first, to: end - 7, by: 8) {
        add(unsafe frame.bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      if size.width % 2 == 1 {
        add(UInt64(unsafe frame.bytes.loadUnaligned(fromByteOffset: end - 4, as: UInt32.self)))
      }
    }
  }

  /// Multiplication carries what is added upwards only, the shift brings it down again.
  private mutating func add(_ word: UInt64) {
    hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
  }
}
