import Geometry
import Scenes
import TestSupport

@testable import Rendering
@testable import RenderingCPU
@testable import RenderingGLES

enum OffScreen {
  /// What draws pictures without a window, by the renderer for which the test runs.
  ///
  /// Each test makes its own: the main actor of a test run is not bound to one thread, but contexts are.
  static func preview(
    _ rasterise: @escaping (StyledText) -> TextBitmap = { ink(for: $0) }
  ) throws -> any GlassPreviewing {
    if TestedRenderer.current == .cpu { return CPUPreview(rasterise: rasterise) }
    let owner = try ContextOwner()
    return GlassPreview(owner.context) { text in withExtendedLifetime(owner) { rasterise(text) } }
  }

  /// The same of surfaces.
  static func renderer(
    output: PixelSize, _ rasterise: @escaping (StyledText) -> TextBitmap = { ink(for: $0) }
  ) throws -> any InspectedRenderer {
    if TestedRenderer.current == .cpu { return CPUOutputRenderer(output: output, rasterise: rasterise) }
    let owner = try ContextOwner()
    return try GLESOutputRenderer(owner.context, output: output) { text in
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

/// Ends a context with what draws in it: its programs refer to it, so that it does not end by itself.
private final class ContextOwner {
  let context: GraphicsContext

  init() throws { context = try unsafe GraphicsContext(display: nil) }

  isolated deinit { context.destroy() }
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
