import Scenes
import Testing

@testable import ModuleModel

struct FormatTemplateTests {
  private static let fields = [
    FieldSummary("percent", .integer, .percent, example: "1", "a part"),
    FieldSummary("power", .real, .watts, example: "1", "a power"),
    FieldSummary("used", .integer, .bytes, example: "1", "a size"),
    FieldSummary("down", .integer, .bytesPerSecond, example: "1", "a rate"),
    FieldSummary("left", .duration, example: "1:00", "a time"),
    FieldSummary("length", .duration, .seconds, example: "1:00", "a time of music"),
    FieldSummary("film", .duration, .seconds, example: "1:00", "a longer one"),
    FieldSummary("state", .text, example: "full", "a text"),
    FieldSummary("muted", .bool, example: "yes", "a bool"),
    FieldSummary("history", .list, example: "", "a list"),
    FieldSummary("time", .time, example: "", "a moment"),
    .numbered("core", .integer, .percent, example: "1", "a part of many"),
  ]
  private static let values: [String: FieldValue] = [
    "percent": .integer(7, .percent), "power": .real(-3.14159, .watts),
    "used": .integer(7_194_070_220, .bytes),
    "down": .integer(999_960, .bytesPerSecond), "left": .duration(.seconds(3900)),
    "length": .duration(.milliseconds(185_900), .seconds), "film": .duration(.seconds(3725), .seconds),
    "state": .text("<full> & é"),
    "muted": .bool(true), "history": .list([0, 0.5, 1]), "core0": .integer(3), "core12": .integer(4),
    "time:%H": .text("09"),
  ]

  private func shown(_ format: String, icon: ModuleIcon? = nil, isMarkup: Bool = false) throws -> ShownModule
  {
    var style = ModuleStyle()
    style.look.format = try FormatTemplate(format, fields: Self.fields)
    style.look.isMarkup = isMarkup
    return style.shown(
      ModuleReading(Self.values, icon: icon), KindSummary(fields: Self.fields, format: ""))
  }

  @Test func `decimals follow the separator of a locale, and zeros at their end go`() {
    #expect(Decimal.fixed(-1.25, digits: 2, separator: ",") == "-1,25")
    #expect(Decimal.fixed(2, digits: 0, separator: ",") == "2")
    for (value, text) in [
      (1.5, "1,5"), (1.25, "1,25"), (3, "3"), (0.004, "0"), (-0.1, "-0,1"), (1e14, "\(1e14)"),
      (.infinity, "–"),
    ] {
      #expect(Decimal.short(value, separator: ",") == text, "\(value)")
    }
  }

  @Test(arguments: [
    (FieldUnit.bytes, "o"), (.bytesPerSecond, "o/s"), (.bitsPerSecond, "bit/s"),
  ])
  func `sizes have the sign of a byte that the language has, and bits have theirs`(
    unit: FieldUnit, sign: String
  ) {
    #expect(FieldFormat.sign(of: unit, byte: "o") == sign)
  }

