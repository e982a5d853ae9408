import Testing

@testable import Import

struct JSONCReaderTests {
  private func read(_ text: String) throws -> SourceValue {
    try JSONCReader.read(Array(text.utf8), file: "config.jsonc")
  }

  @Test func `comments, trailing commas and text behind the object are accepted`() throws {
    let value = try read(
      """
      // first
      { "a": 1, /* "b": 2, */ "url": "https://x // y", "list": [1, 2,], } } more
      """)
    #expect(value["a"]?.number == 1)
    #expect(value["b"] == nil)
    #expect(value["url"]?.string == "https://x // y")
    #expect(value["list"]?.elements?.count == 2)
  }

  @Test func `the last of members with one name counts`() throws {
    let value = try read(#"{ "a": 1, "b": 2, "a": 3 }"#)
    #expect(value["a"]?.number == 3)
    #expect(value.members.map(\.name) == ["a", "b"])
  }

  @Test(arguments: [
    (#""\x41\x42""#, "AB"), (#""\u2630""#, "☰"), (#""\ud83d\ude00""#, "😀"), (#""\ud83d!""#, "\u{FFFD}!"),
    (#""a\tb\/c""#, "a\tb/c"), ("\"tab\there\"", "tab\there"),
  ])
  func `escapes are read as jsoncpp reads them`(text: String, expected: String) throws {
    #expect(try read(text).string == expected)
  }

  @Test func `values know their places`() throws {
    let value = try read("{\n  \"ä\": 1,\n  \"ö\": {\"b\": true}\n}")
    #expect(value.member("ö")?.place == SourcePlace(file: "config.jsonc", line: 3, column: 3))
    #expect(value["ö"]?.member("b")?.value.place == SourcePlace(file: "config.jsonc", line: 3, column: 14))
  }

  @Test(arguments: [
    ("{ \"a\" 1 }", "config.jsonc:1:7: expected \":\""),
    ("{ \"a\": 1", "config.jsonc:1:9: expected \",\" or \"}\""),
    ("{ \"a\": abc }", "config.jsonc:1:8: expected a value"),
    ("{ /* open", "config.jsonc:1:3: expected the end of this comment, \"*/\""),
    ("[\"open", "config.jsonc:1:2: expected the end of this string, a quotation mark"),
  ])
  func `a mistake is reported with its place`(text: String, message: String) {
    let error = #expect(throws: ImportError.self) { try read(text) }
    #expect(error?.description == message)
  }

  @Test func `nesting is bounded`() {
    #expect(throws: ImportError.self) { try read(String(repeating: "[", count: 100_000)) }
  }

  @Test func `members of the first value count when objects are merged`() throws {
    let merged = try read(#"{"a": {"x": 1}, "b": 2}"#).merged(with: read(#"{"a": {"x": 3, "y": 4}, "c": 5}"#))
    #expect(merged.summary == #"{"a": {"x": 1, "y": 4}, "b": 2, "c": 5}"#)
  }
}
