import Geometry
import Scenes

/// Places lines of text by their capital letters, in logical pixels.
struct Typesetter<Measurer: TextMeasurer> {
  enum Alignment {
    case left, right
  }

  var measurer: Measurer
  var family: String
  /// Physical per logical pixels.
  var scale: Double

  /// A line that starts (or ends) at `x` and whose capital letters have their middle at `middle`.
  ///
  /// `font` is weight and size, as in `Medium 10.5`.
  func text(
    _ string: String, _ font: String, ink: Ink, at x: Double, middle: Double,
    alignment: Alignment = .left, maxWidth: Double? = nil
  ) -> Node {
    let font = "\(family) \(font)"
    let text = StyledText(
      string: string, font: font, scale: scale, maxWidth: maxWidth.map { Int($0 * scale) })
    let extent = measurer.measure(text)
    let baseline = (middle * scale + measurer.capHeight(font: font, scale: scale) / 2).rounded()
    let left = (x * scale).rounded() - (alignment == .right ? Double(extent.size.width) : 0)
    let frame = PixelRect(
      x: Int(left), y: Int(baseline) - extent.baseline, width: extent.size.width, height: extent.size.height)
    return .text(TextNode(frame: frame, text: text, ink: ink))
  }
}

/// Logical pixels to physical ones.
struct Grid {
  var scale: Double

  func pixels(_ logical: Double) -> Int { Int((logical * scale).rounded()) }

  /// Each edge on the nearest physical pixel.
  func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
    PixelRect(
      x: pixels(x), y: pixels(y), width: pixels(x + width) - pixels(x), height: pixels(y + height) - pixels(y)
    )
  }
}

extension Bitmap {
  /// A template of a disc that fills `size`, with a soft edge.
  static func disc(_ size: PixelSize) -> Bitmap {
    var bitmap = Bitmap(size: size)
    let radius = Double(min(size.width, size.height)) / 2
    for y in 0..<size.height {
      for x in 0..<size.width {
        let across = Double(x) + 0.5 - Double(size.width) / 2
        let down = Double(y) + 0.5 - Double(size.height) / 2
        let inside = radius - (across * across + down * down).squareRoot() + 0.5
        let coverage = UInt8(max(0, min(1, inside)) * 255 + 0.5)
        // White, premultiplied; as a template only alpha counts.
        for channel in 0..<4 { bitmap.bytes[4 * (y * size.width + x) + channel] = coverage }
      }
    }
    return bitmap
  }
}
