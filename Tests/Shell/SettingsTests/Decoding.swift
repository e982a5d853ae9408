import Settings
import Testing
import Toml

/// The settings in a text, and the messages that it gives as `settings.toml`.
func decode(_ text: String) -> (settings: Settings, messages: [String]) {
  let (settings, diagnostics) = SettingsFile.decode(Array(text.utf8))
  return (settings, diagnostics.map { $0.message(file: "settings.toml") })
}

/// A text and the messages that it has to give, without the file's name.
nonisolated struct WrongInput: CustomTestStringConvertible, Sendable {
  var text: String
  var messages: [String]

  init(_ text: String, _ messages: String...) {
    self.text = text
    self.messages = messages
  }

  var testDescription: String { String(text.prefix(60)).debugDescription }
}
