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

  /// Makes `rects` transparent, and leaves everything else undefined.
  func clear(_ rects: [PixelRect]) {
    let parts = rects.cut(to: frame)
    // Clearing a part takes software GL as long as a pass.
    if parts.count > Self.mostClears {
      target.clear(PixelRect(texture.storage))
    } else {
      for part in parts { target.clear(texels(part)) }
    }
  }

  /// The number of parts from which on all of a canvas is cleared instead.
  private static let mostClears = 3

  /// Draws the program in use over `rects`, of which none overlap, blended by its premultiplied alpha.
  func blend(_ rects: [PixelRect]) {
    let parts = rects.cut(to: frame)
    if parts.isEmpty { return }
    glEnable(GLenum(GL_BLEND))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    target.draw(parts.map(texels))
    glDisable(GLenum(GL_BLEND))
  }

  /// Draws the program in use over `rects`, replacing the pixels there.
  func replace(_ rects: [PixelRect]) { target.draw(rects.cut(to: frame).map(texels)) }

  func destroy() {
    target.destroy()
    texture.destroy()
  }

  private func texels(_ rect: PixelRect) -> PixelRect { rect.offset(x: -frame.x, y: -frame.y) }
}
