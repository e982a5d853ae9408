import Testing

@testable import Loop

struct LogLineTests {
  @Test(arguments: [
    ("plain text", "plain text"),
    ("Grüße, 日本語 👩‍👩‍👧", "Grüße, 日本語 👩‍👩‍👧"),
    ("\u{1b}]0;title\u{7}", #"\u{1b}]0;title\u{7}"#),
    ("one\nhyaline: error: two\r\n", #"one\u{a}hyaline: error: two\u{d}\u{a}"#),
    ("a\tb\u{0}c\u{7f}", #"a\u{9}b\u{0}c\u{7f}"#),
    ("\u{9b}2J\u{85}", #"\u{9b}2J\u{85}"#),
    ("a\u{2028}b\u{2029}c", #"a\u{2028}b\u{2029}c"#),
    ("\u{202e}txt.exe\u{2066}\u{200f}\u{61c}", #"\u{202e}txt.exe\u{2066}\u{200f}\u{61c}"#),
  ])
  func `texts of others neither control a terminal nor begin a line`(text: String, written: String) {
    #expect(String(decoding: LogLine(text).bytes, as: UTF8.self) == written + "\n")
  }

  @Test(arguments: ["x", "é", "日", "👍", "\u{1b}"])
  func `a long line is cut between two characters`(character: String) {
    let unit = String(decoding: LogLine(character).bytes.dropLast(), as: UTF8.self)
    for count in [4000, 4092, 4093, 4095, 4096, 100_000] {
      let bytes = LogLine(String(repeating: character, count: count)).bytes
      #expect(bytes.count <= LogLine.mostBytes)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("\u{fffd}") && text.hasSuffix("\n"))
      let isCut = unit.utf8.count * count + 1 > LogLine.mostBytes
      #expect(text.hasSuffix("…\n") == isCut)
      #expect(bytes.count > LogLine.mostBytes - 16 || !isCut)
    }
  }
}
