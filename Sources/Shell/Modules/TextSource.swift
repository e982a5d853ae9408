import Settings

/// Delivers one text, once.
final class TextSource: ReadingSource {
  init(settings: TextSettings, outlet: ReadingOutlet) {
    outlet.show(settings.text)
  }

  func stop() {}
}
