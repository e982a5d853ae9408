public import Geometry

/// The role of each pixel of a surface where other surfaces of ours lie over or under it.
public struct OverlapMask: Equatable, Sendable {
  /// The treatment of one pixel in drawing and measuring.
  public enum Role: UInt8, Sendable {
    /// The pixel is drawn, and the background is measured through it.
    case own = 0
    /// The pixel is drawn, but another surface covers it in part: nothing is measured through it.
    case shared = 128
    /// The pixel is transparent: another surface draws what is seen there.
    case cut = 255
  }

  public let size: PixelSize
  /// The raw value of each pixel's `Role`, rows top to bottom.
  public let bytes: [UInt8]
  /// The rectangles, in pixels of the surface, in which surfaces overlap; every pixel outside of them has the
  /// role `own`.
  public let parts: [PixelRect]

  public init(size: PixelSize, bytes: [UInt8], parts: [PixelRect]) {
    precondition(bytes.count == size.width * size.height, "\(bytes.count) bytes for \(size)")
    self.size = size
    self.bytes = bytes
    self.parts = parts
  }

  /// The role of the pixel at (x, y), which must lie on the surface.
  public func role(x: Int, y: Int) -> Role { Role(rawValue: bytes[y * size.width + x]) ?? .own }
}
