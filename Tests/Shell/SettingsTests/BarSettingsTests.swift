import Geometry
import Settings
import Testing
import TextProcessing

struct BarSettingsTests {
  static let dell = OutputNames(
    name: "DP-1", make: "Dell Inc.", model: "U2720Q", text: "Dell Inc. U2720Q 7YV1N13 (DP-1)")
  static let laptop = OutputNames(name: "eDP-1", make: "BOE", model: "0x0812", text: "BOE 0x0812 (eDP-1)")

  @Test(
    arguments: [
      ([], true, true), (["DP-1"], true, false), (["DP-*"], true, false), (["*DP-1"], true, true),
      (["!eDP-1"], true, false), (["!*"], false, false), (["*", "!DP-*"], false, true),
      (["!DP-1", "DP-1"], false, false), (["Dell Inc. U2720Q"], true, false),
      (["Dell Inc. U2720Q 7YV1N13"], true, false), (["BOE*", "HDMI-A-1"], false, true),
      (["/^e?dp/i"], true, true), (["HDMI-A-1"], false, false),
    ] as [([String], Bool, Bool)])
  func `a bar is for the outputs that its patterns find`(patterns: [String], dell: Bool, laptop: Bool) throws
  {
    var bar = BarSettings()
    bar.outputs = try patterns.map { text throws(TextPattern.Mistake) in try OutputPattern(text) }
    #expect(bar.isFor(Self.dell) == dell)
    #expect(bar.isFor(Self.laptop) == laptop)
  }

  @Test(arguments: [
    (BarSettings.Orientation.always, true, true), (.portrait, true, false), (.landscape, false, true),
  ]) func `a bar is shown on outputs of its shape`(
    shape: BarSettings.Orientation, isInPortrait: Bool, isInLandscape: Bool
  ) {
    var bar = BarSettings()
    bar.showIn = shape
    #expect(bar.isShown(isPortrait: true) == isInPortrait)
    #expect(bar.isShown(isPortrait: false) == isInLandscape)
  }

  @Test func `one table is one bar, tables in an array are several`() {
    let (one, messages) = decode("[bar]\nedge = \"left\"\n")
    #expect(messages == [])
    #expect(one.bars.map(\.edge) == [.left])
    let text = """
      [[bar]]
      height = 20
      outputs = ["!eDP-1"]
      [[bar]]
      edge = "bottom"
      corner_radius = 12
      mode = "auto-hide"
      """
    let (two, more) = decode(text)
    #expect(more == [])
    #expect(two.bars.map(\.edge) == [.top, .bottom])
    #expect(two.bars.map(\.height) == [20, 32])
    #expect(two.bars[1].cornerRadius == 12 && two.bars[1].mode == .autoHide)
    #expect(two.bar == two.bars[0])
  }

  @Test(arguments: [
    ("bar = []", "settings.toml:1:7: bar: expected a table, got an empty array"),
    ("bar = [1]", "settings.toml:1:8: bar: expected a table, got 1"),
    (
      "[[bar]]\nedge = \"top\"\n[[bar]]\nedge = \"botom\"",
      "settings.toml:4:8: bar.edge: expected \"top\", \"bottom\", \"left\" or \"right\", got \"botom\"; "
        + "did you mean \"bottom\"?"
    ),
    (
      "[bar]\noutputs = [\"!\"]",
      "settings.toml:2:12: bar.outputs: expected a pattern of outputs (empty), got \"!\""
    ),
  ]) func `what is wrong is told at its place`(text: String, message: String) {
    #expect(decode(text).messages == [message])
    #expect(!decode(text).settings.bars.isEmpty)
  }
}
