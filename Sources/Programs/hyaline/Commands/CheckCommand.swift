import ArgumentParser
import Logging
import Modules
import Toml

/// `hyaline check`: prints the mistakes in the settings, one line each.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Validate the settings.",
    discussion: "Prints every error in the settings on standard error, and exits with 1 if there is any.")

  @Argument(help: "The settings file; ~/.config/hyaline/settings.toml if not given.")
  var file: String?

  @Option(help: "The settings file, named as in other commands.")
  var settings: String?

  func validate() throws {
    if let file, let settings {
      throw ValidationError("expected one file, got \"\(file)\" and --settings \"\(settings)\"")
    }
  }

  func run() throws {
    let named = file ?? settings
    guard let settings = named.map(SettingsFile.init) ?? .standard() else {
      throw failure(["no home directory to look for settings in"])
    }
    let contents = settings.load(isZone: LocalTime.isZone)
    if !contents.exists {
      // A file that was named must exist; without the default file the defaults are valid.
      guard named == nil else { throw failure(["\(settings.path): no such file"]) }
      print("\(settings.path) does not exist; the defaults hold")
    }
    if !contents.messages.isEmpty { throw failure(contents.messages) }
  }

  /// Prints the diagnostics, each on a line of its own since it begins with the name of its file.
  private func failure(_ messages: [String]) -> ExitCode {
    MainActor.assumeIsolated { for message in messages { Log.plain(message) } }
    return .failure
  }
}
