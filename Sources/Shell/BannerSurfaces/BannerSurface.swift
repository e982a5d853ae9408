public import Geometry
public import LiveGlass
public import Scenes
public import ShellSurfaces
public import VisualEffects

/// The surface that banners are on: `LiveSurface`, or one that a test makes up.
@MainActor public protocol BannerSurface: MeasuredSurface {
  /// Where it is to be; a change takes effect with the next frame.
  var placement: SurfacePlacement { get set }
  /// Called when the compositor has closed it, or when it could not be made; not after `close`.
  var onClosed: (() -> Void)? { get set }
  /// Called when what lies behind it may have changed.
  var onBackgroundChanged: (() -> Void)? { get set }
  /// Called when a capture has told all that lies behind it, also behind a part by which it has grown.
  var onBackgroundKnown: (() -> Void)? { get set }
  /// Takes what pointers and fingers do on it, in its physical pixels.
  var onPointer: ((PointerEvent) -> Void)? { get set }
  var onTouch: ((TouchEvent) -> Void)? { get set }
  /// Takes what is typed while it has the keyboard.
  var onKey: ((KeyEvent) -> Void)? { get set }
  /// Told when it gets the keyboard, and when it has lost it.
  var onKeyboardFocus: ((_ hasKeyboard: Bool) -> Void)? { get set }
  /// What pointers look like over it.
  var cursor: CursorShape { get set }
  /// Where it lies on the output, in physical pixels, as far as that is known.
  var frame: PixelRect { get }
  /// How many pictures of it were handed to the compositor.
  var commitCount: Int { get }
  /// How many times as long as a slow frame of motion took the surface rests after it.
  var restRatio: Double { get set }
  /// How far its glass is live.
  var phase: LiveSurface.Phase { get }
  /// What was asked for is on the screen, and what lies behind it was seen, as far as that can be.
  var isSettled: Bool { get }
  /// Its scene is to be made anew.
  func setNeedsDisplay()
  /// Has its scene made for each frame for as long as `isRunning` says so, and calls `completion` then.
  func animate(while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)?)
  /// Takes it off the screen; idempotent.
  func close()
}

extension LiveSurface: BannerSurface {}

/// Tells how much of an output the compositor leaves to surfaces that give way to panels: `AreaProbe`, or one that a
/// test makes up.
@MainActor public protocol AreaSource: AnyObject {
  /// The area in logical pixels; nil while it is not known.
  var size: LogicalSize? { get }
  /// Called when `size` has changed.
  var onChange: (() -> Void)? { get set }
  /// Has changes told also where the compositor tells them to mapped surfaces only; idempotent.
  func stayOnScreen()
  /// Asks no more; idempotent.
  func close()
}

extension AreaProbe: AreaSource {}

/// An output that banners can be on: `LiveOutput`, or one that a test makes up.
@MainActor public protocol BannerOutput: AnyObject {
  /// The name by which compositor and settings call it.
  var name: String { get }
  /// As people see it, in physical pixels.
  var size: PixelSize { get }
  /// Physical per logical pixels.
  var scale: Double { get }
  /// Whether captures tell what lies behind its surfaces.
  var isLive: Bool { get }
  /// The height that surfaces of ours keep for themselves, in logical pixels.
  var reservedHeight: Int { get }
  /// Measures the texts of what is shown there.
  var textMeasurer: any TextMeasurer { get }
  /// The length nearest to this one, in logical pixels, that covers whole physical ones.
  func snapped(_ length: Int) -> Int
  /// Begins to ask how much of the output is left to banners.
  func watchArea() -> any AreaSource
  /// Opens a surface that will be of the material `expecting`.
  func openBanners(
    _ placement: SurfacePlacement, expecting material: Material,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> any BannerSurface
}
