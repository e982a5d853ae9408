import CEGL
package import Geometry
package import Rendering

/// A framebuffer over textures, into which passes draw.
@MainActor package final class RenderTarget {
  /// One output of a pass: a texture, or one layer of an array.
  package struct Attachment {
    var texture: Texture
    var layer: Int?

    package init(_ texture: Texture, layer: Int? = nil) {
      self.texture = texture
      self.layer = layer
    }
  }

  package let size: PixelSize
  private let context: GraphicsContext
  private var readsSingleBytes: Bool?
  private(set) var handle: GLuint = 0

  /// Makes a framebuffer whose attachments, which must have one size, are the shader's outputs from 0 on; throws
  /// `.allocation`.
  package init(_ attachments: [Attachment], in context: GraphicsContext) throws(RenderingError) {
    size = attachments[0].texture.size
    self.context = context
    unsafe glGenFramebuffers(1, &handle)
    context.objectCount += 1
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), handle)
    for (index, attachment) in attachments.enumerated() {
      let point = GLenum(GL_COLOR_ATTACHMENT0 + Int32(index))
      let texture = attachment.texture
      if let layer = attachment.layer {
        glFramebufferTextureLayer(GLenum(GL_FRAMEBUFFER), point, texture.handle, 0, GLint(layer))
      } else {
        glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), point, texture.target, texture.handle, 0)
      }
    }
    let points = attachments.indices.map { GLenum(GL_COLOR_ATTACHMENT0 + Int32($0)) }
    unsafe glDrawBuffers(GLsizei(points.count), points)
    guard glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      destroy()
      throw .allocation(what: "framebuffer", size)
    }
  }

  isolated deinit { destroy() }

  /// Deletes the GL object, but not the textures. Idempotent.
  package func destroy() {
    unsafe context.delete(&handle) { unsafe glDeleteFramebuffers(1, $0) }
  }

  /// Runs the program in use over `rect`, in texels from the first row in memory.
  package func draw(_ rect: PixelRect) {
    draw([rect])
  }

  /// Runs the program in use over each of `rects`, in texels from the first row in memory.
  func draw(_ rects: [PixelRect]) {
    let rects = rects.filter { !$0.isEmpty }
    if rects.isEmpty { return }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), handle)
    if rects.count > 1, let pipeline = context.pipeline {
      pipeline.draw(rects, in: size)
    } else {
      for rect in rects { Self.drawBound(rect) }
    }
  }

  /// Runs the program in use over `rect` of the framebuffer that is bound; a window's first row is the bottom.
  static func drawBound(_ rect: PixelRect) {
    glViewport(GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height))
    glScissor(GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height))
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
  }

  /// Fills `rect` of the first attachment with `value`.
  func clear(_ rect: PixelRect, _ value: SIMD4<Float> = .zero) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), handle)
    glScissor(GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height))
    let components = [value.x, value.y, value.z, value.w]
    unsafe glClearBufferfv(GLenum(GL_COLOR), 0, components)
  }

  /// Fills all of the first attachment, which must hold integers, with `value`.
  func clearIntegers(_ value: UInt32) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), handle)
    glScissor(0, 0, GLsizei(size.width), GLsizei(size.height))
    unsafe glClearBufferuiv(GLenum(GL_COLOR), 0, [value, 0, 0, 0])
  }

  /// Reads `rect` of the first attachment, one vector per texel.
  func readColours(_ rect: PixelRect) -> [SIMD4<Float>] {
    read(rect, format: GL_RGBA, component: GL_FLOAT, count: rect.area, filledWith: .zero)
  }

  /// Reads `rect` of the first attachment, four bytes per texel.
  func readBytes(_ rect: PixelRect) -> [UInt8] {
    read(rect, format: GL_RGBA, component: GL_UNSIGNED_BYTE, count: rect.area * 4, filledWith: UInt8(0))
  }

  /// Reads `rect` of an attachment that holds integers, four per texel.
  func readIntegers(_ rect: PixelRect, attachment: Int = 0) -> [UInt32] {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), handle)
    glReadBuffer(GLenum(GL_COLOR_ATTACHMENT0 + Int32(attachment)))
    defer { glReadBuffer(GLenum(GL_COLOR_ATTACHMENT0)) }
    return read(
      rect, format: GL_RGBA_INTEGER, component: GL_UNSIGNED_INT, count: rect.area * 4, filledWith: UInt32(0))
  }

  /// Reads `rect` of the first attachment, which must hold single bytes as integers, one per texel.
  func readSingleBytes(_ rect: PixelRect) -> [UInt8] {
    if let known = readsSingleBytes, known {
      return read(rect, format: GL_RED_INTEGER, component: GL_UNSIGNED_BYTE, count: rect.area, filledWith: 0)
    }
    if readsSingleBytes == nil {
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), handle)
      var (format, component): (GLint, GLint) = (0, 0)
      unsafe glGetIntegerv(GLenum(GL_IMPLEMENTATION_COLOR_READ_FORMAT), &format)
      unsafe glGetIntegerv(GLenum(GL_IMPLEMENTATION_COLOR_READ_TYPE), &component)
      readsSingleBytes = format == GL_RED_INTEGER && component == GL_UNSIGNED_BYTE
      return readSingleBytes(rect)
    }
    let wide = readIntegers(rect)
    return (0..<rect.area).map { UInt8(wide[$0 * 4]) }
  }

  private func read<Value>(
    _ rect: PixelRect, format: Int32, component: Int32, count: Int, filledWith blank: Value
  ) -> [Value] {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), handle)
    glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), 0)
    var values = [Value](repeating: blank, count: count)
    unsafe values.withUnsafeMutableBytes { bytes in
      unsafe glReadPixels(
        GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height), GLenum(format),
        GLenum(component), bytes.baseAddress)
    }
    return values
  }
}