  @Test(arguments: [
    ("{time:%A} {percent}", "Lundi 7", "lundi 7"), ("{time:%A}\n{time:%A}", "Lundi\nlundi", "lundi lundi"),
    ("le {time:%A}", "le lundi", "le lundi"), ("{state} {time:%A}", "soir lundi", "soir lundi"),
    ("{time:%e}", "", ""),
  ])
  func `a time at the start of a tooltip has a capital, and nothing else has`(
    format: String, tooltip: String, line: String
  ) throws {
    let values: [String: FieldValue] = [
      "time:%A": .text("lundi"), "percent": .integer(7, .percent), "state": .text("soir"),
    ]
    var style = ModuleStyle()
    style.look.format = try FormatTemplate(format, fields: Self.fields)
    style.look.tooltip = style.look.format
    for isMarkup in [false, true] {
      style.look.isMarkup = isMarkup
      let shown = style.shown(ModuleReading(values), KindSummary(fields: Self.fields, format: ""))
      #expect(
        shown.tooltip == tooltip
          && shown.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") == line)
    }
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("{{percent}} {percent}%", "{percent} 7%"), ("a}}b", "a}b"),
    ("{percent:3}|", "  7|"), ("{percent:<3}|", "7  |"), ("{percent:^3}|", " 7 |"), ("{percent:03}", "007"),
    ("{percent:.2}", "7.00"), ("{power:.1} W", "-3.1 W"), ("{power}", "-3.14"), ("{power:07.2}", "-003.14"),
    ("{power:.0}", "-3"), ("{used}", "6.7 GiB"), ("{used:.2}", "6.70 GiB"), ("{used:.0}", "7 GiB"),
    ("{used:GiB}", "6.7"), ("{used:.0MB}", "7194"), ("{used:B}", "7194070220"), ("{down:kB}", "1000.0"),
    ("{used:c}", "6.7GiB"), ("{used:>9.2c}|", "  6.70GiB|"),
    ("{used:G}", "6.7"), ("{used:.2G}", "6.70"), ("{used:>7.0M}|", "   6861|"), ("{down:K}", "1000.0"),
    ("{used:T}", "0.0"), ("{down}", "1.0 MB/s"), ("{left}", "1:05"), ("{length}", "3:05"),
    ("{film:9}|", "  1:02:05|"),
    ("{left:%-H h %M}", "1 h 05"), ("{left:%M min}", "65 min"), ("{left:%d d %H:%M:%S}", "0 d 01:05:00"),
    ("{film:%H:%-M:%S %%}", "01:2:05 %"),
    ("{state}", "<full> & é"), ("{state:.3}", "<f…"),
    ("{state:12}|", "<full> & é  |"), ("{state:>12}", "  <full> & é"), ("{muted}", "yes"),
    ("{time:%H}", "09"),
    ("{time:%M}", ""), ("{core0} {core12:02} {core9999}", "3 04 "),
    ("{core9999}%|{core9999} %|{core9999}{core0}%%|{time:%M}%", "| %|3%%|%"),
  ]) func `a format writes its fields`(format: String, text: String) throws {
    #expect(try shown(format).text == text)
  }

  @Test(arguments: [
    ("{", FormatMistake(.unclosed, column: 1)), ("ab {percent", FormatMistake(.unclosed, column: 4)),
    ("a}b", FormatMistake(.stray, column: 2)), ("{}", FormatMistake(.emptyName, column: 1)),
    ("{:3}", FormatMistake(.emptyName, column: 1)),
    ("é {percnt}", FormatMistake(.unknownField("percnt"), column: 4)),
    ("{percent:x}", FormatMistake(.wrongForm("x", .integer), column: 10)),
    ("{percent:G}", FormatMistake(.wrongForm("G", .integer), column: 10)),
    ("{used:X}", FormatMistake(.wrongForm("X", .integer), column: 7)),
    ("{left:%Q}", FormatMistake(.wrongForm("%Q", .duration), column: 7)),
    ("{left:%-}", FormatMistake(.wrongForm("%-", .duration), column: 7)),
    ("{left:%-%}", FormatMistake(.wrongForm("%-%", .duration), column: 7)),
    ("{percent:.10}", FormatMistake(.wrongForm(".10", .integer), column: 10)),
    ("{percent:201}", FormatMistake(.wrongForm("201", .integer), column: 10)),
    ("{percent:.-1}", FormatMistake(.wrongForm(".-1", .integer), column: 10)),
    ("{history:3}", FormatMistake(.wrongForm("3", .list), column: 10)),
    ("{time:}", FormatMistake(.wrongForm("", .time), column: 7)),
    ("{ percent}", FormatMistake(.unknownField(" percent"), column: 2)),
    ("{core}", FormatMistake(.unknownField("core"), column: 2)),
    ("{coreN}", FormatMistake(.unknownField("coreN"), column: 2)),
    ("{core07}", FormatMistake(.unknownField("core07"), column: 2)),
    ("{core-1}", FormatMistake(.unknownField("core-1"), column: 2)),
    ("{core10000}", FormatMistake(.unknownField("core10000"), column: 2)),
    ("{core0:x}", FormatMistake(.wrongForm("x", .integer), column: 8)),
  ]) func `a mistake is told with its place`(format: String, mistake: FormatMistake) {
    #expect(throws: mistake) { try FormatTemplate(format, fields: Self.fields) }
    #expect(!mistake.words.isEmpty)
  }

  @Test(arguments: [
    (1023.0, "1023 B"), (1023.6, "1.0 KiB"), (1024, "1.0 KiB"), (10 * 1024, "10 KiB"), (-2048, "-2.0 KiB"),
    (.infinity, "–"), (.nan, "–"), (1e300, "8.881784197001253e+284 PiB"),
  ]) func `bytes have the prefix that suits them`(bytes: Double, text: String) throws {
    var style = ModuleStyle()
    style.look.format = try FormatTemplate("{used}", fields: Self.fields)
    let reading = ModuleReading(["used": .real(bytes, .bytes)])
    #expect(style.shown(reading, KindSummary(fields: Self.fields, format: "")).text == text)
  }

  @Test(arguments: [
    "mail", "/c d.png", ModuleIcon("/c.png", or: "mail-symbolic"), ModuleIcon("a-b", or: "/c d.png"),
    "two words",
    "notepad++", ModuleIcon([.themed("a", folder: "/b")], version: 2),
  ])
  func `what a source names is an icon, also with others in its place`(icon: ModuleIcon) throws {
    let shown = try shown("{icon}", icon: icon)
    #expect(shown.icon == icon && shown.text.isEmpty && shown.pieces == [.icon(ShownIcon(icon))])
  }

  @Test func `icons and graphs are pieces with gaps in place of spaces`() throws {
    #expect(
      try shown("{icon} {percent}%", icon: "battery-low").pieces == [.icon("battery-low"), .gap, .text("7%")])
    #expect(try shown("{icon}{percent}", icon: "x-y").pieces == [.icon("x-y"), .text("7")])
    #expect(
      try shown(" {history}  {icon} ", icon: "a-b").pieces == [.graph([0, 0.5, 1]), .gap, .icon("a-b")])
    #expect(try shown("{icon} {percent}%").pieces == [.text(" 7%")])
  }

  @Test func `values are escaped in markup and nowhere else`() throws {
    let marked = try shown("<b>{state}</b>", isMarkup: true)
    #expect(marked.pieces == [.text(RichText("<full> & é", runs: [.init(range: 0..<11, isBold: true)]))])
    #expect(marked.text == "<full> & é")
    #expect(try shown("<b>{state}</b>").text == "<b><full> & é</b>")
  }

  @Test func `the moments of all formats are known, once each`() throws {
    var style = ModuleStyle()
    style.look.format = try FormatTemplate("{time:%H} {time:%M} {time:%H}", fields: Self.fields)
    style.look.alternate = FormatTemplate(time: "time", format: "%A {x}")
    var state = ModuleLook()
    state.tooltip = try FormatTemplate("{time}", fields: Self.fields)
    style.states = [ModuleState("late", state)]
    #expect(style.times == ["time:%H", "time:%M", "time:%A {x}", "time:%H:%M"])
    style.states = [ModuleState("late", state), ModuleState("later", state)]
    #expect(style.times.count == 4)
  }
}
