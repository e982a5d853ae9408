import Geometry
import Rendering
import Scenes

/// What one surface is to look like, or what of that was applied: the difference of the two is the work.
struct SurfaceAppearance: Equatable {
  /// Where the surface lies, in physical pixels of the output.
  var frame = PixelRect.empty
  /// Zero before the surface was placed.
  var logicalSize = LogicalSize(width: 0, height: 0)
  /// What the surface shows, with the shadows that other surfaces of ours cast on it; nil before a scene was made.
  var scene: Scene?
  /// All of its glass, also whether it is frozen; nil: the renderer knows nothing of the surface.
  var glass: Glass?
}

extension Glass {
  /// Whether going over to this from `former` asks for another carrier, or changes what leaks where: all parts of the
  /// surface change together then.
  func needsStep(from former: Glass) -> Bool {
    let isSame =
      frame == former.frame && scale == former.scale && leak == former.leak && isFrozen == former.isFrozen
      && mask == former.mask
    // A frozen surface leaks nowhere; other materials alone are a matter of drawing.
    if isSame, isFrozen { return false }
    return !isSame || coverage != former.coverage
  }
}
