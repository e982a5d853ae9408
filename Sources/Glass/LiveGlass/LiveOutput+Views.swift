public import Scenes
public import Views
public import VisualEffects

extension LiveOutput {
  /// Shows views on a new surface, which they fill, as `open` shows a scene.
  ///
  /// `views` is called again when the output's size, scale or transform changes, when input changes the look
  /// of views, and after `setNeedsDisplay`. Adaptive effects follow `isDark`. Buttons of the style `plain` are lit
  /// where the pointer or a finger is, and all buttons become smaller while they are pressed; with `reducesMotion`
  /// they do neither. `act` is called with the actions of input on the views, before anything is drawn.
  @discardableResult
  public func show(
    _ placement: SurfacePlacement, expecting material: Material? = nil, opacity: Double = 1,
    isDark: Bool = false, legibility: Legibility = .standard, reducesMotion: Bool = false,
    act: @escaping (ViewInput.Act) -> Void = { _ in },
    @ViewBuilder views: @escaping (LiveSurface.Layout) -> ViewTree
  ) -> LiveSurface {
    let host = ViewHost(
      session, isDark: isDark, legibility: legibility, reducesMotion: reducesMotion, act: act, views: views)
    let surface = open(placement, expecting: material, opacity: opacity) { host.scene($0) }
    host.follow(surface)
    return surface
  }
}
