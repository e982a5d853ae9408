import Geometry
import Rendering
import Scenes

/// A renderer that tells which pixels it has presented last.
protocol PlayedRenderer: OutputRenderer {
  func submitted(_ id: SurfaceID) -> Bitmap?
}

extension PlannedRenderer: PlayedRenderer {}

/// One of the ways to draw the surfaces of an output.
struct Backend {
  /// Waits until drawing has finished.
  var finish: () -> Void
  /// Makes the renderer of an output.
  var make: (PixelSize, @escaping (StyledText) -> TextBitmap) throws -> any PlayedRenderer
}
