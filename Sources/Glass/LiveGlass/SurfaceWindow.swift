import Geometry
import Rendering
import Scenes
import Wayland

/// What a surface has on the compositor's side: the carrier, which has a role, and the content above it.
protocol SurfaceWindow: AnyObject {
  /// How pixels fall on the panel; a change takes effect with the next picture.
  var fit: OutputFit { get set }
  /// What the renderer draws into.
  var native: NativeWindow { get }
  /// The surface with the role, which takes input; nil where there is no compositor.
  var proxy: WlSurface? { get }
  /// The layer may change while the surface is on the screen.
  var canChangeLayer: Bool { get }

  /// Asks for another place; the compositor answers by a configure event if that changes the size.
  func request(_ placement: SurfacePlacement)
  /// The same with the next commit of the carrier.
  func prepare(_ placement: SurfacePlacement)
  /// Commits what was prepared without another picture.
  func commitPlacement()
  /// Answers a configure event that changes nothing.
  func acknowledge(_ serial: UInt32)
  /// Prepares a carrier for `glass`, which is upright, together with what `commitContent` commits; `show` follows.
  func prepare(
    _ glass: Glass, logicalSize: LogicalSize, commitContent: () throws(RenderingError) -> Void
  ) throws(RenderingError)
  /// Shows what was prepared; `serial` acknowledges a configure event.
  func show(acknowledging serial: UInt32?)
  /// Has the compositor blur behind these panes, in pixels of the surface, and nowhere else.
  func blur(_ panes: [Pane], scale: Double)
  /// Commits what the renderer has drawn into the canvas of `native`.
  func presentCanvas()
  /// The content was committed, and nothing of the carrier changes with that.
  func contentCommitted()
  /// Calls `handler` once when the compositor asks for the content's next frame; takes effect with its next commit.
  func requestFrame(_ handler: @escaping () -> Void)
  /// Commits the content without another picture.
  func commitContent()
  /// Takes all of it off the screen; idempotent. What draws into the content is gone before.
  func destroy()
}
