/// The part of swaync's own style sheet that banners have a counterpart for.
///
/// swaync reads it behind that of the user: it holds for the properties that the user's has not for a widget, whatever the selectors.
enum SwayncUsualStyle {
  /// The name of the style sheet, which is no file.
  static let file = ""

  /// The values that a style sheet may set in `:root`.
  private static let usualVariables = [
    "--noti-bg": "48, 48, 48", "--noti-bg-alpha": "0.8", "--noti-border-color": "rgba(255, 255, 255, 0.15)",
    "--border": "", "--border-radius": "12px", "--text-color": "#ffffff", "--font-size-body": "15px",
    "--font-size-summary": "16px",
  ]

  /// Whether a rule only has values of variables, which the rules that use them are about.
  static func isKnown(_ rule: StyleSheet.Rule) -> Bool {
    rule.selectorText == ":root" && rule.declarations.allSatisfy { $0.property.hasPrefix("--") }
  }

  /// A style sheet of the user without names of variables, of which those of swaync have values in any case.
  static func resolved(_ sheet: StyleSheet) -> StyleSheet {
    sheet.resolving(StyleVariables(usualVariables.merging(variables(of: sheet)) { $1 }))
  }

  /// The variables that a style sheet sets.
  static func variables(of sheet: StyleSheet) -> [String: String] {
    sheet.rules.filter { $0.selectorText == ":root" }.flatMap(\.declarations)
      .reduce(into: [:]) { $0[$1.property] = $1.value }
  }

  /// Makes the style sheet with the values of variables.
  static func sheet(_ variables: [String: String]) -> StyleSheet {
    func value(_ name: String) -> String { variables[name] ?? usualVariables[name] ?? "" }
    let border = value("--border").isEmpty ? "1px solid \(value("--noti-border-color"))" : value("--border")
    let text = """
      .notification-background { padding: 6px 12px; }
      .notification {
        border-radius: \(value("--border-radius"));
        border: \(border);
        background-color: rgba(\(value("--noti-bg")), \(value("--noti-bg-alpha")));
      }
      .notification-default-action { padding: 4px; }
      .image { margin: 4px; }
      .summary { color: \(value("--text-color")); font-size: \(value("--font-size-summary")); font-weight: bold; }
      .body { color: \(value("--text-color")); font-size: \(value("--font-size-body")); }
      """
    let none = SourceFiles(read: { _, _ in nil }, names: { _ in [] }, variable: { _ in nil })
    var report = ImportReport()
    return (try? StyleSheet.read(Array(text.utf8), file: file, files: none, report: &report)) ?? StyleSheet()
  }
}
