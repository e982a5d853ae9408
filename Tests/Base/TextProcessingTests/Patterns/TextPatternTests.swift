import Testing

@testable import TextProcessing

struct TextPatternTests {
  @Test(
    arguments: [
      ("Signal", "Signal", true), ("Signal", "Signal ", false), ("Sig*", "Signal", true), ("*", "", true),
      ("?", "", false),
      ("?", "😀", true), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false), ("\\*", "*", true),
      ("\\*", "a", false),
      ("a*b*c", "aXbYc", true), ("a*b*c", "aXcYb", false), ("", "", true), ("", "a", false),
      ("a/b", "a/b", true),
      ("/b/", "abc", true), ("/^b/", "abc", false), ("/^$/", "", true), ("/a|b/", "xb", true),
      ("/(a|bc)+d/", "abcad", true),
      ("/a{2,3}b/", "aab", true), ("/^a{2,3}b/", "aaaab", false), ("/a{2}$/", "aaa", true),
      ("/x?y/", "y", true),
      ("/\\d+:\\d\\d/", "at 9:41", true), ("/\\bmail\\b/", "e-mail", true), ("/\\bmail\\b/", "emails", false),
      ("/HELLO/i", "say hello", true), ("/HELLO/", "say hello", false), ("/[A-Z]+é/i", "CAFÉ", true),
      ("/[^a-z]/", "abc", false), ("/[]a]/", "]", true), ("/[\\d-]/", "-", true), ("/a.c/", "a😀c", true),
      ("/(?:ab)*c$/", "ababc", true), ("/\\//", "a/b", true), ("/a??b/", "b", true),
      ("[[:alpha:]]", "é", true), ("?", "é", true), ("?", "e\u{301}", false), ("[é-ü]", "ö", true),
      ("[a\\]]", "]", true), ("a*", "a\nb", true), ("*", "a/b", true), ("[.]", "a", false),
      ("/^a.b$/", "a\nb", true), ("/a$/", "a\n", false), ("/\\bñandú\\b/", "el ñandú", true),
      ("/(.)\\1/", "aa", true), ("/(?=a)[a-c]{2}/", "xab", true), ("/ÄRGER/i", "ärger", true),
      ("/(?<!no )mail/", "no mail", false), ("//", "", true), ("/a{,3}/", "a{,3}", true),
      ("/re/x", "/re/x", true),
    ] as [(String, String, Bool)])
  func `a pattern finds what it describes`(pattern: String, text: String, expected: Bool) throws {
    #expect(try TextPattern(pattern).matches(text) == expected)
  }

  @Test(
    arguments: [
      ("[a", "\"[\" without \"]\", at character 1"),
      ("[b-a]", "range out of order in \"[]\", at character 4"),
      ("x[!", "\"[\" without \"]\", at character 2"), ("[]", "\"[\" without \"]\", at character 1"),
      ("a\\", "\"\\\" at the end"), ("a\0", "a NUL character"),
      (String(repeating: "a", count: 1025), "at most 1024 characters"),
    ] as [(String, String)])
  func `a mistake is named with its place`(pattern: String, words: String) {
    #expect(throws: TextPattern.Mistake(words: words)) { try TextPattern(pattern) }
  }

  /// The place is PCRE2's own, and its versions name different ones of the same mistake.
  @Test(
    arguments: [
      ("(a", "missing closing parenthesis"), ("a)", "unmatched closing parenthesis"),
      ("a)|(b", "unmatched closing parenthesis"), ("é*+*", "quantifier does not follow a repeatable item"),
      ("a{3,2}", "numbers out of order in {} quantifier"), ("\\1", "reference to non-existent subpattern"),
      ("(((a{200}){200}){200})", "regular expression is too large"),
      ("[b-a]", "range out of order in character class"),
      (String(repeating: "(", count: 500), "parentheses are too deeply nested"),
    ] as [(String, String)])
  func `a mistake in a regular expression is named with a place in it`(pattern: String, words: String) throws
  {
    let mistake = try #require(throws: TextPattern.Mistake.self) { try TextPattern("/\(pattern)/") }
    let parts = mistake.words.split(separator: ", at character ", maxSplits: 1)
    #expect(parts.first.map(String.init) == words)
    // The text has a slash before the expression and one after it.
    let place = try #require(parts.last.flatMap { Int($0) })
    #expect((2...pattern.count + 2).contains(place), "\(mistake.words)")
  }

  @Test(arguments: [
    "(a+)+$", "(a|a)*b", "(a*)*b", #"(\w|\s)*\d"#, #"[a-z ]*\d"#, "a.*a.*a.*a9",
    "(?:a(?:a(?R)?)?)+9",
  ])
  func `a search ends whatever the text`(pattern: String) throws {
    // The text is as long as the body of a notification may be.
    let text = String(repeating: "a", count: 8191) + "!"
    let expression = try RegularExpression(pattern, isCaseless: false)
    // Searches from each place of the text would each stay below the limit, and together take seconds.
    #expect(expression.search(text) == .gaveUp)
    #expect(try !TextPattern("/\(pattern)/").matches(text))
  }

  @Test(arguments: ["a*!", "(?:a|b)*!", "a.*!$", "^a+!", "!"])
  func `the longest text is searched to its end`(pattern: String) throws {
    let text = String(repeating: "a", count: 8191) + "!"
    #expect(try RegularExpression(pattern, isCaseless: false).search(text) == .found)
  }

  @Test func `a glob ends whatever the text`() throws {
    let text = String(repeating: "a", count: 8191) + "!"
    #expect(try !TextPattern("*a*a*a*a*a*b").matches(text))
    #expect(try TextPattern("*a*a*a*a*a*!").matches(text))
  }

  @Test(
    arguments: [
      ("/(.*) - Firefox$/", "$1", "news - Firefox", "news"), ("/(.*) - Firefox$/", "$1", "news", nil),
      ("/(a)|(b)/", "[$1$2]", "xbx", "[b]"), ("*Firefox", "web", "news - Firefox", "web"),
      ("*Firefox", "$1", "Firefox", ""), ("/é(.)/", "$1$1", "aéüx", "üü"),
      ("/a/", "$$1 $x $", "a", "$1 $x $"),
      ("/(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)/", "$9$10", "abcdefghij", "ia0"), ("/x?/", "y", "", "y"),
    ] as [(String, String, String, String?)])
  func `a text in which a pattern is found becomes the replacement with its groups`(
    pattern: String, replacement: String, text: String, result: String?
  ) throws {
    #expect(TextRewrite(try TextPattern(pattern), replacement).rewritten(text) == result)
  }

  @Test func `the first rule that applies counts`() throws {
    let rules = [("b", "1"), ("/a/", "2"), ("*", "3")].map { (pattern: $0.0, text: $0.1) }
    let rewrites = try rules.map { TextRewrite(try TextPattern($0.pattern), $0.text) }
    #expect(["b", "xa", "c"].map { TextRewrite.first(of: rewrites, on: $0) } == ["1", "2", "3"])
    #expect(TextRewrite.first(of: [], on: "c") == "c")
  }
}
