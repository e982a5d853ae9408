public import Geometry

/// The pixels of a line of text, before it has an ink.
public struct TextBitmap: Equatable, Sendable {
  public let size: PixelSize
  /// How far each pixel is covered by glyphs that take the ink's colour: a byte each, rows top to bottom.
  public var coverage: [UInt8]
  /// Glyphs that bring their own colours, over the others; nil if there are none.
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
