import CPango
import Geometry
import Scenes

/// Functions that draw with cairo into memory.
enum Canvas {
  /// The number of horizontal samples per pixel.
  ///
  /// Cairo 1.16 puts each glyph on a whole pixel, which makes the spaces between letters uneven. On a canvas drawn
  /// wider and then averaged they stand within 1/8 pixel of their place, while hinting, which is vertical only,
  /// keeps horizontal stems sharp.
  static let oversampling = 4

  /// Returns a bitmap of `size` in which `body` draws with a `cairo_t`, in physical pixels.
  static func draw(size: PixelSize, _ body: (OpaquePointer) -> Void) -> Bitmap {
    guard !size.isEmpty else { return Bitmap(size: PixelSize(width: 0, height: 0)) }
    let surface = unsafe cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, CInt(size.width * oversampling), CInt(size.height))
    defer { unsafe cairo_surface_destroy(surface) }
    let cairo = unsafe cairo_create(surface)
    defer { unsafe cairo_destroy(cairo) }
    unsafe cairo_scale(cairo, Double(oversampling), 1)
    unsafe body(cairo!)
    unsafe cairo_surface_flush(surface)
    guard let pixels = unsafe cairo_image_surface_get_data(surface) else {
      preconditionFailure("no memory for a text of \(size)")
    }
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    return unsafe average(UnsafeRawBufferPointer(start: pixels, count: stride * size.height), stride, size)
  }

  /// Averages the samples of each pixel and turns cairo's words (A R G B from the top) into bytes R G B A.
  private static func average(_ samples: UnsafeRawBufferPointer, _ stride: Int, _ size: PixelSize) -> Bitmap {
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        // Two 16-bit lanes per word hold sums of up to 257 samples without a carry.
        var redBlue: UInt32 = 0
        var alphaGreen: UInt32 = 0
        for sample in 0..<oversampling {
          let word = unsafe samples.load(
            fromByteOffset: y * stride + (x * oversampling + sample) * 4, as: UInt32.self)
          redBlue += word & 0x00FF_00FF
          alphaGreen += word >> 8 & 0x00FF_00FF
        }
        let half = UInt32(oversampling / 2)
        let divisor = UInt32(oversampling)
        let at = (y * size.width + x) * 4
        bytes[at] = UInt8(((redBlue >> 16) + half) / divisor)
        bytes[at + 1] = UInt8(((alphaGreen & 0xFFFF) + half) / divisor)
        bytes[at + 2] = UInt8(((redBlue & 0xFFFF) + half) / divisor)
        bytes[at + 3] = UInt8(((alphaGreen >> 16) + half) / divisor)
      }
    }
    return Bitmap(size: size, bytes: bytes)
  }
}
