import Application
import Arguments
import Import

/// `hyaline import mako`: makes settings of banners of the configuration of mako.
struct ImportMakoCommand: RunnableCommand {
  var file: String?
  var out: String?
  var force = false

  static var rows: [Row<Self>] {
    [
      .configuration(\.file, "which is ~/.config/mako/config if none is named."), .importOut(\.out),
      .importForce(\.force),
    ]
  }

  func run() throws {
    try ImportTarget(path: out, replaces: force).importBanners(of: .mako, file)
  }
}

/// `hyaline import dunst`: makes settings of banners of the configuration of dunst.
struct ImportDunstCommand: RunnableCommand {
  var file: String?
  var out: String?
  var force = false

  static var rows: [Row<Self>] {
    [
      .configuration(\.file, "which is ~/.config/dunst/dunstrc if none is named."), .importOut(\.out),
      .importForce(\.force),
    ]
  }

  func run() throws {
    try ImportTarget(path: out, replaces: force).importBanners(of: .dunst, file)
  }
}

/// `hyaline import swaync`: makes settings of banners of the configuration of swaync.
struct ImportSwayncCommand: RunnableCommand {
  var file: String?
  var style: String?
  var out: String?
  var force = false

  static var rows: [Row<Self>] {
    [
      .configuration(\.file, "which is ~/.config/swaync/config.json if none is named."),
      .option(
        "style", \.style, "file", .file,
        "The style sheet, which is style.css beside the configuration if none is named."),
      .importOut(\.out), .importForce(\.force),
    ]
  }

  func run() throws {
    try ImportTarget(path: out, replaces: force).importBanners(of: .swaync, file, style: style)
  }
}

extension ImportTarget {
  /// Imports the configuration of a daemon.
  fileprivate func importBanners(
    of daemon: NotificationDaemon, _ file: String?, style: String? = nil
  ) throws {
    let imported: BannerImport
    do throws(ImportError) {
      imported = try BannerImport(
        of: daemon, file, style: style, from: .system(),
        measure: SystemText.measure(hintsMetrics: daemon != .swaync))
    } catch {
      throw StartError(error.description)
    }
    try write(
      imported.settings, imported.report, of: daemon.rawValue,
      tables: [["notifications"]] + imported.materials.map { ["materials", $0] },
      ofNewFiles: ["hint_font_metrics"])
  }
}

extension Row where Values: RunnableCommand {
  /// The argument of commands that import a configuration; `text` describes the one that is read without it.
  static func configuration(_ path: WritableKeyPath<Values, String?>, _ text: String) -> Row {
    .argument("file", path, .file, "The configuration, \(text)")
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
