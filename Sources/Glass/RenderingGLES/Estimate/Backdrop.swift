import Geometry
import Rendering
import Scenes
import VisualEffects

/// A backdrop from which panes take their blur.
protocol Backdrop: AnyObject {
  /// The size of the known part, in pixels.
  var output: PixelSize { get }

  /// The plan of a blur by `sigma` pixels.
  func plan(sigma: Double) -> BlurPlan

  /// The background after the plan's first reduction, with its colours through `chain`.
  func through(_ chain: ColourChain, _ plan: BlurPlan) throws(RenderingError) -> Layer

  /// The background itself in cells of 4 × 4 pixels.
  func underlay() throws(RenderingError) -> Layer
}
