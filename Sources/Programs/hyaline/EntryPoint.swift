import Application
import Arguments
import CPlatform
import Glibc
import Loop
import Settings

/// The entry point of the program.
@main enum EntryPoint {
  static func main() {
    do {
      try perform(Array(CommandLine.arguments.dropFirst()))
      // Printed text may still be buffered, and writing it may fail.
      guard hyaline_flush_output() else { throw StartError("cannot write to standard output") }
    } catch let status as ExitStatus {
      exit(status.code)
    } catch let error as CommandLineError {
      // The log writes control characters, which the lines may quote, as text.
      for line in error.report(nearest: { nearestName(to: $0, among: $1) }) { Log.plain(line) }
      exit(ExitStatus.usage.code)
    } catch {
      Log.error("\(error)")
      exit(ExitStatus.failure.code)
    }
  }

  /// Does what the command line requests.
  private static func perform(_ words: [String]) throws {
    // The commands that this program and shells start would repeat what was said.
    let isHidden = [OwnProgram.completing, OwnProgram.decoding, OwnProgram.rehearsing].contains(words.first)
    if !isHidden { Log.reportMistake() }
    let shell = unsafe getenv("SHELL").map { unsafe String(cString: $0) }
    switch try CommandTable.program.request(for: words, version: OwnProgram.version, shell: shell) {
    case .run(let command): try command.run()
    case .text(let text): print(text)
    }
  }
}
