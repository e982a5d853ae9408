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

  /// The background after the first reduction of `blur`, with the colours of its chain.
  func through(_ blur: PlannedBlur) -> CellLayer

  /// The background itself in cells of 4 × 4 pixels.
  func underlay() -> CellLayer
}
