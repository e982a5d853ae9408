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
    outlet.show(.text(text))
  }

  func stop() { outlet.close() }

  func refresh() { outlet.show(.text(text)) }

  func show(text: String) { outlet.show(.text(text)) }
}
