import CEGL
package import Geometry
import Rendering

/// A layer in a texture.
///
/// A ring of zeros surrounds the cells that passes fill, and sampling is clamped to it, so that all cells outside count
/// as zero.
package final class Layer: RenderingLayer {
  package let cells: PixelRect
  package let cellSize: Int
  let texture: Texture
  let target: RenderTarget
  private let context: GraphicsContext
  /// The layer of sums along columns from which the sums of this one are made.
  private var halfway: Layer?
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

  /// The cell at the texture's first texel.
  var origin: (x: Int, y: Int) { (cells.x - 1, cells.y - 1) }

  /// The texels of `cells`.
  func texels(_ cells: PixelRect) -> PixelRect { cells.offset(x: -origin.x, y: -origin.y) }

  /// Runs the program in use over those of `cells` that the layer has.
  func draw(_ cells: PixelRect) { draw([cells]) }

  /// Runs the program in use over those of `parts`, of which none overlap, that the layer has.
  func draw(_ parts: [PixelRect]) {
    target.draw(parts.map { texels($0.intersection(cells)) })
  }

  package func fill(_ cells: PixelRect, _ colour: SIMD4<Float>) { target.clear(texels(cells), colour) }

  package func values(_ cells: PixelRect) -> [SIMD4<Float>] {
    let known = cells.intersection(self.cells)
    if known == cells { return target.readColours(texels(cells)) }
    var values = [SIMD4<Float>](repeating: .zero, count: cells.area)
    if known.isEmpty { return values }
    let read = target.readColours(texels(known))
    for row in 0..<known.height {
      let place = (known.y - cells.y + row) * cells.width + known.x - cells.x
      values.replaceSubrange(
        place..<place + known.width, with: read[row * known.width..<(row + 1) * known.width])
    }
    return values
  }

  /// The corresponding C function is `glBlitFramebuffer`.
  package func copy(_ cells: PixelRect, from other: Layer) {
    if cells.isEmpty { return }
    let (from, to) = (other.texels(cells), texels(cells))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), other.target.handle)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), target.handle)
    glScissor(GLint(to.x), GLint(to.y), GLsizei(to.width), GLsizei(to.height))
    glBlitFramebuffer(
      GLint(from.x), GLint(from.y), GLint(from.maxX), GLint(from.maxY), GLint(to.x), GLint(to.y),
      GLint(to.maxX), GLint(to.maxY), GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
  }

  /// Factors (x, y) and summands (z, w) that turn `gl_FragCoord` over a target whose first texel is the cell (`x`,
  /// `y`) of size `cellSize` into texture coordinates of this layer.
  func sampling(fromCell x: Int, _ y: Int, cellSize: Int) -> SIMD4<Float> {
    let ratio = Double(cellSize) / Double(self.cellSize)
    let size = SIMD2(Double(texture.storage.width), Double(texture.storage.height))
    let shift = SIMD2(Double(x), Double(y)) * ratio - SIMD2(Double(origin.x), Double(origin.y))
    let offset = shift / size
    return SIMD4(Float(ratio / size.x), Float(ratio / size.y), Float(offset.x), Float(offset.y))
  }

  /// The factors and summands for a target that is another layer.
  func sampling(from other: Layer) -> SIMD4<Float> {
    sampling(fromCell: other.origin.x, other.origin.y, cellSize: other.cellSize)
  }

  /// The size of a texel in texture coordinates.
  var texelSize: SIMD2<Float> {
    SIMD2(1 / Float(texture.storage.width), 1 / Float(texture.storage.height))
  }

  /// The layer of sums along columns from which this one is made, with those cells that `extent` returns for this layer's; it
  /// is made at the first call.
  func columnSums(_ extent: (_ cells: PixelRect) -> PixelRect) throws(RenderingError) -> Layer {
    if let halfway { return halfway }
    let made = try Layer(
      "reduced background", cells: extent(cells), cellSize: cellSize, in: context)
    halfway = made
    return made
  }

  /// Gives the texture to the context's spare layers. Idempotent.
  package func destroy() {
    if isDestroyed { return }
    isDestroyed = true
    halfway?.destroy()
    if context.isDestroyed {
      target.destroy()
      texture.destroy()
    } else {
      context.spareLayers.keep(texture, target)
    }
  }
}
