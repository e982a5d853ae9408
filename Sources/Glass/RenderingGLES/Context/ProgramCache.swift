import CEGL
import Rendering

/// The programs of a context, each of which is compiled at its first use.
@MainActor final class ProgramCache {
  private var programs: [String: ShaderProgram] = [:]
  /// The names of the programs that `forget` has deleted.
  private var formerPrograms: Set<String> = []
  /// Whether programs were compiled since `releaseCompiler`, so that the compiler's memory is still held.
  private(set) var holdsCompiler = false
  /// Whether `forget` keeps programs, because a warm-up has compiled them for surfaces that come and go.
  var keepsAll = false

  /// The number of programs that exist now.
  var count: Int { programs.count }

  /// The program for `source` in `context`, to which the cache belongs; throws `.program`.
  func program(_ source: ProgramSource, in context: GraphicsContext) throws(RenderingError) -> ShaderProgram {
    if let known = programs[source.name] { return known }
    holdsCompiler = true
    let made = try ShaderProgram(source, in: context)
    programs[source.name] = made
    return made
  }

  /// Deletes a program that may be needed only once: each takes about 1 MB of Mesa's memory.
  ///
  /// A program that is needed again is kept from then on: compiling took 90 of the 115 ms from a call of Notify to a
  /// banner's first frame (llvmpipe).
  func forget(_ source: ProgramSource) {
    guard !keepsAll, formerPrograms.insert(source.name).inserted else { return }
    programs.removeValue(forKey: source.name)?.destroy()
  }

  /// An existing program that reads one texture: that of a colour chain, which all glass needs; nil if there is none
  /// yet.
  var readingOneTexture: ShaderProgram? {
    programs.first { $0.key.hasPrefix(BlurShaders.chainName) }?.value
  }

  /// Frees the compiler's memory, some MB in Mesa; the next new program brings it back, within about 5 ms.
  func releaseCompiler() {
    guard holdsCompiler else { return }
    glReleaseShaderCompiler()
    holdsCompiler = false
  }

  /// Deletes all programs; idempotent.
  func destroy() {
    for program in programs.values { program.destroy() }
    programs = [:]
  }
}
