import HeadlessSession
import Localization
import Scenes
import Testing
import Typography

/// The translations of a catalogue of `po`, found by texts in English with their values filled in.
///
/// A text of several phrases, one within another, may have these in another order than in the program; its width is the same.
nonisolated struct TranslatedTexts {
  /// The codes of the languages with a catalogue, and English.
  static let languages = ["en", "ar", "de", "es", "fr", "ja"]

  /// A text in English, and its translation.
  private struct Entry {
    /// The parts of the text in English before, between and behind the values; one part if there are none.
    var pieces: [String]
    /// The numbers of the values, in the order of the text in English.
    var places: [Int]
    var translation: String
  }

  private var entries: [Entry] = []

  /// Reads the catalogue of a language; English has none.
  init(_ language: String) throws {
    if language == "en" { return }
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let catalogue = try #require(readText("\(root)/po/\(language).po"))
    var keys: [String] = []
    for line in catalogue.split(separator: "\n") {
      guard let start = line.firstIndex(of: "\""), line.hasPrefix("msg") else { continue }
      let name = line[..<start]
      let text = Self.unquoted(line[start...].dropFirst().dropLast())
      if name.hasPrefix("msgid_plural") {
        keys.append(text)
      } else if name.hasPrefix("msgid") {
        keys = [text]
      } else if name.hasPrefix("msgstr") {
        let templates = keys.map(Self.template)
        // The last form of a plural is that of most numbers, and it replaces those before it.
        entries.removeAll { entry in templates.contains { $0.pieces == entry.pieces } }
        for (pieces, places) in templates where !pieces.allSatisfy(\.isEmpty) {
          entries.append(Entry(pieces: pieces, places: places, translation: text))
        }
      }
    }
    // The text with most letters of its own is meant if several fit.
    entries.sort { $0.pieces.joined().count > $1.pieces.joined().count }
  }

  /// Returns a text in the language, line by line; what is not in the catalogue, such as a name, stays as it is.
  func translation(of text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { part -> String in
      let line = String(part)
      if let own = found(line, where: { !$0.pieces[0].isEmpty }) { return own }
      // A phrase at the start of a line has a capital there, which it does not have in the catalogue.
      let lower = line.prefix(1).lowercased() + line.dropFirst()
      let phrase = found(lower) { _ in true }
      return (line == lower ? phrase : phrase?.capitalizedSentence) ?? line
    }
    .joined(separator: "\n")
  }

  private func found(_ text: String, where isMeant: (Entry) -> Bool) -> String? {
    for entry in entries where isMeant(entry) {
      guard let values = Self.values(entry.pieces, in: text) else { continue }
      return zip(entry.places, values).reduce(entry.translation) { result, value in
        result.replacing("{\(value.0)}", with: translation(of: value.1))
      }
    }
    return nil
  }

  /// The values of a text that has these pieces around them; nil: it is another text.
  private static func values(_ pieces: [String], in text: String) -> [String]? {
    guard pieces.count > 1 else { return pieces == [text] ? [] : nil }
    guard text.hasPrefix(pieces[0]) else { return nil }
    var (rest, values) = (text.dropFirst(pieces[0].count), [String]())
    for piece in pieces.dropFirst().dropLast() {
      guard let place = rest.indices.first(where: { rest[$0...].hasPrefix(piece) }) else { return nil }
      values.append(String(rest[..<place]))
      rest = rest[place...].dropFirst(piece.count)
    }
    let last = pieces[pieces.count - 1]
    guard rest.hasSuffix(last) else { return nil }
    values.append(String(rest.dropLast(last.count)))
    return values.contains("") ? nil : values
  }

  /// Divides a text with placeholders such as `{0}`.
  private static func template(_ text: String) -> (pieces: [String], places: [Int]) {
    var (pieces, places) = ([""], [Int]())
    var rest = text[...]
    while let character = rest.first {
      if character == "{", let end = rest.firstIndex(of: "}"), let place = Int(rest[..<end].dropFirst()) {
        places.append(place)
        pieces.append("")
        rest = rest[end...].dropFirst()
      } else {
        pieces[pieces.count - 1].append(character)
        rest = rest.dropFirst()
      }
    }
    return (pieces, places)
  }

  private static func unquoted(_ text: Substring) -> String {
    String(text).replacing("\\n", with: "\n").replacing("\\\"", with: "\"")
  }
}

/// Measures texts as they are in a language, with the fonts of this machine.
final class TranslatingMeasurer: @MainActor TextMeasurer {
  let texts: TranslatedTexts
  private let engine = TextEngine()
  /// The translations of texts that were measured: a layout measures each of its texts several times.
  private var translations: [String: String] = [:]

  init(texts: TranslatedTexts) {
    self.texts = texts
  }

  func measure(_ text: StyledText) -> TextExtent {
    var translated = text
    translated.string = translations[text.string] ?? texts.translation(of: text.string)
    translations[text.string] = translated.string
    let (old, new) = (text.string.utf8.count, translated.string.utf8.count)
    for index in translated.runs.indices where translated.runs[index].range == 0..<old {
      translated.runs[index].range = 0..<new
    }
    return engine.measure(translated)
  }

  func capHeight(font: String, scale: Double) -> Double { engine.capHeight(font: font, scale: scale) }
}
