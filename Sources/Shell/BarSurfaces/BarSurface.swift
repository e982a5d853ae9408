public import Geometry
public import LiveGlass
public import Scenes
public import ShellSurfaces
public import VisualEffects

/// The surface that a bar is on: `LiveSurface`, or one that a test makes up.
@MainActor public protocol BarSurface: MeasuredSurface {
  /// The requested placement; a change takes effect with the next frame.
  var placement: SurfacePlacement { get set }
  /// Makes the scene of the surface, in its physical pixels.
  var content: (LiveSurface.Layout) -> Scene { get set }
  /// Called when the compositor has closed the surface, or when it could not be created; never after `close`.
  var onClosed: (() -> Void)? { get set }
  /// Called when the content behind the surface may have changed.
  var onBackgroundChanged: (() -> Void)? { get set }
  /// Called for events of pointers on the surface, in its physical pixels.
  var onPointer: ((PointerEvent) -> Void)? { get set }
  /// Called for events of fingers on the surface, in its physical pixels.
  var onTouch: ((TouchEvent) -> Void)? { get set }
  /// Called for keys while the surface has the keyboard.
  var onKey: ((KeyEvent) -> Void)? { get set }
  /// Called when the surface gets the keyboard, and when it loses it.
  var onKeyboardFocus: ((_ hasKeyboard: Bool) -> Void)? { get set }
  /// The shape of the pointer over the surface.
  var cursor: CursorShape { get set }
  /// The frame of the surface on the output, in physical pixels, as far as it is known.
  var frame: PixelRect { get }
  /// The number of frames of the surface that were sent to the compositor.
  var commitCount: Int { get }
  /// Calls `handler` once the compositor has handled the placement that is requested now, and input that it sent until
  /// then was delivered. The handler is also called if the surface is unmapped before, and never once it is closed.
  func afterPlacement(_ handler: @escaping () -> Void)
  /// Returns the frame that the surface would have with another placement, in physical pixels of the output.
  func frame(placedAs placement: SurfacePlacement) -> PixelRect
  /// Requests a frame with a new scene from `content`.
  func setNeedsDisplay()
  /// Asks `content` for a scene in each frame while `isRunning` returns true, and calls `completion` at the end.
  func animate(while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)?)
  /// Fades the whole surface from its present opacity to another one, and calls `completion` at the end.
  func fade(to opacity: Double, _ timing: Timing, reducesMotion: Bool, completion: (() -> Void)?)
  /// Fades the surface out, and removes it from the screen at the end.
  func close(fading timing: Timing, reducesMotion: Bool)
  /// Closes the surface; idempotent.
  func close()
  /// Whether a popup of the surface can take a grab, by which input elsewhere closes it.
  var canGrab: Bool { get }
  /// Opens a popup beside a part of the surface; nil if the surface has been closed.
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

  /// The name that the compositor gives the output, such as `DP-1`.
  var name: String { get }
  /// Whether the output is switched on.
  var isOn: Bool { get }
  /// Physical pixels per logical pixel.
  var scale: Double { get }
  /// The size of the output after rotation, in physical pixels.
  var size: PixelSize { get }
  /// Whether the output is higher than wide.
  var isPortrait: Bool { get }
  /// Measures texts for surfaces on the output.
  var measurer: any TextMeasurer { get }
  /// Returns the length nearest to `length`, in logical pixels, that covers whole physical ones: at most `slack` longer
  /// or shorter, else `length` itself.
  func snapped(_ length: Int, slack: Int) -> Int
  /// Opens a surface that will be of the material `expecting`.
  func open(
    _ placement: SurfacePlacement, expecting material: Material?, opacity: Double,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> Surface
  /// Watches for pointers and fingers at an edge; nil if that is not possible.
  func watchEdge(
    _ edge: OutputEdge, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) -> (any EdgeWatch)?
  /// Watches for presses and touches anywhere but on popups of surfaces of a layer; nil if that is not possible.
  ///
  /// Presses and touches have no other effect while they are watched for.
  func watchPresses(on layer: SurfaceLayer, onPress: @escaping () -> Void) -> (any EdgeWatch)?
}

/// Something on an output that notices pointers and fingers.
@MainActor public protocol EdgeWatch: AnyObject {
  /// Ends the watch; idempotent.
  func destroy()
}
