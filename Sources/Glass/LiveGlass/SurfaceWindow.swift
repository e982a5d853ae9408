import Geometry
import Rendering
import Scenes
import Wayland

/// The compositor's objects for one surface: the carrier, which has a role, and the content above it.
protocol SurfaceWindow: AnyObject {
  /// The mapping to the panel's pixels; a change takes effect with the next picture.
  var fit: OutputFit { get set }
  /// The native window or canvas that the renderer draws into.
  var native: NativeWindow { get }
  /// The surface with the role, which takes input; nil if there is no compositor.
  var proxy: WlSurface? { get }
  /// Whether the compositor reads all buffers of the content, so that nothing can be drawn before it has released one.
  var isOutOfBuffers: Bool { get }
  /// Whether the layer may change while the surface is mapped.
  var canChangeLayer: Bool { get }

  /// Commits a popup for the first time, after the compositor has made it.
  func begin()
  /// Requests a placement at once; the compositor answers with a configure event if that changes the size.
  func request(_ placement: SurfacePlacement)
  /// Requests a placement with the next commit of the carrier.
  func prepare(_ placement: SurfacePlacement)
  /// Commits a prepared placement without another picture.
  func commitPlacement()
  /// Acknowledges a configure event that changes nothing.
  func acknowledge(_ serial: UInt32)
  /// Prepares a carrier for `glass`, which is upright, and the content that `commitContent` commits; `show`
  /// follows.
  func prepare(
    _ glass: Glass, logicalSize: LogicalSize, commitContent: () throws(RenderingError) -> Void
  ) throws(RenderingError)
  /// Shows the prepared carrier and content in one frame; `serial` acknowledges a configure event.
  func show(acknowledging serial: UInt32?)
  /// Sets the panes, in physical pixels of the surface, behind which alone the compositor blurs; with `commits` at
  /// once, otherwise with the next `show`.
  func blur(_ panes: [Pane], scale: Double, commits: Bool)
  /// Notes that the content was committed without a change of the carrier.
  func contentCommitted()
  /// Requests a frame callback with the content's next commit, which calls `handler` once.
  func requestFrame(_ handler: @escaping () -> Void)
  /// Commits the content without another picture.
  func commitContent()
  /// Destroys both surfaces, after the renderer has released the content; idempotent.
  func destroy()
}
