import CEGL
import Measures
import VisualEffects

/// What a surface submits, kept in a texture whose first row is the top: un-blending needs it later.
final class SurfacePixels {
  /// On the output.
  let frame: PixelRect
  let texture: Texture
  private let target: RenderTarget
  /// Four pixels to a texel, x on the output divided by four: passes draw here.
  private let fours: Texture
  private let drawing: RenderTarget
  private let columns: Range<Int>
  private let buffer: PixelBuffer
  private let context: GraphicsContext

  init(_ frame: PixelRect, in context: GraphicsContext) throws(RenderingError) {
    self.frame = frame
    self.context = context
    // In the order of windows if GL draws that, so that the copy to one is no conversion.
    let order: Texture.Format = context.drawsWindowOrder ? .window : .byte4
    texture = try Texture("surface", frame.size, order, in: context)
    target = try RenderTarget([.init(texture)], in: context)
    let cells = frame.cells(of: 4)
    columns = cells.x..<cells.maxX
    let size = PixelSize(width: columns.count, height: frame.height)
    fours = try Texture("surface", size, .integer32x4, in: context)
    drawing = try RenderTarget([.init(fours)], in: context)
    buffer = PixelBuffer(byteCount: size.width * size.height * 16, in: context)
  }

  /// Draws `rects` (of the surface) anew: the glass, and `ink` where that is not nil.
  func draw(
    _ rects: [PixelRect], grid: Layer, ink: InkLayer?, through measurement: Measurement?
  ) throws(RenderingError) {
    let variant = FinalShaders.Variant(
      hasInk: ink != nil, leaks: measurement != nil, gridStep: grid.cellSize,
      isBlueFirst: texture.format == .window)
    let program = try context.program(FinalShaders.glass(variant))
    program.use()
    program.bind("grid", grid.texture, unit: 0)
    program.set("gridOrigin", grid.origin.x, grid.origin.y)
    program.bind("dither", try context.dither, unit: 1)
    program.set("origin", frame.x, frame.y)
    program.set("firstFour", columns.lowerBound)
    program.set("leak", Float(measurement?.unblending.leak.content ?? 0))
    if let ink {
      program.bind("ink", ink.texture, unit: 2)
      program.set("lastColumn", frame.width - 1)
    }
    if let measurement {
      program.bind("leaked", measurement.leaked, unit: 3)
      program.set("firstBlock", measurement.blocks.x, measurement.blocks.y)
    }
    drawing.draw(rects.map(inFours))
  }

  /// Takes over what was drawn in `rects`: texels become pixels by copies of memory alone.
  func commit(_ rects: [PixelRect]) {
    for rect in rects {
      let source = inFours(rect)
      // The outer texels may hold pixels beyond the surface.
      let first = (source.x + columns.lowerBound) * 4 - frame.x
      let left = max(0, first)
      let right = min(frame.width, first + source.width * 4)
      let place = PixelRect(x: left, y: source.y, width: right - left, height: source.height)
      buffer.copy(drawing, source, to: texture, place, pixelsPerTexel: 4, skipping: left - first)
    }
  }

  /// All pixels as bytes R G B A.
  func read() -> [UInt8] { target.readBytes(PixelRect(frame.size)) }

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
    buffer.destroy()
    drawing.destroy()
    fours.destroy()
    target.destroy()
    texture.destroy()
  }

  private func inFours(_ rect: PixelRect) -> PixelRect {
    let cells = rect.offset(x: frame.x, y: 0).cells(of: 4)
    return PixelRect(x: cells.x - columns.lowerBound, y: rect.y, width: cells.width, height: rect.height)
  }
}
