import CEGL
import Geometry
import Rendering

/// A small picture of a part of the output, in square cells anchored to the output's origin.
///
/// Cells are premultiplied by coverage, which is their alpha. Around those that passes fill lies one ring of
/// zeros, and sampling is clamped to it: beyond, there is nothing.
final class Layer {
  /// What passes may fill, in cells from the output's origin.
  let cells: PixelRect
  /// Physical pixels along a cell's side: a power of two.
  let cellSize: Int
  let texture: Texture
  let target: RenderTarget
  private let context: GraphicsContext
  private var isDestroyed = false

  init(
    _ what: String, cells: PixelRect, cellSize: Int, in context: GraphicsContext
  ) throws(RenderingError) {
    self.cells = cells
    self.cellSize = cellSize
    self.context = context
    let size = cells.outset(by: 1).size
    if let spare = context.spareLayers.take(size) {
      (texture, target) = spare
    } else {
      context.newLayerCount += 1
      texture = try Texture(what, size, context.layerFormat, in: context)
      target = try RenderTarget([.init(texture)], in: context)
    }
    target.clear(PixelRect(texture.storage))
  }

  /// The cell of the texture's first texel.
  var origin: (x: Int, y: Int) { (cells.x - 1, cells.y - 1) }

  /// Where cells lie in the texture.
  func texels(_ cells: PixelRect) -> PixelRect { cells.offset(x: -origin.x, y: -origin.y) }

  /// Draws the program in use over `cells`, as far as there are such.
  func draw(_ cells: PixelRect) {
    target.draw(texels(cells.intersection(self.cells)))
  }

  /// Takes `cells` of another layer of the same cells' size; the corresponding C function is `glBlitFramebuffer`.
  func copy(_ cells: PixelRect, from other: Layer) {
    if cells.isEmpty { return }
    let (from, to) = (other.texels(cells), texels(cells))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), other.target.handle)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), target.handle)
    glScissor(GLint(to.x), GLint(to.y), GLsizei(to.width), GLsizei(to.height))
    glBlitFramebuffer(
      GLint(from.x), GLint(from.y), GLint(from.maxX), GLint(from.maxY), GLint(to.x), GLint(to.y),
      GLint(to.maxX), GLint(to.maxY), GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
  }

  /// Factors (x, y) and summands (z, w) that turn `gl_FragCoord` over a target whose first texel is the cell
  /// (`x`, `y`) of size `cellSize` into texture coordinates here.
  func sampling(fromCell x: Int, _ y: Int, cellSize: Int) -> SIMD4<Float> {
    let ratio = Double(cellSize) / Double(self.cellSize)
    let size = SIMD2(Double(texture.storage.width), Double(texture.storage.height))
    let shift = SIMD2(Double(x), Double(y)) * ratio - SIMD2(Double(origin.x), Double(origin.y))
    let offset = shift / size
    return SIMD4(Float(ratio / size.x), Float(ratio / size.y), Float(offset.x), Float(offset.y))
  }

  /// The same for a target that is a layer.
  func sampling(from other: Layer) -> SIMD4<Float> {
    sampling(fromCell: other.origin.x, other.origin.y, cellSize: other.cellSize)
  }

  /// One texel in texture coordinates.
  var texelSize: SIMD2<Float> {
    SIMD2(1 / Float(texture.storage.width), 1 / Float(texture.storage.height))
  }

  /// Gives the texture back, for the next layer of that size.
  func destroy() {
    if isDestroyed { return }
    isDestroyed = true
    if context.isDestroyed {
      target.destroy()
      texture.destroy()
    } else {
      context.spareLayers.keep(texture, target)
    }
  }
}
