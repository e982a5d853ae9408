import Geometry
import Scenes
import TestSupport

@testable import Rendering
@testable import RenderingCPU
@testable import RenderingGLES

enum OffScreen {
  /// Makes the renderer of pictures that the test is run with.
  static func preview(
    _ rasterise: @escaping (StyledText) -> TextBitmap = { ink(for: $0) }
  ) throws -> any GlassPreviewing {
    if TestedRenderer.current == .cpu { return PlannedPreview(CPUBackend(rasterise: rasterise)) }
    let owner = try ContextOwner()
    return PlannedPreview(
      GLESBackend(owner.context) { text in withExtendedLifetime(owner) { rasterise(text) } })
  }

  /// Makes the output renderer that the test is run with, for a panel that hangs as `transform` says.
  static func renderer(
    output: PixelSize, _ transform: OutputTransform = .normal,
    _ rasterise: @escaping (StyledText) -> TextBitmap = { ink(for: $0) }
  ) throws -> any InspectedRenderer {
    if TestedRenderer.current == .cpu {
      return try CPUOutputRenderer(output: output, transform: transform, rasterise: rasterise)
    }
    let owner = try ContextOwner()
    return try GLESOutputRenderer(owner.context, output: output, transform: transform) { text in
      withExtendedLifetime(owner) { rasterise(text) }
    }
  }

  /// The pixels of a text in tests: 20 × 10, which depend on the text's length alone.
  static func ink(for text: StyledText) -> TextBitmap {
    TextBitmap(
      size: PixelSize(width: 20, height: 10),
      coverage: (0..<200).map { UInt8(min(max($0, text.string.utf8.count), 255)) })
  }
}

/// Owns a context as long as something draws in it.
///
/// A context without objects is used again by the next test, since starting one takes longer than most tests draw.
private final class ContextOwner {
  let context: GraphicsContext
  /// The number of the context's own objects.
  private let ownCount: Int
  private static var spare: [GraphicsContext] = []

  init() throws {
    if let known = Self.spare.popLast() {
      context = known
    } else {
      context = try unsafe GraphicsContext(display: nil)
    }
    context.activate()
    // The texture would otherwise be made at its first use.
    _ = try context.dither
    ownCount = context.liveObjectCount
  }

  isolated deinit {
    if context.isDestroyed { return }
    guard context.liveObjectCount == ownCount else { return context.destroy() }
    // The main actor of a test run is not bound to one thread, but a current context is.
    context.leaveThread()
    Self.spare.append(context)
  }
}

/// Test pictures by name, so that a failed case names its picture.
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
