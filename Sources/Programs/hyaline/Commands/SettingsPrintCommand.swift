import Arguments
import Modules
import Settings
import Toml

/// `hyaline settings print`: prints settings as a file.
struct SettingsPrintCommand: RunnableCommand {
  var isDefault = false
  var isCommented = false
  var isChanged = false
  var settings: String?

  static var rows: [Row<Self>] {
    [
      .flag("default", \.isDefault, "Print the default settings, of which the modules of the bar are set."),
      .flag("commented", \.isCommented, excludes: "default", "Print every option commented out."),
      .flag(
        "changed", \.isChanged, excludes: "commented",
        "Print what differs from the defaults in the settings file and in those that it includes."),
      .settings(\.settings),
    ]
  }

  func validate() throws(ValidationError) {
    guard [isDefault, isCommented, isChanged].count(where: { $0 }) == 1 else {
      throw ValidationError("expected one of --default, --commented and --changed")
    }
  }

  func run() throws {
    if isChanged { return try printChanges() }
    print(SettingsSchemaCommand.directive)
    print(isDefault ? Settings.defaultText : Settings.commentedText, terminator: "")
  }

  private func printChanges() throws {
    let file = try SettingsFile.chosen(settings)
    try file.load(isZone: LocalTime.isZone).refuseErrors()
    let text = file.merged().map(ChangedSettings.text) ?? ""
    if !text.isEmpty { print(text) }
  }
}
