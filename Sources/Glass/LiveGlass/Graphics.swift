import CPlatform
import Geometry
import Loop
import Rendering
import Typography
import Wayland

/// The renderer and the text engine that all outputs share. The renderer is started after the first requests
/// to the compositor, so that both work at the same time.
final class Graphics {
  let text = TextEngine()
  private let connection: Connection
  private var choice: RendererChoice
  private let loop: EventLoop
  private(set) var renderer: (any Renderer)?
  /// The started renderer, if its driver compiles programs.
  private(set) var compiling: (any CompilingRenderer)?

  init(_ connection: Connection, _ factory: RendererFactory, loop: EventLoop) {
    self.connection = connection
    choice = RendererChoice(factory)
    self.loop = loop
  }

  /// The name, for the user, of the renderer that draws or will be tried next, such as `OpenGL ES`.
  var name: String { choice.name }
  /// The renderers that are preferred to that one and cannot draw.
  var rejections: [RendererChoice.Rejection] { choice.rejections }

  /// Sets the renderer of the next `start`; traps unless `destroy` was called before.
  func adopt(_ factory: RendererFactory) {
    precondition(renderer == nil, "another renderer draws")
    choice = RendererChoice(factory)
  }

  /// Gives the current renderer up for the next one; returns false, and keeps it, if there is no other.
  func giveUp(_ reason: String) -> Bool { choice.giveUp(reason) }

  /// Starts the renderer, unless it was started; returns whether it was started now.
  func start() throws(RenderingError) -> Bool {
    guard renderer == nil else { return false }
    let started = try unsafe choice.start(connection.nativeDisplay)
    (renderer, compiling) = (started, started as? any CompilingRenderer)
    return true
  }

  /// Makes a renderer for an output of `size` physical pixels, turned upright, whose panel has `transform`;
  /// traps unless `start` was called before.
  func makeRenderer(
    _ size: PixelSize, transform: OutputTransform
  ) throws(RenderingError) -> any OutputRenderer {
    guard let renderer else { preconditionFailure("the renderer was not started") }
    let text = text
    return try renderer.makeOutputRenderer(size, transform: transform) {
      text.rasterise($0)
    } pause: { [unowned loop] in
      loop.yieldPoint()
    }
  }

  /// Whether memory that only compiling programs needed is still held.
  var holdsCompiler: Bool { compiling?.holdsCompiler == true }

  /// Frees the memory that only compiling programs needed, about 6 MB with Mesa, and caches of former texts.
  func tidy() {
    text.giveBackMemory()
    compiling?.releaseCompiler()
    hyaline_return_free_memory()
  }

  /// Ends the renderer, after everything that uses it and before the connection is closed.
  func destroy() {
    renderer?.destroy()
    (renderer, compiling) = (nil, nil)
  }
}
