public import Geometry

/// How a surface shows its pixels where others of ours lie over or under it.
public struct OverlapMask: Equatable, Sendable {
  /// What is done with one pixel.
  public enum Role: UInt8, Sendable {
    /// Drawn, and the background is measured through it.
    case own = 0
    /// Drawn, but another surface covers it in part: nothing is measured through it.
    case shared = 128
    /// Transparent: another surface shows what is to be seen there.
    case cut = 255
  }

  public let size: PixelSize
  /// Raw values of `Role`, rows top to bottom.
  public let bytes: [UInt8]
  /// Rectangles in pixels of the surface; every pixel outside of them belongs to the surface.
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
