import Geometry
import Rendering
import Wayland

extension CapturedFrame {
  /// The frame as the renderer takes it, for an output of that geometry.
  func pixels(on geometry: OutputGeometry) -> CapturedPixels {
    unsafe CapturedPixels(
      bytes: bytes, region: geometry.uprightRect(of: region), transform: geometry.transform, stride: stride,
      format: format, isYInverted: isYInverted, owner: memory)
  }
}
