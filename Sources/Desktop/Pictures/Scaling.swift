import CPictureFormats
import Geometry
import Scenes

/// Draws a scaled picture onto black.
nonisolated enum Scaling {
  /// Draws a picture, enlarged bilinearly or reduced by averaging over the area of each pixel.
  ///
  /// Only `target` is drawn, in pixels of the result like `origin`, the position of the picture's upper left
  /// corner. `picture` is opaque; the result is black if there is no memory for it. The corresponding C function is
  /// `hyaline_picture_scale`.
  static func draw(
    _ picture: Bitmap, by factor: Double, origin: (x: Double, y: Double), into target: PixelRect,
    of size: PixelSize
  ) -> Bitmap {
    var result = Bitmap(black: size)
    unsafe result.bytes.withUnsafeMutableBufferPointer { to in
      unsafe picture.bytes.withUnsafeBufferPointer { from in
        // The function reads these bytes, and has one type for what is read and what is written.
        var source = unsafe pixels(UnsafeMutablePointer(mutating: from.baseAddress), picture.size)
        var destination = unsafe pixels(to.baseAddress, size)
        var place = hyaline_picture_rectangle(
          x: CInt(target.x), y: CInt(target.y), width: CInt(target.width), height: CInt(target.height))
        _ = unsafe hyaline_picture_scale(&source, factor, origin.x, origin.y, &place, &destination)
      }
    }
    return result
  }

  private static func pixels(
    _ bytes: UnsafeMutablePointer<UInt8>?, _ size: PixelSize
  ) -> hyaline_picture_pixels {
    unsafe hyaline_picture_pixels(bytes: bytes, width: CInt(size.width), height: CInt(size.height))
  }
}
