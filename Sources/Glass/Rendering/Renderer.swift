public import Geometry
public import Scenes
public import VisualEffects

/// Draws for all outputs of a session, and holds what their renderers share.
@MainActor public protocol Renderer: AnyObject {
  /// What draws and by which version of its interface, for people, such as `llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES 3.2`.
  var name: String { get }

  /// Whether the CPU draws.
  var isSoftware: Bool { get }

  /// Objects of the driver that were made and are not yet deleted, for finding leaks.
  var liveObjectCount: Int { get }

  /// Makes a renderer for an output of `size` pixels, upright, whose panel hangs as `transform` says.
  ///
  /// What draws by the CPU calls `pause` a few times in a millisecond, so that callers need not wait for a frame; it draws
  /// nothing. To draw by a GPU takes no such time.
  func makeOutputRenderer(
    _ size: PixelSize, transform: OutputTransform, rasterise: @escaping (StyledText) -> TextBitmap,
    pause: @escaping () -> Void
  ) throws(RenderingError) -> any OutputRenderer

  /// Makes what draws pictures of surfaces off screen.
  func makePreview(
    rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) -> any GlassPreviewing

  /// Ends drawing; the renderers of outputs are gone already. Idempotent.
  func destroy()
}

/// A renderer whose driver compiles programs before something can be drawn with them, which takes long without a cache and
/// leaves memory behind.
@MainActor public protocol CompilingRenderer: Renderer {
  /// Whether something is held that only the first use of a kind of drawing needed, such as a compiler.
  var holdsCompiler: Bool { get }

  /// Gives up what `holdsCompiler` tells of; it comes back by itself.
  func releaseCompiler()

  /// Makes what draws scenes off screen as they will be drawn on it, so that the first surface comes as quickly as all
  /// others.
  ///
  /// `moving` is as it is seen on its way, `resting` as it stays; both have one size. `origin` is where they lie on an
  /// output of `output` pixels, `leak` what is measured through; `isTurned`: the panel does not hang upright.
  func makeRehearsal(
    moving: Scene, resting: Scene, origin: (x: Int, y: Int), scale: Double, leak: Leak, output: PixelSize,
    isTurned: Bool, rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) -> any Rehearsal
}

/// Draws off screen what will be drawn on it, in steps, between which others have their turn.
@MainActor public protocol Rehearsal: AnyObject {
  /// Does the next step; returns whether there are more.
  func step() throws(RenderingError) -> Bool

  /// Ends it; idempotent.
  func destroy()
}

/// Makes the renderer of a session; each target that draws has one, such as `RendererFactory.gles`.
@MainActor @safe public struct RendererFactory {
  /// What draws, for people, such as `OpenGL ES`.
  public let name: String
  /// Starts drawing; `display` is the connection's `wl_display`, which must outlive the renderer, or nil off screen.
  public let make: (_ display: OpaquePointer?) throws(RenderingError) -> any Renderer
  /// What draws where this one cannot, in the order in which they are tried.
  public private(set) var fallbacks: [RendererFactory] = []

  public init(
    name: String, make: @escaping (_ display: OpaquePointer?) throws(RenderingError) -> any Renderer
  ) {
    self.name = name
    unsafe self.make = make
  }

  /// The same renderer, with another one where it, and the fallbacks that it has, cannot draw.
  public func fallingBack(to other: RendererFactory) -> RendererFactory {
    var result = self
    result.fallbacks += [other] + other.fallbacks
    return result
  }
}
