import CEGL
import Rendering

/// The one vertex shader of all programs, joined with the fragment shader that is in use.
///
/// A vertex shader in every program would take .2 MB more of Mesa's memory each.
@MainActor final class ProgramPipeline {
  private let context: GraphicsContext
  private var handle: GLuint = 0
  private var vertexProgram: GLuint = 0

  /// Returns nil where GL cannot join programs, as before OpenGL ES 3.1.
  init?(in context: GraphicsContext) {
    guard !context.version.hasPrefix("OpenGL ES 3.0") else { return nil }
    self.context = context
    vertexProgram = Self.make(GLenum(GL_VERTEX_SHADER), ShaderProgram.vertex(version: 310))
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

  /// Deletes the GL objects; the context must be current. Idempotent.
  func destroy() {
    guard handle != 0 else { return }
    unsafe glDeleteProgramPipelines(1, &handle)
    glDeleteProgram(vertexProgram)
    handle = 0
    context.objectCount -= 2
  }

  /// Compiles and links one stage. The corresponding C function is `glCreateShaderProgramv`.
  static func make(_ kind: GLenum, _ text: String) -> GLuint {
    unsafe text.withCString { characters in
      var pointer: UnsafePointer<GLchar>? = unsafe characters
      return unsafe glCreateShaderProgramv(kind, 1, &pointer)
    }
  }
}
