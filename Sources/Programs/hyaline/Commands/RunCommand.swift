import ArgumentParser
import CPlatform
import Glibc
import Logging
import Loop
import Modules
import Settings
import ShellModel

/// `hyaline run`: shows the bar and notifications until a signal ends it.
struct RunCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Show the bar and notifications (the default).")

  @Option(name: .long, help: "The settings file; ~/.config/hyaline/settings.toml if not given.")
  var settings: String?

  @Flag(help: "Show no notifications.")
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

  func run() throws { try onMainThread { throw ExitCode(try show()) } }

  /// Shows and serves until a signal or the compositor ends the program; returns the exit status.
  @MainActor private func show() throws -> Int32 {
    // Captured pixels must not reach the disk in a core dump.
    hyaline_disable_core_dumps()
    let loop = try EventLoop()
    var app: App?
    // Signals are blocked before any library starts a thread, which could receive them otherwise.
    let signals = try loop.onSignal([SIGTERM, SIGINT, SIGHUP] + RealTimeSignals.all) { app?.receive($0) }
    defer { signals.cancel() }
    guard let path = settings ?? Settings.standardPath(Environment.value) else {
      throw StartError("no settings file: neither XDG_CONFIG_HOME nor HOME is set")
    }
    // A file that was named is expected to exist.
    if let settings, unsafe access(settings, F_OK) != 0 {
      Log.warning("\(settings): no such file; the defaults hold until there is one")
    }
    app = App(loop, settingsPath: path, options: options)
    defer { app = nil }
    return try app!.run()
  }
}
