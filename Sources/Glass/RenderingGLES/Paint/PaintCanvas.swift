import CEGL
import Geometry
import Rendering

/// The colours of a part of a surface, premultiplied and not rounded, while nodes are painted.
///
/// Colours may be negative or above 1 until all nodes are painted: vibrant ink is the difference to the material
/// below.
package final class PaintCanvas {
  /// The part of the surface that the canvas holds, in pixels.
  private(set) var frame: PixelRect
  let texture: Texture
  let target: RenderTarget

  /// Makes a transparent canvas.
  init(
    _ frame: PixelRect, _ format: Texture.Format = .half4, in context: GraphicsContext
  ) throws(RenderingError) {
    self.frame = frame
    texture = try Texture("canvas", frame.size, format, in: context)
    target = try RenderTarget([.init(texture)], in: context)
    // Nested glass reads all of the texture's storage.
    target.clear(PixelRect(texture.storage))
  }

  /// Lets the canvas hold another part of the surface, of the same size, and makes it transparent.
  func move(to new: PixelRect) {
    precondition(new.size == frame.size, "\(new) in place of \(frame)")
    if new == frame { return }
    frame = new
    // Nested glass also reads pixels beyond the surface, which are never painted.
    target.clear(PixelRect(texture.storage))
  }

  /// Makes `rect` transparent.
  func clear(_ rect: PixelRect) {
    let part = rect.intersection(frame)
    if !part.isEmpty { target.clear(texels(part)) }
  }

  /// Draws the program in use over `rect`, blended by its premultiplied alpha.
  func blend(_ rect: PixelRect) {
    let part = rect.intersection(frame)
    if part.isEmpty { return }
    glEnable(GLenum(GL_BLEND))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    target.draw(texels(part))
    glDisable(GLenum(GL_BLEND))
  }

  /// Draws the program in use over `rect`, replacing the pixels there.
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
