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
    case prepared(SurfaceID)
    case shown(SurfaceID, serial: UInt32?)
    case frameRequested(SurfaceID)
    case contentCommitted(SurfaceID)
    case destroyed(SurfaceID)
  }

  private let id: SurfaceID
  private let journal: Journal
  private var onFrame: (() -> Void)?
  var fit: OutputFit
  /// Why no carrier can be had.
  var failure: RenderingError?

  init(_ id: SurfaceID, _ journal: Journal) {
    self.id = id
    self.journal = journal
    fit = OutputFit(OutputDescription(), hasViewporter: true)
  }

  var native: NativeWindow { preconditionFailure("the renderer of tests takes no window") }
  var proxy: WlSurface? { nil }
  var canChangeLayer: Bool { true }

  func request(_ placement: SurfacePlacement) {}
  func prepare(_ placement: SurfacePlacement) {}
  func commitPlacement() {}
  func acknowledge(_ serial: UInt32) {}

  func prepare(
    _ glass: Glass, logicalSize: LogicalSize, commitContent: () throws(RenderingError) -> Void
  ) throws(RenderingError) {
    journal.entries.append(.prepared(id))
    try commitContent()
    if let failure { throw failure }
  }

  func show(acknowledging serial: UInt32?) { journal.entries.append(.shown(id, serial: serial)) }
  func blur(_ panes: [Pane], scale: Double) {}
  func presentCanvas() {}

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
