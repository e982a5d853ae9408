import ArgumentParser
import CPlatform
import Glibc
import Loop
import Settings

/// `hyaline run`: the bar, until a signal ends it.
struct RunCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Show the bar (the default).")

  @Option(name: .long, help: "The settings file; ~/.config/hyaline/settings.toml if not given.")
  var settings: String?

  func run() throws { try onMainThread { throw ExitCode(try show()) } }

  @MainActor private func show() throws -> Int32 {
    // Captured pixels must not reach the disk in a core dump.
    hyaline_disable_core_dumps()
    let loop = try EventLoop()
    var app: App?
    // Before any library starts a thread that would take them.
    let signals = try loop.onSignal([SIGTERM, SIGINT, SIGHUP]) { app?.receive($0) }
    defer { signals.cancel() }
    guard let path = settings ?? Settings.standardPath(Environment.value) else {
      throw StartError("no settings file: neither XDG_CONFIG_HOME nor HOME is set")
    }
    app = try App(loop, settingsPath: path)
    defer { app = nil }
    return try app!.run()
  }
}
