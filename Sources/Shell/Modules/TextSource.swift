import ModuleModel
import Settings

extension TextSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    TextSource(settings: self, outlet: start.outlet)
  }
}

/// Delivers one text, and those that take its place.
final class TextSource: Refreshes, TakesText {
  private let outlet: ModuleOutlet
  private let text: String

  init(settings: TextSettings, outlet: ModuleOutlet) {
    self.outlet = outlet
    text = settings.text
    outlet.show(Self.reading(text))
  }

  func stop() { outlet.close() }

  func refresh() { outlet.show(Self.reading(text)) }

  func show(text: String) { outlet.show(Self.reading(text)) }

  /// The reading of a text. One of spaces alone keeps its width: the module would take no room otherwise.
  private static func reading(_ text: String) -> ModuleReading {
    .text(text.allSatisfy { $0 == " " } ? String(repeating: "\u{A0}", count: text.count) : text)
  }
}
