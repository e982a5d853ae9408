public import LiveGlass
public import Rendering
public import VisualEffects

/// A surface whose glass can follow what lies behind it: a `LiveSurface`, or a test's replacement.
@MainActor public protocol MeasuredSurface: AnyObject {
  /// Whether the surface is on the screen.
  var isShown: Bool { get }
  /// The darkest and the brightest value that the surface can show.
  var range: ShownRange { get }
  /// The colours behind the surface in blocks of equal size, encoded sRGB; empty before it is shown.
  func background() throws(RenderingError) -> [SIMD3<Double>]
}

extension LiveSurface: MeasuredSurface {}
