import Settings

/// A notification daemon whose configuration can be imported.
public enum NotificationDaemon: String, CaseIterable, Sendable {
  case mako, dunst, swaync

  /// The paths at which the daemon looks for its configuration, in that order.
  public func paths(_ files: SourceFiles) -> [String] {
    let folders = [files.configurationFolder] + Settings.systemFolders(files.variable)
    return switch self {
    case .mako: [files.expanded("~/.mako/config"), "\(files.configurationFolder)/mako/config"]
    case .dunst: folders.map { "\($0)/dunst/dunstrc" }
    case .swaync: folders.map { "\($0)/swaync/config.json" }
    }
  }
}

/// Settings of notifications that were made of the configuration of another program.
public struct BannerImport {
  public let settings: SettingsDraft
  public let report: ImportReport
  /// The names of the materials that the settings have.
  public let materials: [String]

  /// Imports a configuration.
  ///
  /// - Parameters:
  ///   - path: The path of the configuration; nil: the one that the daemon itself would read.
  ///   - style: The path of the style sheet of swaync; nil: the one beside the configuration, if there is one.
  ///   - measure: A function that returns the size of a text in a font of the system; nil: it is not known.
  public init(
    of daemon: NotificationDaemon, _ path: String? = nil, style: String? = nil, from files: SourceFiles,
    measure: @escaping TextMeasure = { _, _ in nil }
  ) throws(ImportError) {
    let path = if let path { path } else { try Self.path(of: daemon, files) }
    var report = ImportReport()
    let draft: BannerDraft
    switch daemon {
    case .mako: draft = MakoImport.draft(of: try MakoReader.read(path, from: files))
    case .dunst:
      draft = DunstImport.draft(of: try DunstReader.read(path, from: files)) {
        !files.names(files.expanded($0)).isEmpty
      }
    case .swaync:
      guard let bytes = try files.text(path) else { throw ImportError(.missing(path)) }
      let root = try JSONCReader.read(bytes, file: path)
      let sheet = try StyleSheet.read(style, beside: path, files: files, report: &report)
      draft = SwayncImport.draft(of: root, style: sheet, measure: measure)
    }
    report.add(draft.report)
    var settings = draft.settings(
      title: "Settings of banners, made of \(path), the configuration of \(daemon.rawValue).")
    // The others place each letter at a whole pixel.
    if daemon != .swaync { settings.set(["hint_font_metrics"], true) }
    settings.keepDigits(measure)
    self.settings = settings
    self.report = report
    materials = draft.materialNames
  }

  private static func path(
    of daemon: NotificationDaemon, _ files: SourceFiles
  ) throws(ImportError) -> String {
    let paths = daemon.paths(files)
    for path in paths where try files.text(path) != nil { return path }
    throw ImportError(.nothingFound(paths))
  }
}
