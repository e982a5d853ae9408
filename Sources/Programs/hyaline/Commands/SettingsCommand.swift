import ArgumentParser
import Settings

/// `hyaline settings --default`: prints a settings file with every option commented out.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Print the default settings, every option with a comment.")

  @Flag(name: .customLong("default"), help: "Print the default settings; this option is required.")
  var isDefault = false

  func validate() throws {
    if !isDefault { throw ValidationError("expected --default") }
  }

  func run() throws { try onMainThread { print(Settings.defaultText, terminator: "") } }
}
