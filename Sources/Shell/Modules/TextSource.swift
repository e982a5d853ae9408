import Settings

/// Delivers one text, once.
final class TextSource: ModuleSource {
  init(settings: TextSettings, outlet: ModuleOutlet) {
    outlet.show(settings.text)
  }

  func stop() {}
}
