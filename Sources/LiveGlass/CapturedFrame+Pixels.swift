import Rendering
import Wayland

extension CapturedFrame {
  /// The same pixels in the renderer's terms.
  var pixels: CapturedPixels {
    unsafe CapturedPixels(
      bytes: bytes, region: region, stride: stride, format: format == .bgrx ? .bgrx : .rgbx,
      isYInverted: isYInverted)
  }
}
