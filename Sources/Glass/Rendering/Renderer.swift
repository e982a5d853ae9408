public import Geometry
public import Scenes
public import VisualEffects

/// Makes renderers for all outputs of a session, and holds the objects that they share.
@MainActor public protocol Renderer: AnyObject {
  /// The name and version of the drawing interface for people, such as `llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES
  /// 3.2`.
  var name: String { get }

  /// Whether the CPU draws.
  var isSoftware: Bool { get }

  /// The number of driver objects that were made and are not yet deleted, for finding leaks.
  var liveObjectCount: Int { get }

  /// Makes a renderer for an output of `size` pixels, upright, whose panel hangs as `transform` says.
  ///
  /// A renderer that draws by the CPU calls `pause` a few times in a millisecond, so that the caller can answer
  /// others in the middle of a frame; `pause` must not draw. Renderers that draw by OpenGL ES never call it,
  /// because a driver does its work without returning in between: no caller may depend on the calls.
  func makeOutputRenderer(
    _ size: PixelSize, transform: OutputTransform, rasterise: @escaping (StyledText) -> TextBitmap,
    pause: @escaping () -> Void
  ) throws(RenderingError) -> any OutputRenderer

  /// Makes a renderer of pictures of surfaces off screen.
  func makePreview(
    rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) -> any GlassPreviewing

  /// Ends drawing after the renderers of all outputs were destroyed. Idempotent.
  func destroy()
}

/// A renderer whose driver compiles programs before anything can be drawn with them, which takes long without a cache
/// and keeps memory in use.
@MainActor public protocol CompilingRenderer: Renderer {
  /// Whether something is held that only the first use of a kind of drawing needed, such as a compiler.
  var holdsCompiler: Bool { get }

  /// Frees what `holdsCompiler` tells of; the driver makes it again when it is needed.
  func releaseCompiler()

  /// Makes a warm-up, which draws scenes off screen as they will be drawn on it, so that the first surface appears
  /// as quickly as later ones.
  ///
  /// `moving` is the scene as it is seen in motion, `resting` as it stays; both have one size. `origin` is their
  /// place on an output of `output` pixels, `leak` is the leak that is measured through, and `isTurned` tells that
  /// the panel does not hang upright.
  func makeDrawingWarmUp(
    moving: Scene, resting: Scene, origin: (x: Int, y: Int), scale: Double, leak: Leak, output: PixelSize,
    isTurned: Bool, rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) -> any DrawingWarmUp
}

/// Draws scenes off screen in steps, between which the caller can do other work.
@MainActor public protocol DrawingWarmUp: AnyObject {
  /// Does the next step; returns whether there are more.
  func step() throws(RenderingError) -> Bool

  /// Ends the warm-up. Idempotent.
  func destroy()
}

/// Makes the renderer of a session; each target that draws has a factory, such as `RendererFactory.gles`.
@MainActor @safe public struct RendererFactory {
  /// The name of the drawing interface for people, such as `OpenGL ES`.
  public let name: String
  /// Starts drawing; `display` is the connection's `wl_display`, which must outlive the renderer, or nil off screen.
  public let make: (_ display: OpaquePointer?) throws(RenderingError) -> any Renderer
  /// The factories that are tried, in this order, where this one cannot start a renderer.
  public private(set) var fallbacks: [RendererFactory] = []

  public init(
    name: String, make: @escaping (_ display: OpaquePointer?) throws(RenderingError) -> any Renderer
  ) {
    self.name = name
    unsafe self.make = make
  }

  /// The same factory, with `other` and its fallbacks after the fallbacks that this one has.
  public func fallingBack(to other: RendererFactory) -> RendererFactory {
    var result = self
    result.fallbacks += [other] + other.fallbacks
    return result
  }
}
