import Testing

@testable import Import

struct DunstReaderTests {
  private static func read(_ text: String) throws -> DunstFile {
    try DunstReader.read(Array(text.utf8), file: "dunstrc")
  }

  @Test(arguments: [
    ("a = b", "b"), ("a=b c", "b c"), ("a = \"#303030\"", "#303030"), ("a = #303030", ""),
    ("a = Hack 10  ; the rest", "Hack 10"), ("a = \"#101010\" # dark", "#101010"),
    ("a = \"x;y#z\"", "x;y#z"), ("a = \"<b>%s</b>\\n%b\"", "<b>%s</b>\\n%b"), ("a =", ""),
    ("a = b \"c # d\" e # f", "b \"c # d\" e"), ("\ta = (24, 24)\t\r", "(24, 24)"),
  ])
  func `a value ends at a comment outside quotes, and loses its quotes`(line: String, value: String) throws {
    let file = try Self.read("[global]\n\(line)\n")
    #expect(file.problems == [])
    #expect(file.sections[0].options.map(\.value) == [value])
    #expect(file.sections[0].options[0].key == "a")
  }

  @Test func `sections of one name are one, and the last value of a key is in force`() throws {
    let file = try Self.read("[a]\nx = 1\n[b]\nx = 2\n[a]\n  x = 3\ny =\n")
    #expect(file.sections.map(\.name) == ["a", "b"])
    #expect(file.section("a")?.option("x")?.value == "3")
    #expect(file.section("a")?.option("x")?.place == SourcePlace(file: "dunstrc", line: 6, column: 3))
    #expect(file.section("a")?.option("y") == nil)
  }

  @Test func `lines that dunst ignores are listed with the reason`() throws {
    let file = try Self.read("x = 1\n[global\n[global]\n; a comment\nno value\nfont = \"Mono\n")
    #expect(
      file.problems.map { "\($0.place.line): \($0.words)" } == [
        "1: the line belongs to no section", "2: the bracket is not closed",
        "5: there is no \"=\" in the line", "6: a quote is not closed",
      ])
  }

  @Test(
    arguments: [
      ("900ms", 0.9), ("3s", 3), ("7", 7), ("2m", 120), ("1h", 3600), ("1d", 86400), ("-1", -1), ("5 s", 5),
      ("x", nil), ("3y", nil), ("", nil),
    ] as [(String, Double?)])
  func `durations have units`(text: String, seconds: Double?) {
    #expect(DunstValue.seconds(text) == seconds)
  }

  @Test(
    arguments: [
      ("320", [320]), ("(0, 300)", [0, 300]), ("10x50", [10, 50]), ("(24,24)", [24, 24]),
      ("-24+36", [-24, 36]),
      ("30x-5", [30, -5]), ("12 x 48", [12, 48]), ("a", nil),
    ] as [(String, [Int]?)])
  func `ranges and places are numbers`(text: String, numbers: [Int]?) {
    #expect(DunstValue.numbers(text) == numbers)
  }

  @Test func `the old geometry has a size and a place`() {
    let full = DunstValue.Geometry("420x6-24+36")
    #expect(full?.width == 420 && full?.count == 6 && full?.x == 24 && full?.y == 36)
    #expect(full?.isAtRight == true && full?.isAtBottom == false)
    let short = DunstValue.Geometry("x5+0-10")
    #expect(
      short?.width == nil && short?.count == 5 && short?.isAtRight == false && short?.isAtBottom == true)
    #expect(DunstValue.Geometry("300x5") == nil && DunstValue.Geometry("") == nil)
  }

  @Test func `colours may have one digit for each channel`() {
    #expect(DunstValue.colour("#abc") == "#AABBCC" && DunstValue.colour("#2e3238e0") == "#2E3238E0")
    #expect(DunstValue.colour("red") == nil && DunstValue.colour("#12345") == nil)
  }
}
