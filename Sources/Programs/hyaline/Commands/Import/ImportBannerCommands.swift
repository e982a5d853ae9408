import Application
import Arguments
import Import

/// A command that makes settings of banners of the configuration of a notification daemon.
protocol BannerImportCommand: RunnableCommand {
  static var daemon: NotificationDaemon { get }
  /// The usual path of the configuration, below the folder of configurations.
  static var usualPath: String { get }
  var file: String? { get set }
  var out: String? { get set }
  var force: Bool { get set }
}

extension BannerImportCommand {
  static var rows: [Row<Self>] { [configuration, .importOut(\.out), .importForce(\.force)] }

  fileprivate static var configuration: Row<Self> {
    .configuration(\.file, "which is ~/.config/\(usualPath) if none is named.")
  }

  func run() throws { try importBanners(style: nil) }

  /// Imports the configuration; `style` is the path of the style sheet.
  fileprivate func importBanners(style: String?) throws {
    let daemon = Self.daemon
    let imported: BannerImport
    do throws(ImportError) {
      imported = try BannerImport(
        of: daemon, file, style: style, from: .system(),
        measure: SystemText.measure(hintsMetrics: daemon != .swaync))
    } catch {
      throw StartError(error.description)
    }
    try ImportTarget(path: out, replaces: force).write(
      imported.settings, imported.report, of: daemon.rawValue,
      tables: [["notifications"]] + imported.materials.map { ["materials", $0] },
      ofNewFiles: ["hint_font_metrics"])
  }
}

/// `hyaline import mako`: makes settings of banners of the configuration of mako.
struct ImportMakoCommand: @MainActor BannerImportCommand {
  static let daemon = NotificationDaemon.mako
  static let usualPath = "mako/config"
  var file: String?
  var out: String?
  var force = false
}

/// `hyaline import dunst`: makes settings of banners of the configuration of dunst.
struct ImportDunstCommand: @MainActor BannerImportCommand {
  static let daemon = NotificationDaemon.dunst
  static let usualPath = "dunst/dunstrc"
  var file: String?
  var out: String?
  var force = false
}

/// `hyaline import swaync`: makes settings of banners of the configuration of swaync.
struct ImportSwayncCommand: @MainActor BannerImportCommand {
  static let daemon = NotificationDaemon.swaync
  static let usualPath = "swaync/config.json"
  var file: String?
  var style: String?
  var out: String?
  var force = false

  static var rows: [Row<Self>] {
    [configuration, .importStyle(\.style), .importOut(\.out), .importForce(\.force)]
  }

  func run() throws { try importBanners(style: style) }
}

extension Row where Values: RunnableCommand {
  /// The argument of commands that import a configuration; `text` describes the one that is read without it.
  static func configuration(_ path: WritableKeyPath<Values, String?>, _ text: String) -> Row {
    .argument("file", path, .file, "The configuration, \(text)")
  }

  /// The option `--style` of commands that import a style sheet too.
  static func importStyle(_ path: WritableKeyPath<Values, String?>) -> Row {
    .option(
      "style", path, "file", .file,
      "The style sheet, which is style.css beside the configuration if none is named.")
  }

  /// The option `--out` of commands that import.
  static func importOut(_ path: WritableKeyPath<Values, String?>) -> Row {
    .option(
      "out", short: "o", path, "settings", .file,
      "The settings file to write, which is ~/.config/hyaline/settings.toml if none is named; - prints them.")
  }

  /// The flag `--force` of commands that import.
  static func importForce(_ path: WritableKeyPath<Values, Bool>) -> Row {
    .flag("force", path, "Replace tables that the settings file has already, and keep a copy of it.")
  }
}
