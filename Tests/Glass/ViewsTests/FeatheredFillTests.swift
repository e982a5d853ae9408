import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Views

@Suite struct FeatheredFillTests {
  @Test(arguments: [1, 1.25, 2.0])
  func `a feathered fill is even over its frame and fades out around it`(scale: Double) throws {
    let view = Spacer().frame(width: 20, height: 10).background { FeatheredFill(.screen()) }
      .padding(horizontal: 10, vertical: 10)
    let layout = laidOut(view, scale: scale) { $0.isDark = true }
    guard case .image(let image)? = layout.scene.nodes.first else {
      Issue.record("no picture")
      return
    }
    let (size, bytes) = (image.frame.size, image.bitmap.bytes)
    #expect(image.bitmap.size == size && image.ink == nil)
    func alpha(_ x: Int, _ y: Int) -> UInt8 { bytes[4 * (y * size.width + x) + 3] }
    let (reach, feather) = (max(2, Int((2 * scale).rounded())), Int((6 * scale).rounded()))
    let core = PixelRect(size).outset(by: -feather)
    #expect(core.width == Int((20 * scale).rounded()) + 2 * reach)
    let strongest = alpha(size.width / 2, size.height / 2)
    #expect(
      alpha(core.x + core.width / 2, core.y) == strongest
        && alpha(core.x, core.y + core.height / 2) == strongest)
    // The corners of the frame are on the even part.
    let frame = core.outset(by: -reach)
    #expect(alpha(frame.x, frame.y) == strongest && alpha(frame.maxX - 1, frame.maxY - 1) == strongest)
    let ramp = (0..<feather).map { alpha($0, size.height / 2) }
    #expect(ramp == ramp.sorted() && ramp[0] < 20 && ramp[feather / 2] < strongest)
    #expect(alpha(0, 0) == 0, "the corners are round")
    // The colour of the dark look is black.
    #expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 0 })
  }

  @Test func `no ground is drawn where no contrast is promised`() {
    let view = Spacer().frame(width: 20, height: 10).background { FeatheredFill(.screen()) }
    #expect(laidOut(view) { $0.legibility = .off }.scene.nodes.isEmpty)
  }
}
