public import LiveGlass
public import Rendering
public import VisualEffects

/// A surface whose glass can follow what lies behind it: `LiveSurface`, or one that a test makes up.
@MainActor public protocol MeasuredSurface: AnyObject {
  /// It is on the screen.
  var isShown: Bool { get }
  /// The black and the white that it can show.
  var range: ShownRange { get }
  /// The colours behind it, encoded sRGB, of equal blocks; empty before it is shown.
  func background() throws(RenderingError) -> [SIMD3<Double>]
}

extension LiveSurface: MeasuredSurface {}
