import ArgumentParser
import Glibc
import Logging

/// The entry point of the program.
@main enum Program {
  static func main() {
    if let unknown = UnknownCommand(in: CommandLine.arguments.dropFirst()) {
      Log.plain(unknown.report)
      exit(ExitCode.validationFailure.rawValue)
    }
    Hyaline.main()
  }
}
