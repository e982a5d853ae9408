import ModuleModel
import Scenes
import Testing

struct FormattedLinesTests {
  private static let fields = [
    FieldSummary("a", .text, example: "x", "a text"), FieldSummary("b", .text, example: "x", "a text"),
    FieldSummary("n", .integer, .percent, example: "1", "a number"),
  ]

  private func lines(_ format: String, _ values: [String: FieldValue]) throws -> [FormattedLines.Line] {
    FormattedLines(try FormatTemplate(format, fields: Self.fields), values, marking: "b").lines
  }

  @Test func `lines of a format are lines, and line breaks of values stay in them`() throws {
    let lines = try lines(
      "{a}:\n{b} {n}%\nend", ["a": .text("1\n2"), "b": .text("<x>"), "n": .integer(4, .percent)])
    #expect(lines.map(\.text.string) == ["1\n2:", "<x> 4%", "end"])
    #expect(lines.map(\.markedStart) == [nil, 0, nil])
  }

  @Test func `a line of which nothing is left is dropped, but not an empty one of the format`() throws {
    let values: [String: FieldValue] = ["a": .text("x")]
    #expect(try lines("{a}\n{b}\n<small>{n}%</small>\n\nz", values).map(\.text.string) == ["x", "", "z"])
    #expect(try lines("{b}", values) == [])
  }

  @Test func `the marked field begins where it stands, also within markup across lines`() throws {
    let body = FieldValue.markup("<i>é</i>&amp;c", plain: "é&c")
    let lines = try lines("<b>é{a}\n–{b}</b>!", ["a": .text("q"), "b": body])
    #expect(lines.map(\.text.string) == ["éq", "–é&c!"])
    #expect(lines[1].markedStart == 3)
    #expect(lines[1].text.runs.contains { $0.range == 3..<5 && $0.style.isItalic && $0.style.weight == 700 })
    #expect(lines[0].text.runs.map(\.range) == [0..<3])
  }

  @Test func `a value cannot turn what is beside it, and the places of styles in it stay`() throws {
    let body = FieldValue.markup("\u{202E}x<i>é</i>", plain: "\u{202E}xé")
    let line = try #require(
      try lines("{a} {n}% {b}", ["a": .text("\u{202B}1<"), "b": body, "n": .integer(4, .percent)]).first)
    #expect(Array(line.text.string.unicodeScalars) == Array("\u{2060}1< 4% \u{2060}xé".unicodeScalars))
    #expect(line.markedStart == 9 && line.text.runs.map(\.range) == [13..<15])
  }

  @Test func `a value cannot turn what is beside it by references either`() throws {
    let markup = "&#x202E;x&#8294;y&#x2069;<i>é</i>&amp;#x202E;"
    let body = FieldValue.markup(markup, plain: "xyé&#x202E;")
    let line = try #require(try lines("{b}", ["b": body]).first)
    #expect(
      Array(line.text.string.unicodeScalars) == Array("\u{2060}x\u{2066}y\u{2069}é&#x202E;".unicodeScalars))
    #expect(line.text.runs.map(\.range) == [11..<13])
  }

  @Test func `parts have inks of the format`() throws {
    let lines = try lines("<span color=\"#ff0000\">{a}</span>\n{a}", ["a": .text("x")])
    #expect(lines.map { $0.text.inks.map(\.ink) } == [[.colour([1, 0, 0, 1])], []])
  }
}
