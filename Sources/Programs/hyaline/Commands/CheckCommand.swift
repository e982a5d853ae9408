import Arguments
import Loop
import Modules
import Toml

/// `hyaline check`: prints the mistakes in the settings, one line each.
struct CheckCommand: RunnableCommand {
  /// The path of the settings file; nil for the user's file.
  var file: String?

  static var rows: [Row<Self>] {
    [
      .argument(
        "file", or: "settings", \.file, .file,
        "The settings file, which is ~/.config/hyaline/settings.toml if none is named.")
    ]
  }

  func run() throws {
    guard let settings = file.map({ SettingsFile(path: $0) }) ?? .standard() else {
      throw failure("no home directory to look for settings in")
    }
    let contents = settings.load(isZone: LocalTime.isZone)
    if !contents.exists {
      // A file that was named must exist; without the default file the defaults are valid.
      guard file == nil else { throw failure("\(settings.path): no such file") }
      print("\(settings.path) does not exist; the defaults hold")
    } else if contents.file.path != settings.path {
      print("\(settings.path) does not exist; \(contents.file.path) holds")
    }
    for message in contents.messages { Log.plain(message) }
    if !contents.errors().isEmpty { throw ExitStatus.failure }
  }

  private func failure(_ message: String) -> ExitStatus {
    Log.plain(message)
    return .failure
  }
}
