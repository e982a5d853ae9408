import Geometry
import ModuleModel
import Settings
import Testing
import TextProcessing
import VisualEffects

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
    bar.outputs = try patterns.map { text throws(TextPattern.Mistake) in try NegatablePattern(text) }
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

  @Test(
    arguments: [
      ("style = 'edge'", .bar, 32, [0, 0, 0, 0], 0, 10),
      ("style = 'floating'", .bar, 36, [8, 10, 0, 10], 12, 10),
      ("edge = 'bottom'\nstyle = 'floating'", .bar, 36, [0, 10, 8, 10], 12, 10),
      ("style = 'floating'\nheight = 48\nmargin_left = 0", .bar, 48, [8, 10, 0, 0], 16, 10),
      ("style = 'islands'", .zones, 36, [8, 10, 0, 10], 0, 18),
      ("style = 'islands'\nheight = 24\nglass = 'modules'", .modules, 24, [8, 10, 0, 10], 0, 12),
      ("style = 'islands'\nedge = 'right'", .zones, 46, [10, 8, 10, 0], 0, 23),
      ("style = 'islands'\nedge = 'left'", .zones, 46, [10, 0, 10, 8], 0, 23),
    ] as [(String, BarSettings.Glass, Int, [Int], Int, Double)])
  func `a style gives defaults, which other options replace`(
    text: String, glass: BarSettings.Glass, height: Int, margins: [Int], radius: Int, islandRadius: Double
  ) {
    let (settings, messages) = decode("[bar]\n" + text)
    #expect(messages == [])
    let bar = settings.bar
    #expect((bar.glass, bar.height, bar.cornerRadius) == (glass, height, radius))
    #expect([bar.marginTop, bar.marginRight, bar.marginBottom, bar.marginLeft] == margins)
    #expect((bar.islandRadius, bar.islandPadding) == (islandRadius, 4))
    #expect(bar.modules == BarSettings().modules)
  }

  @Test(arguments: ["Inter 10.5", "Inter 40"])
  func `islands that are as high as their content have round ends`(font: String) {
    let (settings, messages) = decode("[bar]\nstyle = 'islands'\nheight = 'auto'\nfont = '\(font)'")
    #expect(messages == [] && 2 * settings.bar.islandRadius >= Double(settings.bar.height))
  }

  @Test func `a wrong style or edge leaves the others as they are`() {
    let (settings, messages) = decode("[bar]\nstyle = 'island'\nedge = 'middle'\nheight = 20")
    #expect(messages.count == 2 && messages[0].contains("\"islands\""))
    #expect(settings.bar.style == .edge && settings.bar.height == 20 && settings.bar.marginTop == 0)
    // A bar of a wrong edge lies at the top one.
    #expect(decode("[bar]\nstyle = 'islands'\nedge = 'middle'").settings.bar.marginTop == 8)
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
    (
      "[bar]\nglass = \"zones\"\nmerge = -1",
      "settings.toml:3:9: bar.merge: expected a number from 0 to 64, got -1"
    ),
  ]) func `what is wrong is told at its place`(text: String, message: String) {
    #expect(decode(text).messages == [message])
    #expect(!decode(text).settings.bars.isEmpty)
  }

  @Test(arguments: [
    // A size of 10.5 points is 14 pixels, of which a line has 1.25; 6 points are above and below.
    ("", 30), ("font = \"Inter 15px\"", 31), ("font = \"Inter 24\"", 52), ("edge = \"left\"", 40),
    ("end = [\"cpu\"]\n[cpu]\nfont = \"Inter 24\"", 52), ("end = [\"cpu\"]\n[cpu]\nicon_size = 30", 42),
    ("end = [\"cpu\"]\n[cpu.states.hot]\nwhen = { percent = \"> 90\" }\nicon_size = 30", 42),
    ("end = [\"group.a\"]\n[group.a]\nmodules = [\"cpu\"]\n[cpu]\nicon_size = 40", 52),
    ("end = [\"cpu\"]\n[cpu]\nformat = \"a\\nb\"\nfont = \"Inter 8\"", 39),
    ("end = [\"cpu\"]\n[cpu]\nlines = 3\nfont = \"Inter 8\"", 52),
    ("end = [\"clock\"]\n[cpu]\nicon_size = 30", 30), ("font = \"Inter 256\"", 439),
  ]) func `a bar is as high as its fonts and icons need`(options: String, height: Int) {
    let (settings, messages) = decode("[bar]\nheight = \"auto\"\n" + options)
    #expect(messages.isEmpty)
    #expect(settings.bar.height == height)
  }

  @Test func `the length of a bar is a number, that of its content, or that of the edge`() {
    #expect(decode("[bar]\nlength = 400").settings.bar.length == 400)
    let content = decode("[bar]\nlength = \"content\"").settings.bar
    #expect(content.isAsLongAsContent && content.length == nil && content.hasIslands)
    #expect(!decode("").settings.bar.hasIslands)
  }

  @Test func `tooltips and menus have looks of their own`() {
    let settings = decode(
      """
      [tooltip]
      material = "systemThickMaterial"
      ink = "#ff0000"
      corner_radius = 3
      [menu]
      font = "Inter 9"
      border_width = 2
      border_color = "#00ff00"
      """
    ).settings
    #expect(settings.tooltip.material == "systemThickMaterial" && settings.menu.material == nil)
    #expect(settings.tooltip.ink == [1, 0, 0, 1] && settings.tooltip.cornerRadius == 3)
    #expect(settings.menu.font == "Inter 9" && settings.menu.borderWidth == 2)
    #expect(settings.menu.borderColour == [0, 1, 0, 1])
  }

  @Test func `a bar has the look of the states whose conditions hold`() {
    let (settings, messages) = decode(
      """
      [bar]
      margin_top = 8
      ink = "#ff0000"
      [bar.states.empty]
      when = { windows = 0 }
      ink = "secondaryLabel"
      material = "clearGlass"
      corner_radius = 20
      [bar.states.terminal]
      when = { app_id = "foot*", maximized = true }
      corner_radius = 3
      margin_top = 0
      """)
    #expect(messages.isEmpty)
    let bar = settings.bar
    #expect(bar.shown(with: [:]) == bar && bar.ink == .colour([1, 0, 0, 1]))
    let empty = bar.shown(with: ["windows": .integer(0), "app_id": .text("")])
    #expect(empty.material == "clearGlass" && empty.cornerRadius == 20 && empty.marginTop == 8)
    #expect(empty.ink == .vibrant(.secondaryLabel))
    let both = bar.shown(
      with: ["windows": .integer(0), "app_id": .text("footclient"), "maximized": .bool(true)])
    #expect(both.material == "clearGlass" && both.cornerRadius == 3 && both.marginTop == 0)
    #expect(bar.shown(with: ["app_id": .text("foot"), "maximized": .bool(false)]) == bar)
  }

  @Test(arguments: [
    (
      "[bar.states.a]\nmargin_top = 3",
      [
        #"1:1: bar.states.a.when: missing; expected a table of conditions such as { percent = "<= 20" }"#
      ]
    ),
    (
      "[bar.states.a]\nwhen = { window = 3 }",
      [
        #"2:19: bar.states.a.when: unknown field "window" (there are windows, app_id, title, maximized, fullscreen); did you mean "windows"?"#
      ]
    ),
    (
      "[bar.states.a]\nwhen = { windows = 3 }\nheight = 3",
      ["3:1: bar.states.a.height: unknown key"]
    ),
  ]) func `a wrong state of a bar is reported, and is none`(text: String, expected: [String]) {
    let (settings, messages) = decode(text)
    #expect(messages == expected.map { "settings.toml:" + $0 })
    #expect(settings.bar.states.map(\.name) == (expected[0].contains("height") ? ["a"] : []))
  }
}
