import Scenes
import Testing
import VisualEffects

@testable import ModuleModel

struct RichTextTests {
  @Test(arguments: [
    ("<b>x</b>", style { $0.weight = 700 }), ("<i>x</i>", style { $0.isItalic = true }),
    ("<u>x</u>", style { $0.isUnderlined = true }), ("<s>x</s>", style { $0.isStruckThrough = true }),
    ("<tt>x</tt>", style { $0.family = "monospace" }), ("<big>x</big>", style { $0.size = .factor(1.2) }),
    ("<small>x</small>", style { $0.size = .factor(1 / 1.2) }), ("<br>x</br>", StyledText.Style()),
    ("<sup>x</sup>", style { ($0.raise, $0.size) = (0.33, .factor(0.7)) }),
    ("<sub>x</sub>", style { ($0.raise, $0.size) = (-0.15, .factor(0.7)) }),
    ("<span weight='bold' style='italic'>x</span>", style { ($0.weight, $0.isItalic) = (700, true) }),
    ("<b><span font_weight='300' font_style='normal'>x</span></b>", style { $0.weight = 300 }),
    ("<span size='x-large'>x</span>", style { $0.size = .factor(1.44) }),
    ("<span font_size='150%'>x</span>", style { $0.size = .factor(1.5) }),
    ("<span size='9216'>x</span>", style { $0.size = .points(9) }),
    ("<span size='9.5pt'><small>x</small></span>", style { $0.size = .points(9.5 / 1.2) }),
    (
      "<span underline='single' strikethrough='true'>x</span>",
      style { ($0.isUnderlined, $0.isStruckThrough) = (true, true) }
    ),
    ("<span face='Foo Bold'>x</span>", style { $0.family = "Foo Bold" }),
    (
      "<span font='Foo Bold 9'><tt>x</tt></span>",
      style { ($0.font, $0.family) = ("Foo Bold 9", "monospace") }
    ), ("<tt><span font='Foo Bold 9'>x</span></tt>", style { $0.font = "Foo Bold 9" }),
    ("<span font_desc='Foo Bold 9'>x</span>", style { $0.font = "Foo Bold 9" }),
    (
      "<span rise='2048' letter_spacing='1pt'>x</span>",
      style { ($0.raisePoints, $0.letterSpacing) = (2, 1) }
    ),
    ("<span font_features='ss01, zero=1'>x</span>", style { $0.features = FontFeatures("ss01, zero=1") }),
    ("<span size='1000%' nosuch='1' font_features='ss1'>x</span>", StyledText.Style()),
  ])
  func `markup gives styles`(markup: String, style: StyledText.Style) {
    let runs = style == StyledText.Style() ? [] : [StyledText.Run(range: 0..<1, style: style)]
    #expect(RichText(markup: markup) == RichText("x", runs: runs))
  }

  @Test(arguments: ["<sup>", "<span rise='64pt'>", "<span size='200pt'><sup>"])
  func `letters are raised by a limited distance, however many elements raise them`(tag: String) throws {
    let count = 200
    let ends = String(tag.split(separator: "<").reversed().map { "</\($0.prefix { $0.isLetter })>" }.joined())
    let text = String(repeating: tag, count: count) + "x" + String(repeating: ends, count: count)
    let style = try #require(RichText(markup: text)?.runs.first?.style)
    #expect(abs(style.raise) <= 2 && abs(style.raisePoints) <= 64)
  }

  @Test(
    arguments: [
      ("color='#ff0000'", .colour([1, 0, 0, 1])), ("foreground='red'", .colour([1, 0, 0, 1])),
      ("fgcolor=\"#F00\"", .colour([1, 0, 0, 1])), ("color='#ff000080'", .colour([1, 0, 0, 128 / 255])),
      ("color='#ffff00000000'", .colour([1, 0, 0, 1])), ("color='secondaryLabel'", .vibrant(.secondaryLabel)),
      ("color='red' alpha='50%'", .colour([1, 0, 0, 0.5])), ("alpha='32768'", .colour([0, 0, 1, 0.5])),
      ("color='nosuch'", nil), ("color='#12345'", nil), ("color='#ggg'", nil),
      ("color='label' alpha='60%'", .vibrant(.secondaryLabel)),
    ] as [(String, ModuleInk?)])
  func `markup gives inks`(attributes: String, ink: ModuleInk?) {
    let line = "a<span \(attributes)>xy</span>"
    let parts = RichText.parts(ofMarkup: Array(line.utf8), ink: .colour([0, 0, 1, 1]))
    let inks = ink.map { [RichText.InkRun(range: 1..<3, ink: $0)] } ?? []
    #expect(parts == [.text(RichText("axy", inks: inks))])
  }

  @Test(
    arguments: [
      ("frost", [0, 0, 1, 1]), ("red", [0, 1, 0, 1]), ("blue", [0, 0, 1, 1]), ("Frost", nil),
    ] as [(String, SIMD4<Double>?)])
  func `colours of the settings have precedence over those of CSS in markup`(
    name: String, colour: SIMD4<Double>?
  ) {
    let colours: [String: SIMD4<Double>] = ["frost": [0, 0, 1, 1], "red": [0, 1, 0, 1]]
    let line = "<span color='\(name)'>x</span>"
    let parts = RichText.parts(ofMarkup: Array(line.utf8), ink: nil, colours: colours)
    let inks = colour.map { [RichText.InkRun(range: 0..<1, ink: .colour($0))] } ?? []
    #expect(parts == [.text(RichText("x", inks: inks))])
  }

  @Test(arguments: ["<b>x", "x</b>", "<span color=red>x</span>", "<b><i>x</b></i>"])
  func `broken markup is none`(markup: String) { #expect(RichText(markup: markup) == nil) }

  @Test func `words and parts keep their styles`() throws {
    let text = try #require(RichText(markup: " é<b>a b</b><span color='red'>c</span> "))
    let bold = StyledText.Run(range: 2..<3, isBold: true)
    #expect(text.words[0] == RichText("éa", runs: [bold]))
    let (start, red) = (StyledText.Run(range: 0..<1, isBold: true), ModuleInk.colour([1, 0, 0, 1]))
    #expect(text.words[1] == RichText("bc", runs: [start], inks: [.init(range: 1..<2, ink: red)]))
    #expect(text.trimmed.string == "éa bc" && RichText("  ").trimmed == "" && RichText("").words == [])
  }

  @Test func `colours have the names of CSS`() {
    #expect(NamedColours.colour("rebeccapurple") == SIMD4<Double>(102, 51, 153, 255) / 255)
    #expect(NamedColours.colour("nosuch") == nil)
  }

  private static func style(_ change: (inout StyledText.Style) -> Void) -> StyledText.Style {
    var style = StyledText.Style()
    change(&style)
    return style
  }
}
