import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// The blurs that a surface keeps after its panes have come to rest.
@Suite(.serialized, .everyRenderer) struct SurfacePanesTests {
  private static let output = PixelSize(width: 300, height: 400)
  private static let frame = PixelRect(x: 40, y: 20, width: 200, height: 340)
  private static let id = SurfaceID(1)

  /// A scene of `count` banners below each other, the first one `shift` pixels lower.
  private static func scene(_ count: Int, shift: Int = 0) -> Scene {
    let material = Material(
      name: "test", isDark: true, blurRadius: 14, chain: ColourChain(saturation: 1.2, brightness: -0.05))
    let text = TextNode(
      frame: PixelRect(x: 24, y: 14 + shift, width: 20, height: 10),
      text: StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label))
    return Scene(
      size: frame.size,
      nodes: (0..<count).map { index in
        .effect(
          EffectNode(
            frame: PixelRect(x: 10, y: 10 + index * 65 + shift, width: 180, height: 55), material: material,
            legibility: .off, corners: Corners(16), content: index == 0 ? [.text(text)] : []))
      })
  }

  private static func glass(_ scene: Scene, isFrozen: Bool) -> Glass {
    Glass(frame: frame, scale: 1, leak: .standard, panes: scene.panes, isFrozen: isFrozen)
  }

  /// A renderer that shows `scene`, at rest.
  private static func show(_ scene: Scene) throws -> any InspectedRenderer {
    let renderer = try OffScreen.renderer(output: output)
    try renderer.openSurface(id, window: nil, glass: glass(scene, isFrozen: false))
    let background = SimulatedOutput(background: TestPictures.photo(output))
    try background.hand(PixelRect(output)) { try renderer.setBackground(.frame($0)) }
    #expect(try renderer.draw(id, scene))
    return renderer
  }

  /// The other banners were there before, or came and went in one motion.
  @Test(arguments: [5, 1]) func `when banners have left, what stays is blurred alone`(first: Int) throws {
    let one = Self.scene(1)
    let fresh = try Self.show(one)
    defer { fresh.destroy() }
    let renderer = try Self.show(Self.scene(first))
    defer { renderer.destroy() }
    try renderer.updateSurface(Self.id, glass: Self.glass(Self.scene(first), isFrozen: true))
    _ = try renderer.draw(Self.id, Self.scene(5))
    #expect(renderer.captureRegion.height > fresh.captureRegion.height)
    // The other banners go, and the one that stays moves to its place.
    for shift in [12, 5, 0] { _ = try renderer.draw(Self.id, Self.scene(1, shift: shift)) }
    try renderer.updateSurface(Self.id, glass: Self.glass(one, isFrozen: false))
    #expect(try renderer.draw(Self.id, one))
    #expect(renderer.captureRegion == fresh.captureRegion)
    let (shown, wanted) = (renderer.submitted(Self.id)!, fresh.submitted(Self.id)!)
    let difference = zip(shown.bytes, wanted.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    #expect(difference <= 1)
  }
}
