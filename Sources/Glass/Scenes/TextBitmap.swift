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

extension TextBitmap {
  /// The pixels turned by a right angle.
  public func turned(_ turn: StyledText.Turn) -> TextBitmap {
    let turned = PixelSize(width: size.height, height: size.width)
    var bitmap = TextBitmap(
      size: turned, coverage: Array(repeating: 0, count: coverage.count),
      colours: colours.map { _ in Bitmap(size: turned) })
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place =
          switch turn {
          case .clockwise: x * turned.width + size.height - 1 - y
          case .counterclockwise: (size.width - 1 - x) * turned.width + y
          }
        let old = y * size.width + x
        bitmap.coverage[place] = coverage[old]
        if let colours {
          for byte in 0..<4 { bitmap.colours?.bytes[4 * place + byte] = colours.bytes[4 * old + byte] }
        }
      }
    }
    return bitmap
  }
}
