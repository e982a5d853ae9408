import Geometry
import Rendering
import Scenes
import Wayland

@testable import LiveGlass

/// A window without a compositor, which notes what is committed in a journal that all windows of a test share.
final class FakeWindow: SurfaceWindow {
  final class Journal {
    var entries: [Entry] = []

    /// Forgets the entries so far, and returns them.
    func take() -> [Entry] {
      defer { entries = [] }
      return entries
    }
  }

  enum Entry: Equatable {
    case begun(SurfaceID)
    case prepared(SurfaceID)
    case shown(SurfaceID, serial: UInt32?)
    case frameRequested(SurfaceID)
    case contentCommitted(SurfaceID)
    case blurCommitted(SurfaceID)
    case destroyed(SurfaceID)
  }

  /// A kind of request for another placement.
  enum PlaceRequest: Equatable {
    case requested
    case prepared
  }

  private(set) var requests: [PlaceRequest] = []
  /// The sheets of glass behind which the compositor was asked to blur.
  private(set) var blurred: [Pane] = []
  /// Serials that were acknowledged by themselves.
  private(set) var acknowledged: [UInt32] = []
  private let id: SurfaceID
  private let journal: Journal
  private var onFrame: (() -> Void)?
  var fit: OutputFit
  /// Why no carrier can be had.
  var failure: RenderingError?
  /// Counts the allocations, and makes one of them fail.
  var faults: Faults?

  init(_ id: SurfaceID, _ journal: Journal) {
    self.id = id
    self.journal = journal
    fit = OutputFit(OutputDescription(), hasViewporter: true)
  }

  /// The renderer of tests takes no window, and never looks at this.
  var native: NativeWindow {
    unsafe NativeWindow(surface: OpaquePointer(bitPattern: 1)!, canvas: NoCanvas())
  }
  var proxy: WlSurface? { nil }
  var canChangeLayer: Bool { true }
  var isOutOfBuffers = false

  func begin() { journal.entries.append(.begun(id)) }
  func request(_ placement: SurfacePlacement) { requests.append(.requested) }
  func prepare(_ placement: SurfacePlacement) { requests.append(.prepared) }
  func commitPlacement() {}
  func acknowledge(_ serial: UInt32) { acknowledged.append(serial) }

  func prepare(
    _ glass: Glass, logicalSize: LogicalSize, commitContent: () throws(RenderingError) -> Void
  ) throws(RenderingError) {
    journal.entries.append(.prepared(id))
    try commitContent()
    if let failure { throw failure }
    try faults?.allocate()
  }

  func show(acknowledging serial: UInt32?) { journal.entries.append(.shown(id, serial: serial)) }
  func blur(_ panes: [Pane], scale: Double, commits: Bool) {
    if commits, panes != blurred { journal.entries.append(.blurCommitted(id)) }
    blurred = panes
  }
  func contentCommitted() {}

  func requestFrame(_ handler: @escaping () -> Void) {
    journal.entries.append(.frameRequested(id))
    onFrame = handler
  }

  func commitContent() { journal.entries.append(.contentCommitted(id)) }
  func destroy() { journal.entries.append(.destroyed(id)) }

  /// The compositor asks for the next frame.
  func askForFrame() {
    let handler = onFrame
    onFrame = nil
    handler?()
  }
}

/// No memory for a surface's pixels.
private final class NoCanvas: SurfaceCanvas {
  var pixels: CanvasPixels? { nil }

  func begin(_ size: PixelSize, damage: [PixelRect]) throws(RenderingError) -> CanvasPixels {
    throw .allocation(what: "canvas", size)
  }

  func present() {}
}
