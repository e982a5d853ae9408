import Testing

@testable import Import

struct MakoReaderTests {
  private static func read(_ texts: [String: String]) throws(ImportError) -> MakoFile {
    try MakoReader.read("/config", from: .texts(texts))
  }

  private static func read(_ text: String) throws(ImportError) -> MakoFile { try read(["/config": text]) }

  private static func failure(_ texts: [String: String]) -> String? {
    do throws(ImportError) {
      _ = try read(texts)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `options have their places, and the last of two with one key is in force`() throws {
    let file = try Self.read("# a comment\n\n  width=300\nfont=Terminus 11 \nwidth=320\r\n")
    #expect(file.general.options.map(\.key) == ["width", "font", "width"])
    #expect(file.general.option("width")?.value == "320")
    #expect(file.general.option("font")?.value == "Terminus 11")
    #expect(file.general.options[0].place == SourcePlace(file: "/config", line: 3, column: 3))
  }

  @Test func `criteria may be quoted, escaped and negated`() throws {
    let text = #"""
      [app-name="Mail Client" summary~="^(Re|Fwd): .*"]
      [app-name=Some\ Chat body~=".*@(all|here).*"]
      [!expiring  actionable=1]
      [summary~="\\[build\\] .* failed"]
      [grouped]
      """#
    let file = try Self.read(text)
    let words = file.sections.map { section in
      section.criteria.map { "\($0.field)\($0.isExpression ? "~" : "")=\($0.value)" }
    }
    #expect(
      words == [
        ["app-name=Mail Client", "summary~=^(Re|Fwd): .*"],
        ["app-name=Some Chat", "body~=.*@(all|here).*"],
        ["expiring=false", "actionable=true"],
        [#"summary~=\[build\] .* failed"#], ["grouped=true"],
      ])
    #expect(file.sections[0].criteria[1].place == SourcePlace(file: "/config", line: 1, column: 25))
    #expect(file.sections[2].place == SourcePlace(file: "/config", line: 3, column: 1))
  }

  @Test func `an included file adds its options before those behind it, and its sections`() throws {
    let file = try Self.read([
      "/config": "width=1\ninclude=~/theme\nheight=2\n[mode=a]\nwidth=3\n",
      "/home/me/theme": "width=10\n[urgency=low]\ntext-color=#000000\n",
    ])
    #expect(file.general.options.map { "\($0.key)=\($0.value)" } == ["width=1", "width=10", "height=2"])
    #expect(file.general.options[1].place.file == "/home/me/theme")
    #expect(file.sections.map { $0.criteria[0].value } == ["low", "a"])
    #expect(file.files == ["/config", "/home/me/theme"])
  }

  @Test(arguments: [
    ("width =3", "/config:1:1: expected \"width=\", since mako takes no blanks before \"=\""),
    ("width", "/config:1:1: expected key=value, got \"width\""),
    ("[app-name=\"a]", "/config:1:1: expected the end of a quotation or of an escape sequence before \"]\""),
    ("[app-nam=a]", "/config:1:2: expected a criterion of mako, got \"app-nam\""),
    (
      "[urgency=low !urgent]",
      "/config:1:14: expected a criterion of mako that needs no value, got \"urgent\""
    ),
    ("[urgency~=low]", "/config:1:2: expected a criterion of mako, got \"urgency~\""),
    ("[grouped=maybe]", "/config:1:2: expected grouped=true or grouped=false, got \"maybe\""),
    ("include=theme", "/config:1:1: expected a path that begins with / or ~/, got \"theme\""),
    ("\ninclude=/config", "/config:2:1: /config includes itself"),
    ("include=/none", "/config:1:1: /none: no such file"),
    (
      "[mode=a]\ninclude=/none",
      "/config:2:1: expected \"include\" before the first section, where alone mako takes it"
    ),
    ("a=\0", "/config:1:1: expected a line without the character NUL"),
  ])
  func `a wrong line is reported with its place`(text: String, message: String) {
    #expect(Self.failure(["/config": text]) == message)
  }

  @Test func `a chain of included files ends`() {
    var texts = ["/config": "include=/1"]
    for number in 1...80 { texts["/\(number)"] = "include=/\(number + 1)" }
    #expect(Self.failure(texts) == "/63:1:1: /64 is one file too many; expected at most 64")
  }

  @Test func `a file of very many lines is refused`() {
    let text = String(repeating: "\n", count: ConfigurationLines.most)
    #expect(Self.failure(["/config": text]) == "/config:1:1: expected at most 20000 lines")
  }

  @Test func `distances are in the order of CSS`() {
    #expect(MakoValue.edges("6") == MakoValue.Edges(top: 6, right: 6, bottom: 6, left: 6))
    #expect(MakoValue.edges("10,15") == MakoValue.Edges(top: 10, right: 15, bottom: 10, left: 15))
    #expect(MakoValue.edges("2, 8,0") == MakoValue.Edges(top: 2, right: 8, bottom: 0, left: 8))
    #expect(MakoValue.edges("1,2,3,4") == MakoValue.Edges(top: 1, right: 2, bottom: 3, left: 4))
    #expect(MakoValue.edges("1,2,3,4,5") == nil && MakoValue.edges("") == nil && MakoValue.edges("a") == nil)
  }

  @Test func `colours have six or eight digits`() {
    #expect(MakoValue.colour("#10202ccc") == "#10202CCC" && MakoValue.colour("#ffffff") == "#FFFFFF")
    #expect(MakoValue.colour("#fff") == nil && MakoValue.colour("ffffff") == nil)
  }
}
