import CPixbuf
import Geometry
import Scenes

/// Draws a scaled picture onto black.
nonisolated enum Scaling {
  /// Draws a picture, enlarged bilinearly or reduced by averaging over the area of each pixel.
  ///
  /// Only `target` is drawn, in pixels of the result like `origin`, the position of the picture's upper left
  /// corner. `picture` is opaque. The corresponding C function is `gdk_pixbuf_scale`.
  static func draw(
    _ picture: Bitmap, by factor: Double, origin: (x: Double, y: Double), into target: PixelRect,
    of size: PixelSize
  ) -> Bitmap {
    var result = Bitmap(black: size)
    unsafe result.bytes.withUnsafeMutableBytes { to in
      unsafe picture.bytes.withUnsafeBytes { from in
        let source = unsafe wrap(from.baseAddress!, picture.size)
        let destination = unsafe wrap(to.baseAddress!, size)
        unsafe gdk_pixbuf_scale(
          source, destination, CInt(target.x), CInt(target.y), CInt(target.width), CInt(target.height),
          origin.x, origin.y, factor, factor, GDK_INTERP_BILINEAR)
        unsafe g_object_unref(UnsafeMutableRawPointer(source))
        unsafe g_object_unref(UnsafeMutableRawPointer(destination))
      }
    }
    return result
  }

  /// Makes a pixbuf over memory that outlives it.
  private static func wrap(_ bytes: UnsafeRawPointer, _ size: PixelSize) -> OpaquePointer {
    unsafe gdk_pixbuf_new_from_data(
      bytes.assumingMemoryBound(to: UInt8.self), GDK_COLORSPACE_RGB, 1, 8, CInt(size.width),
      CInt(size.height),
      CInt(size.width * 4), nil, nil)
  }
}
