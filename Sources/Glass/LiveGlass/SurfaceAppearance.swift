import Geometry
import Rendering
import Scenes

/// The appearance of one surface, as it is requested or as it was applied; the difference of the two has to
/// be drawn.
struct SurfaceAppearance: Equatable {
  /// Frame of the surface, in physical pixels of the output.
  var frame = PixelRect.empty
  /// Size of the surface in logical pixels; zero before the surface was placed.
  var logicalSize = LogicalSize(width: 0, height: 0)
  /// The scene of the surface, with the shadows that other surfaces of ours cast on it; nil before a scene
  /// was made.
  var scene: Scene?
  /// All glass of the surface, and whether it is frozen; nil: the renderer does not have the surface.
  var glass: Glass?
}

extension Glass {
  /// Whether a change from `former` to this glass needs another carrier, or changes which pixels leak, so
  /// that carrier and content have to change together.
  func needsStep(from former: Glass) -> Bool {
    let isSame =
      frame == former.frame && scale == former.scale && leak == former.leak && isFrozen == former.isFrozen
      && mask == former.mask
    // A frozen surface leaks nowhere, so that other sheets only have to be drawn.
    if isSame, isFrozen { return false }
    return !isSame || coverage != former.coverage
  }
}
