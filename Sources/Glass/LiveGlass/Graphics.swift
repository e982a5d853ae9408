import CPlatform
import Geometry
import Loop
import Rendering
import Typography
import Wayland

/// What draws for all outputs together; made after the first requests to the compositor, so that both work at once.
final class Graphics {
  let text = TextEngine()
  private let connection: Connection
  private var choice: RendererChoice
  private let loop: EventLoop
  private(set) var renderer: (any Renderer)?

  init(_ connection: Connection, _ factory: RendererFactory, loop: EventLoop) {
    self.connection = connection
    choice = RendererChoice(factory)
    self.loop = loop
  }

  /// What draws or will be tried next, for people, such as `OpenGL ES`.
  var name: String { choice.name }
  /// The renderers that were to draw before that and cannot.
  var rejections: [RendererChoice.Rejection] { choice.rejections }

  /// Draws by another renderer from the next `start` on; `destroy` was called.
  func adopt(_ factory: RendererFactory) {
    precondition(renderer == nil, "another renderer draws")
    choice = RendererChoice(factory)
  }

  /// Gives up the renderer that draws for the next one; returns false, and keeps it, if there is no other.
  func giveUp(_ reason: String) -> Bool { choice.giveUp(reason) }

  /// Starts the renderer, unless that was done; returns whether it was done now.
  func start() throws(RenderingError) -> Bool {
    guard renderer == nil else { return false }
    renderer = try unsafe choice.start(connection.nativeDisplay)
    renderer?.betweenPasses = { [unowned loop] in loop.yieldPoint() }
    return true
  }

  /// A renderer for an output of `size` pixels, upright, whose panel hangs so; `start` was called.
  func makeRenderer(
    _ size: PixelSize, transform: OutputTransform
  ) throws(RenderingError) -> any OutputRenderer {
    guard let renderer else { preconditionFailure("the renderer was not started") }
    let text = text
    return try renderer.makeOutputRenderer(size, transform: transform) { text.rasterise($0) }
  }

  /// Programs were compiled, and what that needed is still held.
  var holdsCompiler: Bool { renderer?.holdsCompiler == true }

  /// Gives back what only compiling programs needed, about 6 MB with Mesa, and what is remembered of former texts.
  func tidy() {
    text.giveBackMemory()
    renderer?.releaseCompiler()
    hyaline_return_free_memory()
  }

  /// Ends the renderer; what was drawn with it is gone already. Before the connection closes.
  func destroy() {
    renderer?.destroy()
    renderer = nil
  }
}
