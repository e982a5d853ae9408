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

  /// The greatest number of rectangles that are drawn by one call; software GL prepares each call anew.
  private static let mostRects = 32

  /// Returns nil where GL cannot join programs, as before OpenGL ES 3.1, or refuses the vertex shader.
  init?(in context: GraphicsContext) {
    guard !context.version.hasPrefix("OpenGL ES 3.0") else { return nil }
    self.context = context
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
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    glScissor(0, 0, GLsizei(size.width), GLsizei(size.height))
    let all = SIMD2(Float(size.width), Float(size.height))
    for first in stride(from: 0, to: rects.count, by: Self.mostRects) {
      let part = rects[first..<min(first + Self.mostRects, rects.count)]
      let corners = part.flatMap { rect -> [SIMD2<Float>] in
        let low = SIMD2(Float(rect.x), Float(rect.y))
        let high = SIMD2(Float(rect.maxX), Float(rect.maxY))
        return [low * 2 / all - 1, high * 2 / all - 1]
      }
      unsafe corners.withUnsafeBytes {
        unsafe glProgramUniform4fv(
          vertexProgram, rectsLocation, GLsizei(part.count),
          $0.assumingMemoryBound(to: GLfloat.self).baseAddress)
      }
      glDrawArrays(GLenum(GL_TRIANGLES), 3, GLsizei(6 * part.count))
    }
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
