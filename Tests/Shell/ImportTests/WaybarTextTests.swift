import Import
import Settings
import Testing

/// Tests of the texts of modules and of the room that these need, which have to be those of Waybar.
struct WaybarTextTests {
  @Test func `replacements are for the whole text of a window`() throws {
    let imported = try Fixtures.module(
      "niri/window",
      #"{ "format": "{app_id}  {title}", "max-length": 60, "icon": true, "rewrite": { "foot(.*)": "T$1" } }"#)
    #expect(imported.toml("window", "rewrite_text") == #""{app_id}  {title}""#)
    #expect(imported.toml("window", "format") == #""{icon} {title:.60}""#)
    #expect(imported.lines(.approximated).count { $0.has("max-length") } == 0)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [#"{ "rewrite": { "a": "b" } }"#, #"{ "format": "{app_id}" }"#])
  func `replacements of titles alone, or none, need no text of their own`(options: String) throws {
    #expect(try Fixtures.module("sway/window", options).toml("window", "rewrite_text") == nil)
  }

  @Test func `a time by its place is that of braces without a name`() throws {
    let imported = try Fixtures.module("clock", #"{ "format": "<b>{0:%H:%M}</b> {0:%d}" }"#)
    #expect(imported.toml("clock", "format") == #""<b>{time:%H:%M}</b> {time:%d}""#)
  }

  @Test func `sizes of text are as exact as those of Waybar`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["group/a"], "group/a": { "modules": ["cpu", "memory"], "drawer": {} } }"#,
      style: "* { font-family: Inter; font-size: 96%; }")
    // Each of the widgets around a text makes it smaller: the window, two boxes, and two more for each group and each module.
    #expect(imported.toml("bar", "font") == #""Inter 13.517px""#)
    #expect(imported.toml("cpu", "font") == #""Inter 11.021px""#)
    // Two more open the drawer.
    #expect(imported.toml("memory", "font") == #""Inter 10.157px""#)
  }

  /// A font of which signs are higher than letters, and digits that have equal widths only by a feature.
  private static func measure(_ text: String, _ font: String) -> (width: Double, height: Double)? {
    let width = font.hasPrefix("Own") && !font.hasSuffix("tnum=0") ? 8.0 : 5
    return (width: Double(text.count) * width, height: text.allSatisfy(\.isASCII) ? 14 : 19)
  }

  @Test(arguments: [
    (#""format": "{usage}%""#, "14"), (#""format": "★ {usage}%""#, "19"),
    (#""format": "{icon}", "format-icons": ["★"]"#, "19"), (#""format": "a\nb""#, "28"),
    (#""format": "{windows}", "window-rewrite": { "class<a>": "★" }"#, "19"),
  ])
  func `a bar is as high as the letters of its texts`(options: String, height: String) throws {
    let imported = try Fixtures.waybar(
      config: "{ \"modules-left\": [\"cpu\"], \"cpu\": { \(options) } }",
      style: "* { font-family: Other; font-size: 11px; min-height: 0; }", measure: Self.measure)
    #expect(imported.toml("bar", "height") == height)
  }

  @Test(arguments: [("sway/workspaces", "5", "8"), ("hyprland/workspaces", "6", "6")])
  func `the label of an item, and the box around it, have room of their own`(
    name: String, padding: String, least: String
  ) throws {
    let imported = try Fixtures.module(
      name, "{}", style: "* { padding: 1px; } #workspaces button { padding: 0 3px; min-width: 10px; }")
    #expect(imported.toml("workspaces", "padding") == padding)
    #expect(imported.toml("workspaces", "min_width") == least)
  }

  @Test func `the title of the window has room of its own in its module`() throws {
    let imported = try Fixtures.module(
      "sway/window", "{}", style: "#window { padding: 0 4px; } #window label { padding: 0 2px; margin: 1px; }"
    )
    #expect(imported.toml("window", "padding") == "7")
  }

  @Test func `the boxes of groups and drawers make a bar higher`() throws {
    func height(_ drawer: String) throws -> String? {
      let imported = try Fixtures.waybar(
        config:
          "{ \"modules-left\": [\"group/a\"], \"group/a\": { \"modules\": [\"cpu\", \"memory\"]\(drawer) } }",
        style: "* { font-size: 11px; min-height: 0; padding: 1px; }", measure: Self.measure)
      return imported.toml("bar", "height")
    }
    // The text has a pixel above and below it in the module, the group, the zone and the bar.
    #expect(try height("") == "22")
    #expect(try height(", \"drawer\": {}") == "24")
  }

  @Test(arguments: [
    ("Own", #""Own 12px #tnum=0""#), ("Other", #""Other 12px""#),
  ])
  func `digits are as wide as the font has them`(family: String, font: String) throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu"] }"#, style: "* { font-family: \(family); font-size: 12px; }",
      measure: Self.measure)
    #expect(imported.toml("bar", "font") == font)
  }

  @Test func `icons of numbers change where those of Waybar do`() throws {
    let windows = try Fixtures.module("sway/scratchpad", #"{ "format-icons": ["a", "b", "c"] }"#)
    #expect(windows.toml("scratchpad", "icons") == #"["a"]"#)
    #expect(windows.toml("scratchpad", "states", "icon-3", "when") == #"{ count = ">= 2" }"#)
    #expect(windows.toml("scratchpad", "states", "icon-3", "icons") == #"["c"]"#)
    let degrees = try Fixtures.module(
      "temperature",
      #"{ "format-icons": ["a", "b", "c", "d"], "critical-threshold": 91, "format-critical": "x" }"#)
    #expect(degrees.toml("temperature", "states", "icon-2", "when") == #"{ celsius = ">= 22" }"#)
    #expect(degrees.draft.tablePaths.last == ["temperature", "states", "critical"])
    #expect(
      try Fixtures.module("temperature", #"{ "format-icons": ["a", "b"] }"#).toml("temperature", "icons")
        == #"["a", "b"]"#)
    for imported in [windows, degrees] { #expect(Fixtures.mistakes(imported.draft.text) == []) }
  }

  @Test(arguments: [(24, nil), (25, nil), (26, "0")] as [(Int, String?)])
  func `an icon has the height of the bar if it needs that`(size: Int, inset: String?) throws {
    let imported = try Fixtures.waybar(
      config: """
        { "height": 33, "modules-left": ["sway/window"], "sway/window": { "icon": true, "icon-size": \(size) } }
        """, style: "* { font-size: 12px; min-height: 0; }")
    #expect(imported.toml("window", "fill_inset") == inset)
  }

  @Test func `digits of a font with features stay as they are, too`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu"] }"#,
      style: #"* { font-family: Own; font-size: 12px; font-feature-settings: "ss01"; }"#,
      measure: Self.measure)
    #expect(imported.toml("bar", "font") == #""Own 12px #ss01,tnum=0""#)
  }
}
