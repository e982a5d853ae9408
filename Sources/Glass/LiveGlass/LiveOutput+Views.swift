public import Scenes
public import VisualEffects

extension LiveOutput {
  /// Shows views on a surface of their own, as `open` shows a scene.
  ///
  /// `views` are in points from the surface's top left corner and are asked for again when the output's size or scale
  /// changes, when it is turned, and after `setNeedsDisplay`. Adaptive effects follow `isDark`.
  @discardableResult
  public func show(
    _ placement: SurfacePlacement, expecting material: Material? = nil, opacity: Double = 1,
    isDark: Bool = false, legibility: Legibility = .standard,
    @ViewBuilder views: @escaping (LiveSurface.Layout) -> ViewTree
  ) -> LiveSurface {
    open(placement, expecting: material, opacity: opacity) { [unowned session] layout in
      let resolution = Resolution(
        scale: layout.scale, isDark: isDark, legibility: legibility, measurer: session.text)
      return Scene(size: layout.size, resolution: resolution) { views(layout) }
    }
  }
}
