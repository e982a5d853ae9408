import CEGL
import Rendering

/// The programs of a context, each compiled at its first use.
@MainActor final class ProgramCache {
  private var programs: [String: Program] = [:]
  /// Those that were given up.
  private var formerPrograms: Set<String> = []
  /// Programs were compiled since `releaseCompiler`, and what that needed is still held.
  private(set) var holdsCompiler = false
  /// All that was compiled is kept: it was so for surfaces that come and go.
  var keepsAll = false

  /// How many programs there are now.
  var count: Int { programs.count }

  /// The program that `source` makes in the context that the cache is of.
  func program(_ source: ProgramSource, in context: GraphicsContext) throws(RenderingError) -> Program {
    if let known = programs[source.name] { return known }
    holdsCompiler = true
    let made = try Program(source, in: context)
    programs[source.name] = made
    return made
  }

  /// Gives up a program that may be used once only: each takes about 1 MB of Mesa's memory.
  ///
  /// One that is used again stays: compiling it took 90 ms of the 115 from a call to a banner's first frame (llvmpipe).
  func forget(_ source: ProgramSource) {
    guard !keepsAll, formerPrograms.insert(source.name).inserted else { return }
    programs.removeValue(forKey: source.name)?.destroy()
  }

  /// A program that reads one texture, if there is such a one: that which all glass needs.
  var readingOneTexture: Program? {
    programs.first { $0.key.hasPrefix(BlurShaders.chainName) }?.value
  }

  /// Gives up what compiling needs, some MB in Mesa; the next program brings it back, within about 5 ms.
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
