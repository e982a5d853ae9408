import Loop
import Testing

struct TextSearchTests {
  @Test(
    arguments: [
      ("a: b: c", ": ", "b: c"), ("abc", "abc", ""), ("abc", "", "abc"), ("", "", ""), ("", "a", nil),
      ("aab", "ab", ""), ("abc", "abcd", nil), ("wl_surface@3: error 2: words", ": error ", "2: words"),
    ] as [(String, String, String?)])
  func `the text behind the first occurrence is found`(text: String, part: String, rest: String?) {
    #expect(text.text(after: part).map(String.init) == rest)
  }
}
