import Geometry
public import Rendering
import Scenes

/// Draws for all outputs of a session by the CPU alone: it loads no driver and compiles nothing.
@MainActor final class CPURenderer: Renderer {
  private let limiter = PauseLimiter()

  var name: String { "CPU" }

  var isSoftware: Bool { true }

  /// Always 0, since there is no driver.
  var liveObjectCount: Int { 0 }

  func makeOutputRenderer(
    _ size: PixelSize, transform: OutputTransform, rasterise: @escaping (StyledText) -> TextBitmap,
    pause: @escaping () -> Void
  ) throws(RenderingError) -> any OutputRenderer {
    let limiter = limiter
    return try CPUOutputRenderer(output: size, transform: transform, rasterise: rasterise) {
      limiter.request(pause)
    }
  }

  func makePreview(rasterise: @escaping (StyledText) -> TextBitmap) -> any GlassPreviewing {
    PlannedPreview(CPUBackend(rasterise: rasterise))
  }

  func destroy() {}
}

/// Calls the pause of a renderer only at every fourth request: renderers request it after each band of rows, and what a
/// caller does in it takes as long as some rows of pixels.
@MainActor private final class PauseLimiter {
  private var requests = 0
  /// The number of requests per call: drawing a band takes about 70 µs, and callers wait for their answers.
  private static let interval = 4

  func request(_ pause: () -> Void) {
    requests += 1
    guard requests >= Self.interval else { return }
    requests = 0
    pause()
  }
}

extension RendererFactory {
  /// The renderer that draws by the CPU into shared-memory buffers; it needs no driver.
  @MainActor public static var cpu: RendererFactory {
    unsafe RendererFactory(name: "CPU") { _ throws(RenderingError) in CPURenderer() }
  }
}
