import Application
import Arguments
import CPlatform
import Glibc
import HeadlessSession
import Loop
import Modules
import Settings

/// The entry point of the program.
@main enum EntryPoint {
  static func main() {
    ignoreSignalsForBars()
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
    } catch let error as SessionError {
      // The log would write the lines of another program, which such an error quotes, as one line.
      let lines = error.description.split(separator: "\n")
      Log.error(lines.first.map { String($0) } ?? "")
      for line in lines.dropFirst() { Log.plain(String(line)) }
      exit(ExitStatus.failure.code)
    } catch {
      Log.error("\(error)")
      exit(ExitStatus.failure.code)
    }
  }

  /// Ignores the signals that are for a bar: `pkill -USR1 hyaline` sends them to every command and to the processes that the bar
  /// starts of this program, and their default effect is to end a process.
  ///
  /// A bar receives them nevertheless, since signals that are blocked are not ignored. Programs that are started have the default
  /// effects. The corresponding C function is `signal`.
  private static func ignoreSignalsForBars() {
    for number in [SIGUSR1, SIGUSR2] + RealTimeSignals.all { signal(number, SIG_IGN) }
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
