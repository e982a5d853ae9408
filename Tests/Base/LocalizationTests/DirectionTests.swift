import Testing

@testable import Localization

@Suite struct DirectionTests {
  @Test(arguments: [
    ("", ""), ("title … 日本 שלום \u{200F}", "title … 日本 שלום \u{200F}"),
    // These texts have overrides and embeddings.
    ("a\u{202E}gpj.exe", "a\u{2060}gpj.exe"), ("\u{202E}a\u{202C}b", "\u{2067}a\u{2069}b"),
    ("\u{202D}a\u{202C}b", "\u{2066}a\u{2069}b"), ("\u{202B}a\u{202C}", "\u{2067}a\u{2069}"),
    ("\u{202A}a\u{202C}", "\u{2066}a\u{2069}"), ("\u{202A}a", "\u{2060}a"),
    // These texts have isolates.
    ("\u{2068}a\u{2069} \u{2066}b\u{2069}", "\u{2068}a\u{2069} \u{2066}b\u{2069}"),
    ("\u{2067}a", "\u{2060}a"), ("\u{2067}\u{2067}a\u{2069}", "\u{2060}\u{2067}a\u{2069}"),
    // These texts have ends of nothing.
    ("a\u{202C}b\u{2069}", "a\u{2060}b\u{2060}"),
    // These texts have controls within others.
    ("\u{2066}\u{202E}a\u{2069}b", "\u{2066}\u{2060}a\u{2069}b"),
    ("\u{202B}\u{2066}a\u{202C}b\u{2069}c\u{202C}", "\u{2067}\u{2066}a\u{2060}b\u{2069}c\u{2069}"),
  ]) func `controls of direction end with their text`(text: String, contained: String) {
    let result = text.withOwnDirections
    // The scalars are compared, since strings that are canonically equivalent are equal.
    #expect(Array(result.unicodeScalars) == Array(contained.unicodeScalars))
    #expect(result.utf8.count == text.utf8.count && result.withOwnDirections == result)
  }

  @Test func `a name in a list cannot turn the others`() {
    #expect(["\u{202E}a", "b", "\u{202B}c\u{202C}"].listed() == "\u{2060}a, b, \u{2067}c\u{2069}")
  }

  @Test func `a value of a phrase cannot turn the rest of it`() {
    #expect(
      ("\("\u{202E}a") and \("b\u{2069}")" as Phrase).text("\u{2068}{0}\u{2069}, \u{2068}{1}\u{2069}")
        == "\u{2068}\u{2060}a\u{2069}, \u{2068}b\u{2060}\u{2069}")
    // A phrase within another keeps its isolates.
    #expect(localized("\("\u{200F}\u{2068}a\u{2069}") open") == "\u{200F}\u{2068}a\u{2069} open")
  }
}
