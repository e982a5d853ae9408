import ArgumentParser
import Glibc
import Logging

/// The entry point of the program.
@main enum Program {
  static func main() {
    if let unknown = UnknownCommand(in: CommandLine.arguments.dropFirst()) {
      for line in unknown.report { Log.plain(line) }
      exit(ExitCode.validationFailure.rawValue)
    }
    do {
      var command = try Hyaline.parseAsRoot()
      try command.run()
    } catch { end(because: error) }
  }

  /// Ends the program as the parser does, but reports errors by the log, since they may quote control characters.
  private static func end(because error: any Error) -> Never {
    let status = Hyaline.exitCode(for: error)
    // The parser prints help and the version, and says nothing of an exit status alone.
    guard !status.isSuccess else { Hyaline.exit(withError: error) }
    let message = Hyaline.fullMessage(for: error)
    if !message.isEmpty {
      for line in message.split(separator: "\n", omittingEmptySubsequences: false) { Log.plain(String(line)) }
    }
    exit(status.rawValue)
  }
}
