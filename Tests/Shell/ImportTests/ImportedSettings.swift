import Settings
import Testing
import Toml

@testable import Import

/// The settings that were made of a configuration, and the account of that.
struct ImportedSettings {
  let text: String
  let report: ImportReport

  init(_ draft: BannerDraft) {
    (text, report) = (draft.settings(title: "").text, draft.report)
  }

  /// Checks that the settings have no mistake, and that they contain lines in some order.
  func expect(lines: String, _ location: SourceLocation = #_sourceLocation) {
    let (_, diagnostics) = SettingsFile.decode(Array(text.utf8))
    #expect(diagnostics == [], "\(text)", sourceLocation: location)
    var rest = text.split(separator: "\n")[...]
    for line in lines.split(separator: "\n") {
      guard let index = rest.firstIndex(of: line) else {
        Issue.record("no line \(line) in the right place of\n\(text)", sourceLocation: location)
        return
      }
      rest = rest[(index + 1)...]
    }
  }

  /// Checks that the account has lines of a kind with these beginnings, and the numbers of their places.
  func expect(_ kind: ImportReport.Kind, _ losses: String, _ location: SourceLocation = #_sourceLocation) {
    let known = report.entries(kind).map { "\($0.place?.line ?? 0) \($0.text)" }
    for loss in losses.split(separator: "\n") {
      #expect(known.contains { $0.hasPrefix(loss) }, "\(loss) in \(known)", sourceLocation: location)
    }
  }

  /// Checks that the account has a line for each of some options.
  func expectAccount(of options: [SourceOption], _ location: SourceLocation = #_sourceLocation) {
    for option in options {
      let isNamed = report.entries.contains { entry in
        entry.place == option.place || entry.text.has(option.words)
      }
      #expect(isNamed, "\(option.place) \(option.words)", sourceLocation: location)
    }
  }
}
