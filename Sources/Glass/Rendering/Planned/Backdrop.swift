package import Geometry
package import VisualEffects

/// A backdrop from which panes take their blur.
@MainActor package protocol Backdrop<Layer>: AnyObject {
  associatedtype Layer: RenderingLayer

  /// The size of the known part, in pixels.
  var output: PixelSize { get }

  /// The plan of a blur by `sigma` pixels.
  func plan(sigma: Double) -> BlurPlan

  /// The background after the first reduction of `blur`, with the colours of its chain.
  func through(_ blur: PlannedBlur) throws(RenderingError) -> Layer

  /// The background itself in cells of 4 × 4 pixels.
  func underlay() throws(RenderingError) -> Layer
}
