public import Geometry

/// The pixels of a text before ink gives them their colour.
public struct TextBitmap: Equatable, Sendable {
  public let size: PixelSize
  /// The share of each pixel that glyphs in the ink's colour cover, 0 … 255, rows top to bottom.
  public var coverage: [UInt8]
  /// The glyphs that have their own colours, drawn over the others; nil if there are none.
  public var colours: Bitmap?

  /// Traps if the parts do not fit `size`.
  public init(size: PixelSize, coverage: [UInt8], colours: Bitmap? = nil) {
    precondition(coverage.count == size.width * size.height, "\(coverage.count) pixels for \(size)")
    precondition(colours == nil || colours?.size == size, "colours of another size than \(size)")
    self.size = size
    self.coverage = coverage
    self.colours = colours
  }
}
