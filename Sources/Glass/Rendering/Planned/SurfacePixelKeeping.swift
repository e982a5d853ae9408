package import Geometry
package import Scenes

/// Keeps the pixels that a surface submits: later captures are un-blended with them.
@MainActor package protocol SurfacePixelKeeping: AnyObject {
  /// The pixels that were drawn last, as passes read them.
  associatedtype Drawn

  /// The darkest value that is shown where nothing is measured, and 255 less the lightest.
  var black: Int { get set }
  /// The pixels that were drawn last; nil: the backend has none before the first drawing.
  var drawn: Drawn? { get }

  /// `rect` widened to the pixels that are drawn at once.
  func widened(_ rect: PixelRect) -> PixelRect

  /// All pixels; they are transparent if nothing was drawn.
  func read() -> Bitmap

  /// Frees the pixels. Idempotent.
  func destroy()
}
