import CEGL
import Measures
import Scenes

/// The rasterised text of one surface.
final class InkLayer {
  let texture: Texture
  private let rasterise: (StyledText) -> TextBitmap

  init(
    _ size: PixelSize, rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext
  ) throws(RenderingError) {
    texture = try Texture("text", size, .byte4, in: context)
    self.rasterise = rasterise
  }

  /// Draws the items anew in `rect`, in their order, over nothing.
  func redraw(_ rect: PixelRect, _ items: [TextNode], isDark: Bool) {
    if rect.isEmpty { return }
    var pixels = Bitmap(size: rect.size)
    for item in items where item.frame.intersects(rect) {
      let place = item.frame.offset(x: -rect.x, y: -rect.y)
      let text = rasterise(item.text)
      pixels.draw(text.tinted(item.ink, isDark: isDark), at: place)
      if let colours = text.colours { pixels.draw(colours, at: place) }
    }
    unsafe pixels.bytes.withUnsafeBytes { unsafe texture.upload(rect, from: $0.baseAddress!) }
  }

  func destroy() { texture.destroy() }
}

extension TextBitmap {
  /// What takes the ink's colour.
  fileprivate func tinted(_ ink: Ink, isDark: Bool) -> Bitmap {
    let colour: SIMD4<Double>
    switch ink {
    case .vibrant: colour = isDark ? .one : [0, 0, 0, 1]
    case .colour(let own): colour = own
    }
    let premultiplied = SIMD4(colour.x * colour.w, colour.y * colour.w, colour.z * colour.w, colour.w)
    var bitmap = Bitmap(size: size)
    for (pixel, value) in coverage.enumerated() where value > 0 {
      let inked = premultiplied * Double(value)
      for channel in 0..<4 {
        bitmap.bytes[pixel * 4 + channel] = UInt8(clamping: Int(inked[channel].rounded()))
      }
    }
    return bitmap
  }
}

extension Bitmap {
  /// Lays `other` over this with its first pixel at the origin of `frame`, as far as both and `frame` reach.
  mutating func draw(_ other: Bitmap, at frame: PixelRect) {
    let place = PixelRect(x: frame.x, y: frame.y, width: other.size.width, height: other.size.height)
      .intersection(frame).intersection(PixelRect(size))
    for y in place.y..<place.maxY {
      var to = (y * size.width + place.x) * 4
      var from = ((y - frame.y) * other.size.width + place.x - frame.x) * 4
      for _ in 0..<place.width {
        let rest = 255 - Int(other.bytes[from + 3])
        for channel in 0..<4 {
          let under = (Int(bytes[to + channel]) * rest * 2 + 255) / 510
          bytes[to + channel] = UInt8(min(255, Int(other.bytes[from + channel]) + under))
        }
        to += 4
        from += 4
      }
    }
  }
}
