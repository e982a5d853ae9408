import CEGL
import Rendering

/// The text of a fragment program, and the name by which its compiled form is found.
package struct ProgramSource {
  /// A name that no other source has, variants included.
  package let name: String
  private let write: () -> String

  /// `fragment` is called when the program is compiled, not at each drawing: writing the text of a final pass takes longer
  /// than the pass.
  package init(name: String, fragment: @escaping @autoclosure () -> String) {
    self.name = name
    write = fragment
  }

  /// GLSL ES 3.00 that follows the version and precision lines.
  var fragment: String { write() }
}

/// A compiled program that runs a fragment shader over rectangles.
@MainActor package final class ShaderProgram {
  private let context: GraphicsContext
  private(set) var handle: GLuint
  private var locations: [String: GLint] = [:]

  /// Compiles `source`; Mesa keeps the result on disk, so that the next run needs about 1 ms. Throws `.program`.
  init(_ source: ProgramSource, in context: GraphicsContext) throws(RenderingError) {
    self.context = context
    context.objectCount += 1
    if context.pipeline != nil {
      handle = ProgramPipeline.make(GLenum(GL_FRAGMENT_SHADER), Self.prologue(version: 310) + source.fragment)
    } else {
      handle = glCreateProgram()
      attach(GLenum(GL_VERTEX_SHADER), Self.vertex)
      attach(GLenum(GL_FRAGMENT_SHADER), Self.prologue(version: 300) + source.fragment)
      glLinkProgram(handle)
    }
    var isLinked: GLint = 0
    unsafe glGetProgramiv(handle, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked != 0 else {
      var log = [GLchar](repeating: 0, count: 2000)
      unsafe glGetProgramInfoLog(handle, GLsizei(log.count), nil, &log)
      destroy()
      throw .program(name: source.name, log: Self.string(log))
    }
  }

  isolated deinit { destroy() }

  /// Deletes the GL object; the context must be current. Idempotent.
  func destroy() {
    guard handle != 0 else { return }
    if !context.isDestroyed { glDeleteProgram(handle) }
    handle = 0
    context.objectCount -= 1
  }

  /// Selects this program for the following draws and uniforms.
  package func use() {
    if let pipeline = context.pipeline { pipeline.use(handle) } else { glUseProgram(handle) }
  }

  func set(_ name: String, _ x: Float) { glUniform1f(location(name), x) }
  func set(_ name: String, _ x: Int) { glUniform1i(location(name), GLint(x)) }
  func set(_ name: String, _ x: Int, _ y: Int) { glUniform2i(location(name), GLint(x), GLint(y)) }
  func set(_ name: String, _ x: Int, _ y: Int, _ z: Int) {
    glUniform3i(location(name), GLint(x), GLint(y), GLint(z))
  }
  func set(_ name: String, _ x: Int, _ y: Int, _ z: Int, _ w: Int) {
    glUniform4i(location(name), GLint(x), GLint(y), GLint(z), GLint(w))
  }
  func set(_ name: String, _ x: Float, _ y: Float, _ z: Float) { glUniform3f(location(name), x, y, z) }
  package func set(_ name: String, _ v: SIMD2<Float>) { glUniform2f(location(name), v.x, v.y) }
  func set(_ name: String, _ v: SIMD4<Float>) { glUniform4f(location(name), v.x, v.y, v.z, v.w) }
  /// Sets an array.
  func set(_ name: String, _ values: [Float]) {
    unsafe glUniform1fv(location(name), GLsizei(values.count), values)
  }

  /// Lets the sampler `name` read `texture` through `unit`.
  package func bind(_ name: String, _ texture: Texture, unit: Int) {
    glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
    glBindTexture(texture.target, texture.handle)
    glUniform1i(location(name), GLint(unit))
  }

  private func location(_ name: String) -> GLint {
    if let known = locations[name] { return known }
    let found = unsafe glGetUniformLocation(handle, name)
    locations[name] = found
    return found
  }

  /// Compiles and attaches a shader; its errors are in the log of linking.
  private func attach(_ kind: GLenum, _ text: String) {
    let shader = glCreateShader(kind)
    // The shader is deleted with the program to which it is attached.
    defer { glDeleteShader(shader) }
    unsafe text.withCString { characters in
      var pointer: UnsafePointer<GLchar>? = unsafe characters
      unsafe glShaderSource(shader, 1, &pointer, nil)
    }
    glCompileShader(shader)
    glAttachShader(handle, shader)
  }

  private static func string(_ log: [GLchar]) -> String {
    String(decoding: log.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The vertex shader, which draws one triangle around the whole viewport without any buffer.
  private static let vertex = """
    #version 300 es
    void main() {
      gl_Position = vec4(float((gl_VertexID & 1) * 4 - 1), float((gl_VertexID & 2) * 2 - 1), 0.0, 1.0);
    }
    """

  private static func prologue(version: Int) -> String {
    """
    #version \(version) es
    precision highp float;
    precision highp int;
    precision highp sampler2D;
    precision highp usampler2D;
    precision highp usampler2DArray;

    """
  }
}
