import Arguments
import Settings

/// `hyaline settings print`: prints a settings file with every option.
struct SettingsPrintCommand: RunnableCommand {
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
