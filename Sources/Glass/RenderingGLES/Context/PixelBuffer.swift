import CEGL
import Geometry
import Rendering

/// A pixel buffer of GL, through which pixels get from a texture to one of another format without a pass.
final class PixelBuffer {
  private let context: GraphicsContext
  private var handle: GLuint = 0

  init(byteCount: Int, in context: GraphicsContext) {
    self.context = context
    unsafe glGenBuffers(1, &handle)
    context.objectCount += 1
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), handle)
    glBufferData(GLenum(GL_PIXEL_PACK_BUFFER), GLsizeiptr(byteCount), nil, GLenum(GL_STREAM_COPY))
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
  }

  isolated deinit { destroy() }

  /// Copies texels of four pixels each to `place` in `texture`; the two attachments of `source` have the even and the
  /// odd rows.
  ///
  /// The first `skipping` pixels of each row and the first `rows` rows are left out.
  func copy(
    _ source: RenderTarget, _ rect: PixelRect, to texture: Texture, _ place: PixelRect, skipping: Int,
    rows: Int
  ) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), source.handle)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), handle)
    glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), GLint(rect.width * 2))
    for attachment in 0..<2 {
      glReadBuffer(GLenum(GL_COLOR_ATTACHMENT0 + Int32(attachment)))
      // While a buffer is bound, the pointer is an offset in it.
      unsafe glReadPixels(
        GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height), GLenum(GL_RGBA_INTEGER),
        GLenum(GL_UNSIGNED_INT), UnsafeMutableRawPointer(bitPattern: attachment * rect.width * 16))
    }
    glReadBuffer(GLenum(GL_COLOR_ATTACHMENT0))
    glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), 0)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), handle)
    glPixelStorei(GLenum(GL_UNPACK_SKIP_PIXELS), GLint(skipping))
    glPixelStorei(GLenum(GL_UNPACK_SKIP_ROWS), GLint(rows))
    texture.uploadBound(place, rowLength: rect.width * 4)
    glPixelStorei(GLenum(GL_UNPACK_SKIP_PIXELS), 0)
    glPixelStorei(GLenum(GL_UNPACK_SKIP_ROWS), 0)
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), 0)
  }

  /// Deletes the GL object. Idempotent.
  func destroy() {
    unsafe context.delete(&handle) { unsafe glDeleteBuffers(1, $0) }
  }
}
