public import Geometry
public import LiveGlass
public import Rendering
public import Scenes
public import VisualEffects

/// The surface of a bar, of a popup, of banners or of a level: a `LiveSurface`, or a test's replacement.
@MainActor public protocol ShellSurface: AnyObject {
  /// The requested placement; a change takes effect with the next frame.
  var placement: SurfacePlacement { get set }
  /// Makes the scene of the surface, in its physical pixels.
  var content: (LiveSurface.Layout) -> Scene { get set }
  /// Called when the compositor has closed the surface, or when it could not be created; never after `close`.
  var onClosed: (() -> Void)? { get set }
  /// Called when the content behind the surface may have changed.
  var onBackgroundChanged: (() -> Void)? { get set }
  /// Called when captures have shown all that is behind the surface, including a part by which it has grown.
  var onBackgroundKnown: (() -> Void)? { get set }
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
  /// The rest after a slow frame of motion, as a multiple of the frame's duration.
  var restRatio: Double { get set }
  /// Whether the surface is on the screen.
  var isShown: Bool { get }
  /// The state of the surface's glass.
  var phase: LiveSurface.Phase { get }
  /// Whether the last scene is on the screen and what is behind it was captured, as far as that is possible.
  var isSettled: Bool { get }
  /// The frame of the surface on the output, in physical pixels, as far as it is known.
  var frame: PixelRect { get }
  /// The number of frames of the surface that were sent to the compositor.
  var commitCount: Int { get }
  /// The darkest and the brightest value that the surface can show.
  var range: ShownRange { get }
  /// The colours behind the surface in blocks of equal size, encoded sRGB; empty before it is shown.
  func background() throws(RenderingError) -> [SIMD3<Double>]
  /// A picture of the surface as it is seen, with what is behind it; nil unless it is shown.
  func snapshot() throws(RenderingError) -> Bitmap?
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

extension LiveSurface: ShellSurface {}
