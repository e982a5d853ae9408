import CEGL
import Geometry
import Rendering

/// Colours of a part of a surface, premultiplied and not rounded, as nodes are painted.
///
/// Colours may be negative or beyond 1 until all is painted: vibrant ink is the difference to what lies below.
final class Canvas {
  /// Pixels of the surface.
  private(set) var frame: PixelRect
  let texture: Texture
  let target: RenderTarget

  /// Transparent.
  init(
    _ frame: PixelRect, _ format: Texture.Format = .half4, in context: GraphicsContext
  ) throws(RenderingError) {
    self.frame = frame
    texture = try Texture("canvas", frame.size, format, in: context)
    target = try RenderTarget([.init(texture)], in: context)
    // Glass on it looks beyond its edges.
    target.clear(PixelRect(texture.storage))
  }

  /// Stands for another part of the surface, of the same size; what was painted is not of use.
  func move(to new: PixelRect) {
    precondition(new.size == frame.size, "\(new) in place of \(frame)")
    frame = new
  }

  /// Makes `rect` transparent.
  func clear(_ rect: PixelRect) {
    let part = rect.intersection(frame)
    if !part.isEmpty { target.clear(texels(part)) }
  }

  /// Draws the program in use over what lies in `rect`, by its premultiplied alpha.
  func blend(_ rect: PixelRect) {
    let part = rect.intersection(frame)
    if part.isEmpty { return }
    glEnable(GLenum(GL_BLEND))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    target.draw(texels(part))
    glDisable(GLenum(GL_BLEND))
  }

  /// Draws the program in use in place of what lies in `rect`.
  func replace(_ rect: PixelRect) {
    let part = rect.intersection(frame)
    if !part.isEmpty { target.draw(texels(part)) }
  }

  func destroy() {
    target.destroy()
    texture.destroy()
  }

  private func texels(_ rect: PixelRect) -> PixelRect { rect.offset(x: -frame.x, y: -frame.y) }
}
