import Loop
import ModuleModel
import Settings
import TestSupport
import Testing
import TextProcessing

@testable import Modules

/// Tests of the readings that are made from the output of scripts.
@Suite struct ScriptReadingTests {
  @Test func `a script's last numbers are parts of 100 or of the greatest`() {
    var settings = ScriptSettings()
    var history = ScriptHistory()
    func values(_ reading: ModuleReading) -> [Double?]? {
      guard case .list(let values)? = history.completing(reading, by: settings).fields["history"] else {
        return nil
      }
      return values
    }
    #expect(values(.text("1")) == nil)
    settings.showsHistory = true
    #expect(values(.text("2 MB"))?.suffix(2) == [nil, 1])
    #expect(values(.text(" 4.0"))?.suffix(3) == [nil, 0.5, 1])
    // A text without a number changes nothing.
    #expect(values(.text("none"))?.suffix(3) == [nil, 0.5, 1])
    let percentage = ModuleReading(["text": .text("x"), "percentage": .integer(150, .percent)])
    #expect(values(percentage)?.suffix(2) == [0.04, 1] && values(percentage)?.count == 24)
  }

  @Test(arguments: [
    (
      #"{"text":"a","alt":"b","tooltip":"c\nd","class":"warning low","percentage":42}"#,
      ["a", "b", "warning"], 42
    ),
    (#"{"text":7,"class":["x","y"]}"#, ["7", "", "x"], nil), (#"{}"#, ["", "", ""], nil),
    (#"{"text":null,"percentage":1e300,"class":3}"#, ["", "", ""], 1_000_000),
  ]) func `a line of JSON is read as Waybar reads it`(line: String, texts: [String], percentage: Int?) throws
  {
    let reading = try ScriptReading.reading(of: line, isJSON: true)
    #expect(["text", "alt", "class"].map { reading.fields[$0] } == texts.map { .text($0) })
    #expect(reading.fields["percentage"] == percentage.map { .integer($0, .percent) })
  }

  @Test(arguments: ["x", "[1]", "{", "\"a\"", "{\"text\":}"]) func `what is no object of JSON is refused`(
    line: String
  ) throws {
    #expect(throws: JSONError.self) { try ScriptReading.reading(of: line, isJSON: true) }
    #expect(try ScriptReading.reading(of: line, isJSON: false) == .text(line))
  }

  @Test(arguments: DailySeeds.first(30) as [UInt64])
  func `after a damaged line of a script the next one is read as it is`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var lines = LineReader(selecting: .newest)
    let good = #"{"text":"ü 7","tooltip":"a\nb","class":["x"],"percentage":42}"#
    let expected = try ScriptReading.reading(of: good, isJSON: true)
    for _ in 0..<20 {
      var damaged = Array(good.utf8)
      let signs = Array(#"{}[]":,\"#.utf8) + [0, 0x1B, 0xC3, 0xFF]
      for _ in 0..<3 {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        if Bool.random(using: &random) { damaged.removeLast(min(damaged.count - 1, place / 8)) }
        damaged.insert(try #require(signs.randomElement(using: &random)), at: min(place, damaged.count))
      }
      if let line = lines.append(damaged + [0x0A]) { _ = try? ScriptReading.reading(of: line, isJSON: true) }
      let line = lines.append(Array((good + "\n").utf8))
      #expect(try line.map { try ScriptReading.reading(of: $0, isJSON: true) } == expected)
    }
  }

  @Test func `a line of JSON may have control characters and bytes that are no text`() throws {
    let line = "{\"text\": \"12 Nov\", \"tooltip\": \"Mo Tu\r 1  2\t\\x1b\u{FFFD}\", }"
    let reading = try ScriptReading.reading(of: line, isJSON: true)
    #expect(reading.fields["text"] == .text("12 Nov"))
    #expect(reading.fields["tooltip"] == .text("Mo Tu\r 1  2\t\u{1B}\u{FFFD}"))
  }

  @Test(arguments: [
    ("", ModuleReading.text("")), ("text", .text("text")), ("text\n", .text("text")),
    ("text\r\n", .text("text")), ("\n", .text("")),
    ("text\ntip", ModuleReading(["text": .text("text"), "tooltip": .text("tip")])),
    ("text\r\ntip\r\n", ModuleReading(["text": .text("text"), "tooltip": .text("tip")])),
    (
      "text\n\nwarning low",
      ModuleReading(
        ["text": .text("text"), "tooltip": .text(""), "class": .text("warning")],
        states: ["warning", "low"])
    ),
    (
      "\n\nlow\n",
      ModuleReading(
        ["text": .text(""), "tooltip": .text(""), "class": .text("low")], states: ["low"])
    ),
  ]) func `lines of an output are a text, a tooltip and classes`(output: String, reading: ModuleReading) {
    #expect(ScriptReading.reading(ofLines: output) == reading)
  }

  @Test func `the texts of a script are markup only if the settings say so`() {
    var settings = ScriptSettings()
    let reading = ScriptReading.reading(ofLines: "<b>x</b>\n<b>y\nclass")
    #expect(ScriptReading.marked(reading, by: settings) == reading)
    settings.writesMarkup = true
    let marked = ScriptReading.marked(reading, by: settings)
    #expect(marked.fields["text"] == .markup("<b>x</b>", plain: "x"))
    #expect(marked.fields["tooltip"] == .markup("<b>y", plain: "<b>y"))
    #expect(marked.fields["class"] == .text("class") && marked.states == ["class"])
  }

  @Test(arguments: [
    ("pavucontrol", #"app-hyaline-pavucontrol-7.scope"#),
    ("/usr/bin/xdg-open", #"app-hyaline-xdg\x2dopen-7.scope"#),
    ("a b", #"app-hyaline-a\x20b-7.scope"#),
  ]) func `a command has a scope of its own`(program: String, unit: String) {
    #expect(ModuleCommands.unit(of: program, process: 7) == unit)
  }
}
