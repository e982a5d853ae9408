import CEGL
import Geometry
import Rendering

/// The one vertex shader of all programs, joined with the fragment shader that is in use.
///
/// A vertex shader in every program would take .2 MB more of Mesa's memory each. The first three vertices are one triangle
/// around the whole viewport, and each six that follow are one of up to `mostRects` rectangles.
@MainActor final class ProgramPipeline {
  private let context: GraphicsContext
  private var handle: GLuint = 0
  private var vertexProgram: GLuint = 0
  private let rectsLocation: GLint
  /// The height of the viewport for rectangles of the same rows; 0: all viewports are those of their framebuffers.
  private let tallHeight: Int

  /// The greatest number of rectangles that are drawn by one call; software GL prepares each call anew.
  private static let mostRects = 32

  /// Returns nil where GL cannot join programs, as before OpenGL ES 3.1, or refuses the vertex shader.
  init?(in context: GraphicsContext) {
    guard !context.version.hasPrefix("OpenGL ES 3.0") else { return nil }
    self.context = context
    // GPUs gain nothing by such viewports, which few programs ask of them.
    tallHeight = context.isSoftware ? min(4096, context.maximumSide) : 0
    vertexProgram = Self.make(GLenum(GL_VERTEX_SHADER), Self.vertex)
    var isLinked: GLint = 0
    unsafe glGetProgramiv(vertexProgram, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked != 0 else {
      glDeleteProgram(vertexProgram)
      return nil
    }
    rectsLocation = unsafe glGetUniformLocation(vertexProgram, "rects")
    unsafe glGenProgramPipelines(1, &handle)
    glUseProgramStages(handle, GLbitfield(GL_VERTEX_SHADER_BIT), vertexProgram)
    glBindProgramPipeline(handle)
    context.objectCount += 2
  }

  /// Selects `fragmentProgram` for the following draws and uniforms.
  func use(_ fragmentProgram: GLuint) {
    glUseProgramStages(handle, GLbitfield(GL_FRAGMENT_SHADER_BIT), fragmentProgram)
    glActiveShaderProgram(handle, fragmentProgram)
  }

  /// Runs the program in use over each of `rects`, of which none is empty, in a framebuffer of `size` texels.
  func draw(_ rects: [PixelRect], in size: PixelSize) {
    let viewport = setViewport(for: rects, in: size)
    let origin = SIMD2(Float(viewport.x), Float(viewport.y))
    let all = SIMD2(Float(viewport.width), Float(viewport.height))
    let isTall = viewport.height > size.height
    for first in stride(from: 0, to: rects.count, by: Self.mostRects) {
      let part = rects[first..<min(first + Self.mostRects, rects.count)]
      let corners = part.map { rect -> SIMD4<Float> in
        let low = (SIMD2(Float(rect.x), Float(rect.y)) - origin) * 2 / all - 1
        let high = (SIMD2(Float(rect.maxX), Float(rect.maxY)) - origin) * 2 / all - 1
        return isTall ? SIMD4(low.x, -1, high.x, 1) : SIMD4(lowHalf: low, highHalf: high)
      }
      unsafe corners.withUnsafeBytes {
        unsafe glProgramUniform4fv(
          vertexProgram, rectsLocation, GLsizei(part.count),
          $0.assumingMemoryBound(to: GLfloat.self).baseAddress)
      }
      glDrawArrays(GLenum(GL_TRIANGLES), 3, GLsizei(6 * part.count))
    }
  }

  /// Sets the viewport and the scissor for `rects` in a framebuffer of `size` texels, and returns the viewport.
  ///
  /// Software GL shades squares of four texels along the diagonal of a rectangle twice, for both of its triangles. If all
  /// rectangles have the same rows, the viewport is much higher, and the scissor cuts those rows out of rectangles that
  /// fill it, so that their diagonals cross few squares.
  private func setViewport(for rects: [PixelRect], in size: PixelSize) -> PixelRect {
    let rows = rects[0]
    guard rects.allSatisfy({ $0.y == rows.y && $0.height == rows.height }), size.height < tallHeight / 2
    else {
      glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
      glScissor(0, 0, GLsizei(size.width), GLsizei(size.height))
      return PixelRect(size)
    }
    let top = rows.y - tallHeight / 2
    glViewport(0, GLint(top), GLsizei(size.width), GLsizei(tallHeight))
    glScissor(0, GLint(rows.y), GLsizei(size.width), GLsizei(rows.height))
    return PixelRect(x: 0, y: top, width: size.width, height: tallHeight)
  }

  /// Deletes the GL objects; the context must be current. Idempotent.
  func destroy() {
    guard handle != 0 else { return }
    unsafe glDeleteProgramPipelines(1, &handle)
    glDeleteProgram(vertexProgram)
    handle = 0
    context.objectCount -= 2
  }

  private static let vertex = """
    #version 310 es
    precision highp float;
    precision highp int;
    uniform vec4 rects[\(mostRects)];
    void main() {
      vec2 all = vec2(float((gl_VertexID & 1) * 4 - 1), float((gl_VertexID & 2) * 2 - 1));
      int place = max(gl_VertexID - 3, 0);
      int corner = place % 6;
      vec4 rect = rects[place / 6];
      vec2 end = vec2(float(50 >> corner & 1), float(44 >> corner & 1));
      gl_Position = vec4(gl_VertexID < 3 ? all : mix(rect.xy, rect.zw, end), 0.0, 1.0);
    }
    """

  /// Compiles and links one stage. The corresponding C function is `glCreateShaderProgramv`.
  static func make(_ kind: GLenum, _ text: String) -> GLuint {
    unsafe text.withCString { characters in
      var pointer: UnsafePointer<GLchar>? = unsafe characters
      return unsafe glCreateShaderProgramv(kind, 1, &pointer)
    }
  }
}
