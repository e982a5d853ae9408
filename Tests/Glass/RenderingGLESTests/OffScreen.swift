import Geometry
import Scenes
import TestSupport

@testable import Rendering
@testable import RenderingCPU
@testable import RenderingGLES

enum OffScreen {
  /// What draws pictures without a window, by the renderer for which the test runs.
  ///
  static func preview(
    _ rasterise: @escaping (StyledText) -> TextBitmap = { ink(for: $0) }
  ) throws -> any GlassPreviewing {
    if TestedRenderer.current == .cpu { return CPUPreview(rasterise: rasterise) }
    let owner = try ContextOwner()
    return GlassPreview(owner.context) { text in withExtendedLifetime(owner) { rasterise(text) } }
  }

  /// The same of surfaces, on a panel that hangs as `transform` says.
  static func renderer(
    output: PixelSize, _ transform: OutputTransform = .normal,
    _ rasterise: @escaping (StyledText) -> TextBitmap = { ink(for: $0) }
  ) throws -> any InspectedRenderer {
    if TestedRenderer.current == .cpu {
      return CPUOutputRenderer(output: output, transform: transform, rasterise: rasterise)
    }
    let owner = try ContextOwner()
    return try GLESOutputRenderer(owner.context, output: output, transform: transform) { text in
      withExtendedLifetime(owner) { rasterise(text) }
    }
  }

  /// Stands for a text's pixels: 20 × 10, other for texts of other lengths.
  static func ink(for text: StyledText) -> TextBitmap {
    TextBitmap(
      size: PixelSize(width: 20, height: 10),
      coverage: (0..<200).map { UInt8(max($0, text.string.utf8.count)) })
  }
}

/// Has a context for as long as something draws in it.
///
/// A context from which everything is gone serves the next test, since to start one takes longer than most tests draw.
private final class ContextOwner {
  let context: GraphicsContext
  /// The objects of the context while nothing draws in it.
  private let ownCount: Int
  private static var spare: [GraphicsContext] = []

  init() throws {
    if let known = Self.spare.popLast() {
      context = known
    } else {
      context = try unsafe GraphicsContext(display: nil)
    }
    context.activate()
    // It comes with the first use otherwise.
    _ = try context.dither
    ownCount = context.liveObjectCount
  }

  isolated deinit {
    if context.isDestroyed { return }
    guard context.liveObjectCount == ownCount else { return context.destroy() }
    // The main actor of a test run is not bound to one thread, but contexts are while they are current.
    context.leaveThread()
    Self.spare.append(context)
  }
}

/// Test pictures by name, so that a failed case says which it is.
enum Subject: String, CaseIterable, Sendable {
  case photo, text, columns, rows, noise, shapes

  func picture(_ size: PixelSize) -> Bitmap {
    switch self {
    case .photo: TestPictures.photo(size)
    case .text: TestPictures.text(size)
    case .columns: TestPictures.stripes(size, vertical: true)
    case .rows: TestPictures.stripes(size, vertical: false)
    case .noise: TestPictures.noise(size)
    case .shapes: TestPictures.shapes(size)
    }
  }
}
