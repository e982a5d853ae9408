import Application
import ArgumentParser
import ShellModel

/// `hyaline run`: shows the bar and notifications until a signal ends it.
struct RunCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Show the bar and notifications (the default).")

  @Option(name: .long, help: "The settings file; ~/.config/hyaline/settings.toml if not given.")
  var settings: String?

  @Flag(help: "Leave notifications to other programs.")
  var barOnly = false

  @Flag(help: "Show no bar.")
  var notificationsOnly = false

  @Flag(help: "Take notifications over from the program that shows them now, if it allows that.")
  var replace = false

  func validate() throws {
    if barOnly, notificationsOnly {
      throw ValidationError("--bar-only and --notifications-only exclude each other")
    }
    if barOnly, replace { throw ValidationError("--bar-only and --replace exclude each other") }
  }

  /// The options of the run, by the command line.
  @MainActor var options: RunOptions {
    RunOptions(parts: barOnly ? .bars : notificationsOnly ? .notifications : .all, replaces: replace)
  }

  func run() throws {
    try onMainThread { throw ExitCode(try Run.start(settingsPath: settings, options: options)) }
  }
}
