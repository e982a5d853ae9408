public import Geometry

/// Pixels in memory: rows top to bottom without padding, premultiplied sRGB, bytes R G B A.
public struct Bitmap: Equatable, Sendable {
  public let size: PixelSize
  /// The pixels' `size.width * size.height * 4` bytes.
  public var bytes: [UInt8]

  /// Makes a picture of `bytes`, unchanged; traps if their count does not fit `size`.
  public init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == size.width * size.height * 4, "\(bytes.count) bytes for \(size)")
    self.size = size
    self.bytes = bytes
  }

  /// The alpha of each pixel.
  package var alpha: [UInt8] { stride(from: 3, to: bytes.count, by: 4).map { bytes[$0] } }

  /// A transparent picture.
  public init(size: PixelSize) {
    self.init(size: size, bytes: [UInt8](repeating: 0, count: size.width * size.height * 4))
  }
}
