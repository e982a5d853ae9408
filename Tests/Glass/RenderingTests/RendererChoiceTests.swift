import Geometry
import Scenes
import Testing

@testable import Rendering

/// The choice of the renderer where the preferred one cannot draw.
@Suite @MainActor struct RendererChoiceTests {
  /// A renderer that has only a name.
  private final class NamedRenderer: Renderer {
    let name: String
    let isSoftware = true
    let liveObjectCount = 0

    init(_ name: String) { self.name = name }

    func makeOutputRenderer(
      _ size: PixelSize, transform: OutputTransform, rasterise: @escaping (StyledText) -> TextBitmap,
      pause: @escaping () -> Void
    ) throws(RenderingError) -> any OutputRenderer { throw .noGraphics("a name only") }
    func makePreview(
      rasterise: @escaping (StyledText) -> TextBitmap
    ) throws(RenderingError) -> any GlassPreviewing { throw .noGraphics("a name only") }
    func destroy() {}
  }

  private func working(_ name: String) -> RendererFactory {
    unsafe RendererFactory(name: name) { _ in NamedRenderer(name) }
  }

  private func failing(_ name: String, _ error: RenderingError) -> RendererFactory {
    unsafe RendererFactory(name: name) { _ throws(RenderingError) in throw error }
  }

  @Test func `the preferred renderer draws where it can start`() throws {
    var choice = RendererChoice(working("first").fallingBack(to: working("second")))
    let renderer = try unsafe choice.start(nil)
    #expect(renderer.name == "first")
    #expect(choice.name == "first" && choice.rejections.isEmpty)
  }

  @Test func `the first fallback that can start draws, and the reasons of the others are kept`() throws {
    var choice = RendererChoice(
      failing("first", .noGPU("no device")).fallingBack(to: failing("second", .noGraphics("no driver")))
        .fallingBack(to: working("third")))
    let renderer = try unsafe choice.start(nil)
    #expect(renderer.name == "third")
    #expect(choice.name == "third")
    #expect(
      choice.rejections == [
        RendererChoice.Rejection(name: "first", reason: "no GPU: no device", isExpected: true),
        RendererChoice.Rejection(name: "second", reason: "cannot draw: no driver", isExpected: false),
      ])
  }

  @Test func `where none can start the last error is thrown, and it may be tried again`() {
    var choice = RendererChoice(
      failing("first", .noGraphics("one")).fallingBack(to: failing("second", .noGraphics("two"))))
    for _ in 0..<2 {
      var failure: RenderingError?
      do throws(RenderingError) { _ = try unsafe choice.start(nil) } catch { failure = error }
      #expect(failure == .noGraphics("two"))
      #expect(choice.name == "second")
    }
  }

  @Test func `a renderer that is given up is not tried again, and the last one is kept`() throws {
    var choice = RendererChoice(working("first").fallingBack(to: working("second")))
    _ = try unsafe choice.start(nil)
    let hasFallback = choice.giveUp("reset too often")
    let fallback = try unsafe choice.start(nil)
    #expect(hasFallback && fallback.name == "second")
    #expect(choice.rejections.map(\.reason) == ["reset too often"])
    let hasAnother = choice.giveUp("again")
    let same = try unsafe choice.start(nil)
    #expect(!hasAnother && same.name == "second")
  }
}
