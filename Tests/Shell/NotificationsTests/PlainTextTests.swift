import Testing

@testable import Notifications

struct PlainTextTests {
  @Test(arguments: [
    ("", 4, ""), ("abc", 4, "abc"), ("abcd", 4, "abcd"), ("abcde", 4, "abcd"), ("äöü", 4, "äö"),
    ("äöü", 5, "äö"),
    ("世界", 4, "世"), ("😀", 3, ""), ("a😀", 4, "a"),
  ])
  func `a text is cut between characters`(text: String, limit: Int, expected: String) {
    #expect(PlainText.cut(text, limit) == expected)
  }

  @Test(arguments: [
    ("a\nb\tc", "a b c"), ("  a  ", "a"), ("\u{1B}[31mred\u{7}", "[31mred"), ("a\u{2028}b", "a b"),
    ("\n\n", ""), ("\u{200B}", ""), (" \u{FEFF}\u{200D} ", ""), ("\u{A0}", ""), ("❤\u{FE0F}", "❤\u{FE0F}"),
  ])
  func `a line has no control characters and no space at its ends`(text: String, expected: String) {
    #expect(PlainText.line(text, 100) == expected)
  }
}
