import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingCPU

/// Behaviour that only the renderer without GL has.
@Suite(.serialized) struct CPUOutputRendererTests {
  private static let size = PixelSize(width: 210, height: 150)
  private static let id = SurfaceID(1)

  @Test func `while the CPU draws, others have their turn`() throws {
    var turns = 0
    let renderer = try CPUOutputRenderer(output: Self.size) {
      OffScreen.ink(for: $0)
    } pause: {
      turns += 1
    }
    defer { renderer.destroy() }
    let material = try #require(Material.named("systemMaterial", isDark: true))
    let text = TextNode(
      frame: PixelRect(x: 41, y: 9, width: 20, height: 10),
      text: StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label))
    let scene = Scene(
      size: PixelSize(width: 210, height: 60), material: material, content: [.text(text)])
    let frame = PixelRect(scene.size)
    try renderer.openSurface(
      Self.id, window: nil, glass: Glass(frame: frame, scale: 1, leak: .standard, panes: scene.panes))
    try SimulatedOutput(background: TestPictures.desktop(Self.size)).hand(PixelRect(Self.size)) {
      try renderer.setBackground(.frame($0))
    }
    turns = 0
    _ = try renderer.draw(Self.id, scene)
    #expect(turns >= 3)
  }
}
