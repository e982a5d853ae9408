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

/// Lets others have their turn in the middle of drawing, but not more often than is of use: a look at the bus takes as long
/// as some rows of pixels.
@MainActor private final class Interludes {
  private var last = ContinuousClock.now
  private static let interval = Duration.microseconds(250)

  func allow(_ pause: () -> Void) {
    let now = ContinuousClock.now
    guard now - last >= Self.interval else { return }
    pause()
    last = .now
  }
}

extension RendererFactory {
  /// Draws by the CPU, into memory that the compositor shares; needs no driver.
  @MainActor public static var cpu: RendererFactory {
    unsafe RendererFactory(name: "CPU") { _ throws(RenderingError) in CPURenderer() }
  }
}
