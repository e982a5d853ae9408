import Geometry
public import Rendering
import Scenes
import VisualEffects

/// Draws for all outputs of a session by the CPU alone: nothing is loaded, compiled or held.
@MainActor final class CPURenderer: Renderer {
  var betweenPasses: (() -> Void)?

  var name: String { "CPU" }

  var isSoftware: Bool { true }

  var compilesPrograms: Bool { false }

  /// The number of objects that the driver holds: there is no driver.
  var liveObjectCount: Int { 0 }

  var holdsCompiler: Bool { false }

  func releaseCompiler() {}

  func makeOutputRenderer(
    _ size: PixelSize, transform: OutputTransform, rasterise: @escaping (StyledText) -> TextBitmap
  ) -> any OutputRenderer {
    CPUOutputRenderer(output: size, transform: transform, rasterise: rasterise) { [weak self] in
      self?.betweenPasses?()
    }
  }

  func makePreview(rasterise: @escaping (StyledText) -> TextBitmap) -> any GlassPreviewing {
    CPUPreview(rasterise: rasterise)
  }

  func makeRehearsal(
    moving: Scene, resting: Scene, origin: (x: Int, y: Int), scale: Double, leak: Leak, output: PixelSize,
    isTurned: Bool, rasterise: @escaping (StyledText) -> TextBitmap
  ) -> any Rehearsal {
    CPURehearsal([moving, resting], rasterise)
  }

  func destroy() {}
}

/// Rasterises the texts of scenes, so that their fonts are loaded: nothing else of a first drawing takes longer than of
/// later ones.
@MainActor private final class CPURehearsal: Rehearsal {
  private var texts: [StyledText]
  private let rasterise: (StyledText) -> TextBitmap

  init(_ scenes: [Scene], _ rasterise: @escaping (StyledText) -> TextBitmap) {
    texts = scenes.flatMap(\.texts).map(\.text)
    self.rasterise = rasterise
  }

  func step() -> Bool {
    if let text = texts.popLast() { _ = rasterise(text) }
    return !texts.isEmpty
  }

  func destroy() { texts = [] }
}

extension RendererFactory {
  /// Draws by the CPU, into memory that the compositor shares; needs no driver.
  @MainActor public static var cpu: RendererFactory {
    unsafe RendererFactory(name: "CPU") { _ throws(RenderingError) in CPURenderer() }
  }
}
