import Application
import ArgumentParser

/// The root of the command line; without a subcommand it runs the bar and notifications.
struct Hyaline: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "hyaline",
    abstract: "A status bar of live glass for Wayland.",
    version: OwnProgram.version,
    subcommands: [
      RunCommand.self, CheckCommand.self, SettingsCommand.self, PreviewCommand.self, GalleryCommand.self,
      SymbolsCommand.self,
      BarCommand.self, ReloadCommand.self, NotificationsCommand.self, SnapshotCommand.self,
      DoctorCommand.self, DemoCommand.self,
      DecoderCommand.self, RehearsalCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}
