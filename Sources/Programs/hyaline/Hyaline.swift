import ArgumentParser

/// The root of the command line; without a subcommand it shows the bar.
struct Hyaline: ParsableCommand {
  /// Told on the command line, and over the bus.
  nonisolated static let version = "0.1.0"

  nonisolated static let configuration = CommandConfiguration(
    commandName: "hyaline",
    abstract: "A status bar of live glass for Wayland.",
    version: version,
    subcommands: [
      RunCommand.self, CheckCommand.self, SettingsCommand.self, PreviewCommand.self, GalleryCommand.self,
      BarCommand.self, ReloadCommand.self, NotificationsCommand.self, SnapshotCommand.self,
      DoctorCommand.self, DemoCommand.self,
      DecoderCommand.self, RehearsalCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}
