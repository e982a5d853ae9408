import CEGL
import Measures
import VisualEffects

/// What a surface submits, kept in a texture whose first row is the top: un-blending needs it later.
final class SurfacePixels {
  /// On the output.
  let frame: PixelRect
  let texture: Texture
  let target: RenderTarget
  private let context: GraphicsContext

  init(_ frame: PixelRect, in context: GraphicsContext) throws(RenderingError) {
    self.frame = frame
    self.context = context
    // In the order of windows if GL draws that, so that the copy to one is no conversion.
    let order: Texture.Format = context.drawsWindowOrder ? .window : .byte4
    texture = try Texture("surface", frame.size, order, in: context)
    target = try RenderTarget([.init(texture)], in: context)
  }

  /// Draws `rects` (of the surface) anew: the glass, and `ink` where that is not nil.
  func draw(
    _ rects: [PixelRect], grid: Layer, ink: InkLayer?, through measurement: Measurement?
  ) throws(RenderingError) {
    let program = try context.program(FinalShaders.glass(hasInk: ink != nil, leaks: measurement != nil))
    program.use()
    program.bind("grid", grid.texture, unit: 0)
    program.bind("dither", try context.dither, unit: 1)
    program.set("place", grid.sampling(fromCell: frame.x, frame.y, cellSize: 1))
    program.set("origin", frame.x, frame.y)
    program.set("leak", Float(measurement?.unblending.leak.content ?? 0))
    if let ink { program.bind("ink", ink.texture, unit: 2) }
    if let measurement {
      program.bind("leaked", measurement.leaked, unit: 3)
      program.set("firstBlock", measurement.blocks.x, measurement.blocks.y)
    }
    target.draw(rects)
  }

  /// Copies everything into the window that is current.
  func copyToWindow() {
    let (width, height) = (GLint(frame.width), GLint(frame.height))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), target.handle)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), 0)
    glScissor(0, 0, width, height)
    // Upside down, since a window's first row is the bottom: in memory that is a plain copy.
    glBlitFramebuffer(
      0, 0, width, height, 0, height, width, 0, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
  }

  func destroy() {
    target.destroy()
    texture.destroy()
  }
}
