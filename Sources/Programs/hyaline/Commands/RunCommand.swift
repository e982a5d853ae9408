import Application
import Arguments
import ShellModel

/// `hyaline run`: shows the bar and notifications until a signal ends it.
struct RunCommand: RunnableCommand {
  var settings: String?
  var barOnly = false
  var notificationsOnly = false
  var replace = false

  static var rows: [Row<Self>] {
    [
      .settings(\.settings),
      .flag("bar-only", \.barOnly, "Leave notifications to other programs."),
      .flag("notifications-only", \.notificationsOnly, excludes: "bar-only", "Show no bar."),
      .flag(
        "replace", \.replace,
        "Take notifications over from the program that shows them now, if it allows that."),
    ]
  }

  func validate() throws(ValidationError) {
    if barOnly, replace { throw ValidationError("--bar-only and --replace exclude each other") }
  }

  /// The options of the run, by the command line.
  var options: RunOptions {
    RunOptions(parts: barOnly ? .bars : notificationsOnly ? .notifications : .all, replaces: replace)
  }

  func run() throws { throw ExitStatus(try Run.start(settingsPath: settings, options: options)) }
}
