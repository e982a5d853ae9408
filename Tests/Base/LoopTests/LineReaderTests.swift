import Testing

@testable import Loop

struct LineReaderTests {
  @Test(arguments: [
    (["one\n"], ["one"], ""),
    (["one\ntwo\n"], ["two"], ""),
    (["one", "\ntwo\nthr", "ee\n"], ["two", "three"], ""),
    (["on", "e", "\n"], ["one"], ""),
    (["one\r\n"], ["one"], ""),
    (["\n"], [""], ""),
    (["one\n\n"], [""], ""),
    (["one\ntw"], ["one"], "tw"),
    (["no end"], [], "no end"),
    ([""], [], ""),
  ])
  func `a reader of newest lines takes the last line of each batch`(
    batches: [String], lines: [String], rest: String
  ) {
    var reader = LineReader(selecting: .newest)
    #expect(batches.compactMap { reader.append(Array($0.utf8)) } == lines)
    #expect((reader.finish() ?? "") == rest)
  }

  @Test(arguments: [
    (["one\ntwo\n", "three\n"], "one"),
    (["o", "ne\ntwo\n", "three"], "one"),
    (["one"], "one"),
    (["\ntwo\n"], ""),
    ([], nil),
  ])
  func `a reader of first lines takes one line of a whole stream`(batches: [String], line: String?) {
    var reader = LineReader(selecting: .first(lines: 1))
    var lines = batches.compactMap { reader.append(Array($0.utf8)) }
    if let rest = reader.finish() { lines.append(rest) }
    #expect(lines == (line.map { [$0] } ?? []))
  }

  @Test(arguments: [
    (["one\ntwo\nthree\n", "four\n"], "one\ntwo\nthree"),
    (["o", "ne\nt", "wo\n", "\nfour"], "one\ntwo\n"),
    (["one\n"], "one\n"),
    (["one\ntwo"], "one\ntwo"),
    (["\n\n\n\n"], "\n\n"),
    ([], nil),
  ])
  func `a reader of several first lines takes them as one text`(batches: [String], text: String?) {
    var reader = LineReader(selecting: .first(lines: 3))
    var texts = batches.compactMap { reader.append(Array($0.utf8)) }
    if let rest = reader.finish() { texts.append(rest) }
    #expect(texts == (text.map { [$0] } ?? []))
  }

  @Test(arguments: [
    ("12345678", "12345678"),
    ("123456789", "12345678…"),
    ("1234567é", "1234567…"),
    ("123456é", "123456é"),
    ("12345é89", "12345é8…"),
    ("123456👍", "123456…"),
    ("1234👍", "1234👍"),
    ("1234👍9", "1234👍…"),
  ])
  func `a long line is cut between characters`(line: String, shown: String) {
    var reader = LineReader(selecting: .newest, limit: 8)
    #expect(reader.append(Array((line + "\n").utf8)) == shown)
    // Byte by byte, and after a longer one, it is the same.
    var lines: [String] = []
    for byte in Array((String(repeating: "x", count: 99) + "\n" + line + "\n").utf8) {
      if let line = reader.append([byte]) { lines.append(line) }
    }
    #expect(lines == ["xxxxxxxx…", shown])
  }

  @Test func `invalid bytes are replaced`() {
    var reader = LineReader(selecting: .newest)
    #expect(reader.append([0x61, 0xFF, 0xC3, 0x62, 0x0A]) == "a\u{FFFD}\u{FFFD}b")
    #expect(reader.append([0x80, 0x80, 0x80, 0x80, 0x0A])?.isEmpty == false)
    var tiny = LineReader(selecting: .newest, limit: 2)
    #expect(tiny.append([0x80, 0x80, 0x80, 0x80, 0x0A]) == "…")
  }
}
