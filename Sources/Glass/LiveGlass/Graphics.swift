import CPlatform
import Geometry
import Rendering
import Typography
import Wayland

/// What draws for all outputs together; made after the first requests to the compositor, so that both work at once.
final class Graphics {
  let text = TextEngine()
  private let connection: Connection
  private(set) var context: GraphicsContext?
  var betweenPasses: (() -> Void)? {
    didSet { context?.betweenPasses = betweenPasses }
  }

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Starts GL, unless that was done; returns whether it was done now.
  func start() throws(RenderingError) -> Bool {
    guard context == nil else { return false }
    context = try unsafe GraphicsContext(display: connection.nativeDisplay)
    context?.betweenPasses = betweenPasses
    return true
  }

  /// A renderer for an output of `size` pixels, upright, whose panel hangs so; GL was started.
  func makeRenderer(
    _ size: PixelSize, transform: OutputTransform
  ) throws(RenderingError) -> any OutputRenderer {
    guard let context else { preconditionFailure("a renderer without GL") }
    let text = text
    return try GLESOutputRenderer(context, output: size, transform: transform) { text.rasterise($0) }
  }

  /// Programs were compiled, and what that needed is still held.
  var holdsCompiler: Bool { context?.holdsCompiler == true }

  /// Gives back what only compiling programs needed, about 6 MB with Mesa, and what is remembered of former texts.
  func tidy() {
    text.giveBackMemory()
    context?.releaseCompiler()
    hyaline_return_free_memory()
  }

  /// Ends GL; what was drawn with it is gone already. Before the connection closes.
  func destroy() {
    context?.destroy()
    context = nil
  }
}
