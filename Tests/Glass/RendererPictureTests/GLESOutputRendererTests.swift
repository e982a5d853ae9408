import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// The GL objects that are kept, and when GL is used.
@Suite(.serialized) struct GLESOutputRendererTests {
  @Test func `a capture equal to the last is not measured again until something of ours has changed`()
    throws
  {
    let stage = try LiveStage.bar()
    let renderer = try #require(stage.renderer as? GLESOutputRenderer)
    #expect(try stage.settle() != nil)
    let first = try stage.absorb()
    /// Whether the next capture is uploaded, as all captures that are measured are.
    func isMeasured(isTrial: Bool = false) throws -> Bool {
      renderer.backend.dropCapture()
      let told = try stage.absorb(isTrial: isTrial)
      #expect(told.validity == first.validity)
      return renderer.backend.capture != nil
    }
    #expect(try !isMeasured())
    #expect(try !isMeasured())
    // A trial reports more than whether anything has moved, so it is measured.
    #expect(try isMeasured(isTrial: true))
    #expect(try isMeasured())
    #expect(try !isMeasured())
    stage.items = [
      TextNode(
        frame: PixelRect(x: 41, y: 9, width: 20, height: 10),
        text: StyledText(string: "12:34", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label))
    ]
    #expect(try stage.draw())
    #expect(try isMeasured())
    #expect(try !isMeasured())
    // A change of a single pixel is noticed.
    stage.output.background.fill(PixelRect(x: 100, y: 20, width: 1, height: 1), [0.98, 0.08, 0.35])
    #expect(try isMeasured())
  }

  @Test func `resizing surfaces and changing materials leave no GL objects`() throws {
    let stage = try LiveStage.bar()
    let context = try #require(stage.renderer as? GLESOutputRenderer).backend.context
    #expect(try stage.settle() != nil)
    let first = stage.glass
    var second = first
    second.frame.height = 45
    second.panes[0].material.chain.saturation = 2
    var counts: Set<Int> = []
    for _ in 0..<4 {
      for next in [second, first] {
        try stage.restyle(next)
        #expect(try stage.settle() != nil)
      }
      counts.insert(context.liveObjectCount)
    }
    #expect(counts.count == 1)
    stage.renderer.destroy()
    context.destroy()
    #expect(context.liveObjectCount == 0)
  }
}
