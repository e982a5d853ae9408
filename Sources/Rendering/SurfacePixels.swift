import CEGL
import Measures
import VisualEffects

/// What a surface shows or submits, kept in a texture whose first row is the top.
final class SurfacePixels {
  /// On the output.
  let frame: PixelRect
  let texture: Texture
  let target: RenderTarget
  private let context: GraphicsContext

  init(_ frame: PixelRect, in context: GraphicsContext) throws(RenderingError) {
    self.frame = frame
    self.context = context
    texture = try Texture("surface", frame.size, .byte4, in: context)
    target = try RenderTarget([.init(texture)], in: context)
  }

  /// Draws `rects` (of the surface) anew.
  func draw(_ rects: [PixelRect], grid: Layer, ink: InkLayer?) throws(RenderingError) {
    let program = try context.program(FinalShaders.glass(hasInk: ink != nil, leaks: false))
    program.use()
    program.bind("grid", grid.texture, unit: 0)
    program.bind("dither", try context.dither, unit: 1)
    program.set("place", grid.sampling(fromCell: frame.x, frame.y, cellSize: 1))
    program.set("origin", frame.x, frame.y)
    if let ink { program.bind("ink", ink.texture, unit: 2) }
    target.draw(rects)
  }

  func destroy() {
    target.destroy()
    texture.destroy()
  }
}
