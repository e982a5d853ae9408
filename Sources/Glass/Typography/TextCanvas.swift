import CPango
import CPixels
import Geometry
import Scenes

/// A cairo image surface into which text is drawn.
@safe struct TextCanvas: ~Copyable {
  /// The number of horizontal samples per pixel.
  ///
  /// Cairo 1.16 puts each glyph on a whole pixel, which makes the spaces between letters uneven. On a canvas drawn
  /// wider and then averaged they stand within 1/8 pixel of their place, while hinting, which is vertical only,
  /// keeps horizontal stems sharp.
  static let oversampling = 4

  let size: PixelSize
  private let surface: OpaquePointer

  /// Makes a canvas of `size`, not empty, in which `body` draws with a `cairo_t`, in physical pixels.
  init(size: PixelSize, _ body: (OpaquePointer) -> Void) {
    self.size = size
    unsafe surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, CInt(size.width * Self.oversampling), CInt(size.height))
    let cairo = unsafe cairo_create(surface)
    defer { unsafe cairo_destroy(cairo) }
    unsafe cairo_scale(cairo, Double(Self.oversampling), 1)
    unsafe body(cairo!)
    unsafe cairo_surface_flush(surface)
  }

  deinit { unsafe cairo_surface_destroy(surface) }

  /// The opacity of each pixel of what was drawn in white; nil if some of it has a colour of its own.
  func opacities() -> [UInt8]? {
    var isWhite = false
    let opacities = unsafe [UInt8](unsafeUninitializedCapacity: size.width * size.height) { bytes, count in
      unsafe isWhite = pixels_average_white(samples, stride, size.width, size.height, bytes.baseAddress)
      count = size.width * size.height
    }
    return isWhite ? opacities : nil
  }

  /// The pixels, premultiplied.
  func bitmap() -> Bitmap {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { bytes, count in
      unsafe pixels_average_samples(samples, stride, size.width, size.height, bytes.baseAddress)
      count = size.width * size.height * 4
    }
    return Bitmap(size: size, bytes: bytes)
  }

  /// The first row of cairo's words.
  private var samples: UnsafeMutablePointer<UInt8> {
    guard let pixels = unsafe cairo_image_surface_get_data(surface) else {
      preconditionFailure("no memory for a text of \(size)")
    }
    return unsafe pixels
  }

  /// Bytes from one row to the next.
  private var stride: Int { unsafe Int(cairo_image_surface_get_stride(surface)) }
}
