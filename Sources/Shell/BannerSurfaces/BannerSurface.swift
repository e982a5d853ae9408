public import Geometry
public import LiveGlass
public import Scenes
public import ShellSurfaces
public import VisualEffects

/// The surface of banners: a `LiveSurface`, or a test's replacement.
@MainActor public protocol BannerSurface: MeasuredSurface {
  /// The placement of the surface; a change takes effect with the next frame.
  var placement: SurfacePlacement { get set }
  /// Called when the compositor has closed the surface or it could not be created; not called after `close`.
  var onClosed: (() -> Void)? { get set }
  /// Called when the backdrop behind the surface may have changed.
  var onBackgroundChanged: (() -> Void)? { get set }
  /// Called when captures have shown the whole backdrop behind the surface, including a part by
  /// which it has grown.
  var onBackgroundKnown: (() -> Void)? { get set }
  /// Called with the events of pointers on the surface, in its physical pixels; `onTouch`
  /// likewise for fingers.
  var onPointer: ((PointerEvent) -> Void)? { get set }
  var onTouch: ((TouchEvent) -> Void)? { get set }
  /// Called with the events of keys while the surface has the keyboard.
  var onKey: ((KeyEvent) -> Void)? { get set }
  /// Called when the surface gets or loses the keyboard.
  var onKeyboardFocus: ((_ hasKeyboard: Bool) -> Void)? { get set }
  /// The shape of the cursor over the surface.
  var cursor: CursorShape { get set }
  /// The frame of the surface on the output, in physical pixels, as far as it is known.
  var frame: PixelRect { get }
  /// The number of frames that were committed to the compositor.
  var commitCount: Int { get }
  /// The rest after a slow frame of motion, as a multiple of the frame's duration.
  var restRatio: Double { get set }
  /// The phase of the surface's live glass.
  var phase: LiveSurface.Phase { get }
  /// Whether the last scene is on the screen and its backdrop was captured, as far as that is possible.
  var isSettled: Bool { get }
  /// Requests that the scene be made anew for the next frame.
  func setNeedsDisplay()
  /// Makes the scene for each frame as long as `isRunning` returns true, then calls `completion`.
  func animate(while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)?)
  /// Closes the surface; idempotent.
  func close()
}

extension LiveSurface: BannerSurface {}

/// Measures the area of an output that panels leave to other surfaces: an `AreaProbe`, or a
/// test's replacement.
@MainActor public protocol AreaSource: AnyObject {
  /// The area in logical pixels; nil while it is unknown.
  var size: LogicalSize? { get }
  /// Called when `size` has changed.
  var onChange: (() -> Void)? { get set }
  /// Makes sure that changes are reported by compositors that report them to mapped
  /// surfaces only; idempotent.
  func stayOnScreen()
  /// Stops measuring; idempotent.
  func close()
}

extension AreaProbe: AreaSource {}

/// An output for banners: a `LiveOutput`, or a test's replacement.
@MainActor public protocol BannerOutput: AnyObject {
  /// The name of the output in the compositor and in settings.
  var name: String { get }
  /// The size of the output as people see it, in physical pixels.
  var size: PixelSize { get }
  /// Physical pixels per logical pixel.
  var scale: Double { get }
  /// Whether captures show the backdrop of its surfaces.
  var isLive: Bool { get }
  /// The height that our own surfaces reserve, in logical pixels.
  var reservedHeight: Int { get }
  /// Measures the texts that are shown on the output.
  var textMeasurer: any TextMeasurer { get }
  /// The length nearest to `length`, in logical pixels, that covers whole physical pixels.
  func snapped(_ length: Int) -> Int
  /// Starts to measure the area that is left to banners.
  func watchArea() -> any AreaSource
  /// Opens a surface whose glass will have the material `expecting`.
  func openBanners(
    _ placement: SurfacePlacement, expecting material: Material,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> any BannerSurface
}
