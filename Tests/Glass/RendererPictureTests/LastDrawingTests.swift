import CPlatform
import Geometry
import Glibc
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// The memory that the driver keeps for objects that were destroyed.
@Suite(.serialized) struct LastDrawingTests {
  /// Draws and closes a surface with ink on it, and frees everything that can be freed.
  private static func show(_ size: PixelSize, _ context: GraphicsContext) throws {
    let renderer = try GLESOutputRenderer(context, output: size) { OffScreen.ink(for: $0) }
    defer { renderer.destroy() }
    let material = Material.named("systemMaterial", isDark: true)!
    let text = TextNode(
      frame: PixelRect(x: 8, y: 8, width: 20, height: 10),
      text: StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label))
    let effect = EffectNode(frame: PixelRect(size), material: material, content: [.text(text)])
    let scene = Scene(size: size, nodes: [.effect(effect)])
    let glass = Glass(frame: PixelRect(size), scale: 1, leak: .opaque, panes: scene.panes)
    let id = SurfaceID(1)
    try renderer.openSurface(id, window: nil, glass: glass)
    try renderer.setBackground(.colour([0.2, 0.4, 0.6]))
    #expect(try renderer.draw(id, scene))
    _ = try renderer.snapshot(id)
  }

  @Test func `of a surface that is gone the driver holds nothing`() throws {
    let context = try unsafe GraphicsContext(display: nil)
    defer { context.destroy() }
    func memory(after size: PixelSize) throws -> Int {
      try Self.show(size, context)
      context.releaseCompiler()
      hyaline_return_free_memory()
      return ProcessMemory(of: getpid()).anonymous
    }
    let small = PixelSize(width: 300, height: 200)
    _ = try memory(after: small)
    let before = try memory(after: small)
    // The surface's canvas alone takes 47 MB, and a driver that holds the last drawing holds 100 MB each time. A heap in
    // pieces, or a program that is just compiled anew, may cost half of a canvas, or a whole one once.
    let large = PixelSize(width: 3000, height: 2000)
    var growths: [Int] = []
    repeat {
      growths.append(try memory(after: large) - before)
    } while growths.last! >= 40_000 && growths.count < 6
    #expect(growths.last! < 40_000, "\(growths) kB")
  }
}
