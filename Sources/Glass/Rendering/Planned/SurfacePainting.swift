package import Geometry
package import Scenes

/// Draws scenes with their glass into the pixels of a surface.
///
/// Pixels that a sheet of glass covers wholly, as all of a bar's, are taken from its grid by the final pass, and only
/// the sheet's content is painted; elsewhere all nodes are painted.
@MainActor package protocol SurfacePainting: AnyObject {
  associatedtype Backend: RenderingBackend

  /// Draws `drawing` to `pixels`; `panes` must have been prepared for its scene.
  func draw(
    _ drawing: SurfaceDrawing, _ panes: SurfacePanes<Backend>, _ backdrop: any Backdrop<Backend.Layer>,
    to pixels: Backend.Pixels, through measurement: Backend.Measurement?
  ) throws(RenderingError)

  /// Frees the pictures that are kept. Idempotent.
  func destroy()
}

/// The parts of a surface that are drawn for a scene.
package struct SurfaceDrawing {
  package var scene: Scene
  /// The rectangles of the surface that are drawn.
  package var rects: [PixelRect]
  /// The parts of them that are cut out in part, because other surfaces lie there.
  package var overlapped: [PixelRect] = []
  /// Whether the pixels compensate the leak that is measured.
  package var isLeaking = false
}
