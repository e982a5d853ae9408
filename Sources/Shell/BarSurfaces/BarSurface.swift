public import Geometry
public import LiveGlass
public import Scenes
public import ShellSurfaces
public import VisualEffects

/// The surface that a bar is on: `LiveSurface`, or one that a test makes up.
@MainActor public protocol BarSurface: MeasuredSurface {
  /// Where it is to be; a change takes effect with the next frame.
  var placement: SurfacePlacement { get set }
  /// Makes what it shows, in its physical pixels.
  var content: (LiveSurface.Layout) -> Scene { get set }
  /// Called when the compositor has closed it, or when it could not be made; not after `close`.
  var onClosed: (() -> Void)? { get set }
  /// Called when what lies behind it may have changed.
  var onBackgroundChanged: (() -> Void)? { get set }
  /// Takes what pointers and fingers do on it, in its physical pixels.
  var onPointer: ((PointerEvent) -> Void)? { get set }
  var onTouch: ((TouchEvent) -> Void)? { get set }
  /// Takes keys while it has the keyboard.
  var onKey: ((KeyEvent) -> Void)? { get set }
  /// Called when it gets the keyboard, and when it loses it.
  var onKeyboardFocus: ((_ hasKeyboard: Bool) -> Void)? { get set }
  /// How the pointer looks over it.
  var cursor: CursorShape { get set }
  /// Where it lies on the output, in physical pixels, as far as that is known.
  var frame: PixelRect { get }
  /// How many pictures of it were handed to the compositor.
  var commitCount: Int { get }
  /// Calls a handler once the compositor has handled the placement that is requested now, after the input that it sent
  /// until then; also if the surface is taken off the screen before, but never once it is closed.
  func afterPlacement(_ handler: @escaping () -> Void)
  /// Where it would lie with another placement, in physical pixels of the output.
  func frame(placedAs placement: SurfacePlacement) -> PixelRect
  /// `content` is to be asked again.
  func setNeedsDisplay()
  /// Asks `content` for each frame for as long as `isRunning` says so, and calls `completion` then.
  func animate(while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)?)
  /// Fades all of it from the opacity that it has at the moment, and calls `completion` then.
  func fade(to opacity: Double, _ timing: Timing, reducesMotion: Bool, completion: (() -> Void)?)
  /// Fades it out, and takes it off the screen at the end.
  func close(fading timing: Timing, reducesMotion: Bool)
  /// Takes it off the screen; idempotent.
  func close()
  /// Whether a popup can take a grab, by which input elsewhere closes it.
  var canGrab: Bool { get }
  /// Opens a popup beside a part of it; nil if it has been closed.
  func openPopup(
    _ placement: PopupPlacement, expecting material: Material?, opacity: Double,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> Self?
}

extension LiveSurface: BarSurface {}
extension GlassSession: BarClipboard {}

/// An output that bars can be on: `LiveOutput`, or one that a test makes up.
@MainActor public protocol BarOutput: AnyObject {
  associatedtype Surface: BarSurface

  /// The name that the compositor gives it, such as `DP-1`.
  var name: String { get }
  /// It is not switched off.
  var isOn: Bool { get }
  /// Physical pixels per logical pixel.
  var scale: Double { get }
  /// As people see it, in physical pixels.
  var size: PixelSize { get }
  /// It is higher than wide.
  var isPortrait: Bool { get }
  /// Measures the texts of what is shown there.
  var measurer: any TextMeasurer { get }
  /// The length nearest to this one, in logical pixels, that covers whole physical ones: at most `slack` longer or
  /// shorter, else `length` itself.
  func snapped(_ length: Int, slack: Int) -> Int
  /// Opens a surface that will be of the material `expecting`.
  func open(
    _ placement: SurfacePlacement, expecting material: Material?, opacity: Double,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> Surface
  /// Watches for pointers and fingers at an edge; nil where that cannot be.
  func watchEdge(
    _ edge: OutputEdge, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) -> (any EdgeWatch)?
  /// Watches for presses and touches anywhere but on popups of surfaces of a layer; nil where that cannot be.
  ///
  /// They do nothing else meanwhile.
  func watchPresses(on layer: SurfaceLayer, onPress: @escaping () -> Void) -> (any EdgeWatch)?
}

/// Something on an output that notices pointers and fingers.
@MainActor public protocol EdgeWatch: AnyObject {
  /// Ends it; idempotent.
  func destroy()
}
