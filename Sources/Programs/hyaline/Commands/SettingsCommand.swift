import Arguments
import Settings

/// `hyaline settings --default`: prints a settings file with every option commented out.
struct SettingsCommand: RunnableCommand {
  var isDefault = false

  static var rows: [Row<Self>] {
    [
      .flag(
        "default", \.isDefault, missing: "expected --default",
        "Print the default settings; this option is required.")
    ]
  }

  func run() throws { print(Settings.defaultText, terminator: "") }
}
