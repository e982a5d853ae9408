package import Geometry

/// A blurred backdrop finished for one kind of ink, at grid points between which pixels are interpolated.
@MainActor package protocol RenderingGrid: AnyObject {
  associatedtype Layer: RenderingLayer

  var state: GridState { get set }
  /// The colours of the finished material.
  var layer: Layer { get }
  /// The same colours where ink was requested; with a finish, the fourth value is the greatest (dark glass) or least
  /// luminance within 2 px.
  var ground: Layer { get }

  /// Enlarges `blurred` to those points in `use` that are out of date and finishes them; returns the pixels of the output that
  /// change with them.
  func update(from blurred: Layer, _ look: GridLook, _ use: GridUse) throws(RenderingError)
    -> PixelRect

  /// Frees the points. Idempotent.
  func destroy()
}
