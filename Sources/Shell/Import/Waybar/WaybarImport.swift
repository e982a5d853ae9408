import Settings

/// The settings that a configuration of Waybar becomes.
public struct WaybarImport {
  /// The settings.
  public private(set) var draft: SettingsDraft
  /// The account of what was carried over, and of what was not.
  public private(set) var report = ImportReport()

  /// The files of the configuration, in the order in which Waybar looks for them.
  public static func candidates(_ files: SourceFiles) -> [String] {
    let home = files.variable("HOME") ?? ""
    return [files.configurationFolder + "/waybar", home + "/waybar", "/etc/xdg/waybar"].flatMap { folder in
      ["config", "config.jsonc"].map { "\(folder)/\($0)" }
    }
  }

  /// The first of the candidates that exists; nil: there is none.
  public static func find(_ files: SourceFiles) -> String? {
    candidates(files).first { (try? files.text($0)) != nil }
  }

  /// Imports a configuration.
  ///
  /// - Parameters:
  ///   - path: The path of the configuration.
  ///   - style: The path of the style sheet; nil: `style.css` beside the configuration, if it exists.
  ///   - isZone: A function that returns whether the system knows a time zone.
  ///   - measure: A function that returns the size of a text in a font of the system; nil: it is not known.
  public init(
    _ path: String, style: String? = nil, files: SourceFiles,
    isZone: @escaping (String) -> Bool = { _ in true }, measure: @escaping TextMeasure = { _, _ in nil }
  ) throws(ImportError) {
    draft = SettingsDraft(title: "Made by hyaline import from the settings of Waybar, see hyaline(5).")
    let configuration = try WaybarConfiguration(path, files: files)
    report.add(configuration.report)
    // GTK 3 places each letter at a whole pixel.
    draft.set(["hint_font_metrics"], true)
    draft.begin(["colors"])
    let sheet = try sheet(style, beside: path, files)
    let start = draft
    var bars = convert(configuration.bars, sheet, files, panels: [], measure)
    // The name of a bell depends on the tables before it, so that only a second conversion can use it.
    if let first = bars.lazy.compactMap(\.ownPanel).first {
      draft = start
      bars = convert(configuration.bars, sheet, files, panels: bars.map { $0.ownPanel ?? first }, measure)
    }
    var signals = SignalAccount()
    for bar in bars {
      report.add(bar.report)
      signals.add(bar)
    }
    write(bars.last?.tables ?? ModuleTables())
    if let sheet {
      let names = configuration.bars.flatMap { bar in ["name", "id"].compactMap { bar[$0]?.string } }
      PopupLook.write(sheet, into: &draft)
      draft.name(sheet.usedColours)
      report.add(StyleLosses.report(sheet, bars: Set(names)))
    }
    report.add(signals.report(files, panel: bars.lazy.compactMap(\.ownPanel).first))
    draft.keepDigits(measure)
    settle(isZone)
  }

  /// Converts the bars; `panels` are the commands that open the panel of a bell from each of them, none if they are not known.
  private mutating func convert(
    _ bars: [SourceValue], _ sheet: StyleSheet?, _ files: SourceFiles, panels: [String],
    _ measure: @escaping TextMeasure
  ) -> [BarConversion] {
    var tables = ModuleTables()
    return bars.enumerated().map { index, bar in
      var conversion = BarConversion(
        bar, index: index, path: bars.count == 1 ? ["bar"] : ["bar", "\(index)"], sheet: sheet, files: files,
        tables: tables, panel: panels.isEmpty ? nil : panels[index], measure: measure)
      conversion.convert(into: &draft)
      tables = conversion.tables
      return conversion
    }
  }

  private mutating func sheet(
    _ style: String?, beside path: String, _ files: SourceFiles
  ) throws(ImportError) -> StyleSheet? {
    let sheet = try StyleSheet.read(style, beside: path, files: files, report: &report)
    if sheet == nil {
      report.add(.warning, "there is no style.css, so the bar has the look of hyaline", at: nil)
    }
    return sheet
  }

  private mutating func write(_ tables: ModuleTables) {
    for table in tables.order {
      draft.begin(table.path)
      for note in table.notes { draft.note(note.text, before: table.path, at: note.place) }
      for setting in table.settings {
        draft.set(table.path + setting.path, setting.value)
      }
    }
  }

  /// Removes what the settings would not take, so that the result is right in any case.
  private mutating func settle(_ isZone: @escaping (String) -> Bool) {
    for wrong in draft.removeMistakes(isZone: isZone) {
      report.add(
        .leftOut, "\(Diagnostic.key(wrong.path)): \(wrong.value) is left out: \(wrong.message)", at: nil)
    }
  }
}
