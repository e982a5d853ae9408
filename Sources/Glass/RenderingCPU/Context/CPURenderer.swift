import Geometry
public import Rendering
import Scenes

/// Draws for all outputs of a session by the CPU alone: nothing is loaded, compiled or held.
@MainActor final class CPURenderer: Renderer {
  private let interludes = Interludes()

  var name: String { "CPU" }

  var isSoftware: Bool { true }

  /// The number of objects that the driver holds: there is no driver.
  var liveObjectCount: Int { 0 }

  func makeOutputRenderer(
    _ size: PixelSize, transform: OutputTransform, rasterise: @escaping (StyledText) -> TextBitmap,
    pause: @escaping () -> Void
  ) -> any OutputRenderer {
    let interludes = interludes
    return CPUOutputRenderer(output: size, transform: transform, rasterise: rasterise) {
      interludes.allow(pause)
    }
  }

  func makePreview(rasterise: @escaping (StyledText) -> TextBitmap) -> any GlassPreviewing {
    CPUPreview(rasterise: rasterise)
  }

  func destroy() {}
}

/// Lets others have their turn in the middle of drawing, but not after each band of rows: a look at the bus takes as long as
/// some rows of pixels.
@MainActor private final class Interludes {
  private var bands = 0
  /// A band takes some 70 µs, and a caller waits for its answer.
  private static let interval = 4

  func allow(_ pause: () -> Void) {
    bands += 1
    guard bands >= Self.interval else { return }
    bands = 0
    pause()
  }
}

extension RendererFactory {
  /// Draws by the CPU, into memory that the compositor shares; needs no driver.
  @MainActor public static var cpu: RendererFactory {
    unsafe RendererFactory(name: "CPU") { _ throws(RenderingError) in CPURenderer() }
  }
}
