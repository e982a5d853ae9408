import CEGL
import Measures

/// Memory of the GL through which pixels change their format without being computed.
final class PixelBuffer {
  private let context: GraphicsContext
  private var handle: GLuint = 0

  init(byteCount: Int, in context: GraphicsContext) {
    self.context = context
    unsafe glGenBuffers(1, &handle)
    context.liveObjectCount += 1
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), handle)
    glBufferData(GLenum(GL_PIXEL_PACK_BUFFER), GLsizeiptr(byteCount), nil, GLenum(GL_STREAM_COPY))
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
  }

  isolated deinit { destroy() }

  /// Copies `rect` of integers, each texel `pixelsPerTexel` pixels of `texture`, to `place` there.
  ///
  /// The first `skipping` pixels of each row stay behind.
  func copy(
    _ source: RenderTarget, _ rect: PixelRect, to texture: Texture, _ place: PixelRect, pixelsPerTexel: Int,
    skipping: Int
  ) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), source.handle)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), handle)
    glReadPixels(
      GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height), GLenum(GL_RGBA_INTEGER),
      GLenum(GL_UNSIGNED_INT), nil)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), handle)
    glPixelStorei(GLenum(GL_UNPACK_SKIP_PIXELS), GLint(skipping))
    texture.uploadBound(place, rowLength: rect.width * pixelsPerTexel)
    glPixelStorei(GLenum(GL_UNPACK_SKIP_PIXELS), 0)
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), 0)
  }

  /// Deletes the GL object; harmless when repeated.
  func destroy() {
    guard handle != 0 else { return }
    if !context.isDestroyed {
      context.activate()
      unsafe glDeleteBuffers(1, &handle)
    }
    handle = 0
    context.liveObjectCount -= 1
  }
}
