package import Geometry

/// A small picture of a part of the output, in square cells that are anchored to the output's origin.
///
/// Cells are premultiplied by coverage, which is their fourth value. All cells outside of `cells` count as zero.
@MainActor package protocol RenderingLayer: AnyObject {
  /// The cells that are stored, counted from the output's origin.
  var cells: PixelRect { get }
  /// Side of a cell in physical pixels, a power of two.
  var cellSize: Int { get }

  /// Sets `rect`, which must lie in the layer, to `colour`.
  func fill(_ rect: PixelRect, _ colour: SIMD4<Float>)

  /// Copies `rect`, which must lie in both layers, from another one whose cells must have the same size.
  func copy(_ rect: PixelRect, from other: Self)

  /// The values of `rect`, row by row; those of cells that the layer does not have are zero.
  func values(_ rect: PixelRect) -> [SIMD4<Float>]

  /// Frees the cells. Idempotent.
  func destroy()
}

extension RenderingLayer {
  /// Lets `passes` fill the layer, and returns it; it is destroyed if they fail.
  func filled(by passes: (Self) throws(RenderingError) -> Void) throws(RenderingError) -> Self {
    do throws(RenderingError) {
      try passes(self)
    } catch {
      destroy()
      throw error
    }
    return self
  }
}
