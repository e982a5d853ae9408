import Import
import Settings
import Testing

/// Tests of the looks that style sheets give bars by their windows, popups and the parts of modules.
struct WaybarLookTests {
  private static let base = "window#waybar { background: #202020; color: #eeeeee; }\n"

  /// Imports a bar with a module that shows the window.
  private func windows(_ style: String, zones: String = #""modules-left": ["sway/window"]"#) throws
    -> WaybarImport
  {
    try Fixtures.waybar(config: "{ \(zones), \"margin-top\": 3 }", style: Self.base + style)
  }

  @Test(arguments: [
    ("empty", "{ windows = 0 }"), ("solo", "{ windows = 1 }"), ("fullscreen", "{ fullscreen = true }"),
    ("firefox", "{ windows = 1, app_id = \"firefox\" }"),
  ])
  func `a class for the windows becomes a state of the bar`(name: String, when: String) throws {
    let imported = try windows("window#waybar.\(name) { background: #404040; border-radius: 7px; }")
    #expect(imported.toml("bar", "states", name, "when") == when)
    #expect(imported.toml("bar", "states", name, "material") == "\"waybar-\(name)\"")
    #expect(imported.toml("bar", "states", name, "corner_radius") == "7")
    #expect(imported.toml("materials", "waybar-\(name)", "tint") == "\"#404040\"")
    #expect(imported.toml("materials", "waybar-\(name)", "ink") == "\"#EEEEEE\"")
    #expect(imported.lines(.leftOut) == [])
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `a bar without a fill in a state is clear, and lies at the place that its box has`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["hyprland/window"], "margin-top": 3, "height": 40 }"#,
      style: """
        window#waybar { color: #eeeeee; }
        window#waybar > box { background: #202020; margin: 6px 8px 2px; }
        window#waybar.solo > box { margin: 0; }
        window#waybar.empty > box { background: transparent; }
        """)
    #expect(imported.toml("bar", "height") == "32")
    #expect(imported.toml("bar", "margin_top") == "9")
    #expect(imported.toml("bar", "margin_left") == "8")
    #expect(imported.toml("bar", "states", "solo", "margin_top") == "3")
    #expect(imported.toml("bar", "states", "solo", "material") == nil)
    #expect(imported.toml("materials", "waybar-empty", "base") == "\"clearGlassDark\"")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `states belong to their bar, and only to one that shows the window`() throws {
    let style = Self.base + "window#waybar.empty { background: #404040; }"
    let bars = try Fixtures.waybar(
      config: """
        [{ "modules-left": ["cpu"] }, { "position": "bottom", "modules-left": ["group/a"],
           "group/a": { "modules": ["niri/window"] } }]
        """, style: style)
    #expect(bars.draft.keys(["bar", "0", "states", "empty"]) == [])
    #expect(bars.toml("bar", "1", "states", "empty", "material") == "\"waybar2-empty\"")
    #expect(bars.draft.text.has("\n[bar.states.empty]\nwhen = { windows = 0 }\n"))
    #expect(Fixtures.mistakes(bars.draft.text) == [])
  }

  @Test func `classes that no condition stands for, and looks of modules by the window, are reported`() throws
  {
    let imported = try windows(
      "window#waybar.floating { color: #ff0000; } window#waybar.DP-1 { color: #ff0000; }\n"
        + "window#waybar.solo #clock { color: #ff0000; } window#waybar.fullscreen { opacity: 0; }")
    #expect(imported.draft.tablePaths.allSatisfy { !$0.contains("states") })
    let lost = imported.lines(.leftOut)
    for part in ["class floating", "class DP-1", "looks of modules by the window", "state fullscreen"] {
      #expect(lost.count { $0.has(part) } == 1, "\(part) in \(lost)")
    }
  }

  @Test func `the window module has a look for when there is no window`() throws {
    let imported = try windows(
      "#window { background: #303030; } window#waybar.empty #window { background: transparent; }")
    #expect(imported.toml("window", "fill") == "\"#303030\"")
    #expect(imported.toml("window", "states", "empty", "fill") == "\"#00000000\"")
    #expect(imported.lines(.leftOut) == [])
  }

  @Test func `a bar of which only texts are seen has no glass, and their ink`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["clock"] }"#,
      style: "window#waybar { background: transparent; color: #eeeeee; }")
    #expect(imported.toml("bar", "glass") == "\"none\"" && imported.toml("bar", "material") == nil)
    #expect(imported.toml("bar", "ink") == "\"#EEEEEE\"")
    let filled = try Fixtures.waybar(
      config: #"{ "modules-left": ["clock"] }"#, style: Self.base + "#clock { color: #ff0000; }")
    #expect(filled.toml("bar", "glass") != "\"none\"")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [
    ("linear-gradient(45deg, #101010, #303030)", ##"["#101010", "#303030", 45]"##),
    (
      "linear-gradient(to right, #101010 0%, #202020 30%, #303030)",
      ##"["#101010", "#202020", "#303030", 90]"##
    ),
    ("linear-gradient(#101010, #303030)", ##"["#101010", "#303030", 180]"##),
    ("linear-gradient(-90deg, #101010, #303030)", ##"["#101010", "#303030", 270]"##),
    ("linear-gradient(to top left, #101010, #303030)", ##"["#101010", "#303030", 315]"##),
  ])
  func `the gradient of a module stays one`(value: String, fill: String) throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu"] }"#, style: Self.base + "#cpu { background: \(value); }")
    #expect(imported.toml("cpu", "fill") == fill)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `a module with a fill has the shadow around it`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu", "clock"] }"#,
      style: Self.base
        + "#cpu { background: #303030; box-shadow: 0 2px 20px #000000; } #clock { box-shadow: 0 1px 2px red; }"
    )
    #expect(imported.toml("cpu", "shadow_color") == "\"#000000\"")
    #expect(imported.toml("cpu", "shadow_radius") == "8" && imported.toml("cpu", "shadow_offset") == "2")
    #expect(imported.toml("clock", "shadow_color") == nil)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  // MARK: - Animations

  @Test(arguments: [
    ("animation: blink 1s steps(4, end) infinite alternate;", true),
    ("animation-name: blink; animation-iteration-count: 5;", true), ("animation: blink 2s;", false),
    ("animation-name: blink; animation-iteration-count: 1;", false),
    ("animation: none; animation-iteration-count: infinite;", false),
  ])
  func `a state that blinks pulses`(style: String, pulses: Bool) throws {
    let imported = try Fixtures.module(
      "battery", #"{ "states": { "critical": 10 } }"#,
      style: Self.base + "#battery.critical { color: #ff0000; \(style) }")
    #expect(imported.toml("battery", "states", "critical", "pulse") == (pulses ? "true" : nil))
    #expect(imported.toml("battery", "pulse") == nil)
    #expect(imported.lines(.approximated).count { $0.has("swells three times") } == (pulses ? 1 : 0))
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `an animation without a state is left out`() throws {
    let imported = try Fixtures.module(
      "cpu", "{}", style: Self.base + "#cpu { animation: flow 9s infinite; }")
    #expect(imported.toml("cpu", "pulse") == nil)
    #expect(imported.lines(.leftOut).count { $0.has("animations") } == 1)
  }

  @Test func `a property that nothing reads is left out with a line, unless it changes nothing`() throws {
    let imported = try Fixtures.module(
      "cpu", "{}",
      style: Self.base + """
        #cpu { text-transform: uppercase; outline: none; border-image: linear-gradient(red, blue) 1; }
        #cpu:hover { text-transform: lowercase; padding-left: 3px; }
        """)
    let lines = imported.lines(.leftOut)
    #expect(lines.count { $0.has("the property text-transform") } == 1)
    #expect(lines.count { $0.has("the property border-image") } == 1)
    #expect(lines.count == 2, "\(lines)")
  }

  // MARK: - Tooltips and menus

  @Test func `tooltips and menus have the looks of their rules`() throws {
    let imported = try Fixtures.module(
      "cpu", "{}",
      style: Self.base + """
        tooltip { background: #101418; border: 2px solid #445566; border-radius: 5px; }
        tooltip label { color: #ddeeff; font-family: Lato; font-size: 12px; }
        #tray menu { background: #fafafa; color: #111111; }
        """)
    #expect(imported.toml("materials", "waybar-tooltip", "tint") == "\"#101418\"")
    #expect(imported.toml("tooltip", "material") == "\"waybar-tooltip\"")
    #expect(imported.toml("tooltip", "ink") == "\"#DDEEFF\"")
    #expect(imported.toml("tooltip", "font") == "\"Lato 12px\"")
    #expect(imported.toml("tooltip", "corner_radius") == "5")
    #expect(imported.toml("tooltip", "border_width") == "2")
    #expect(imported.toml("tooltip", "border_color") == "\"#445566\"")
    #expect(imported.toml("materials", "waybar-menu", "base") == "\"systemUltraThinMaterialLight\"")
    #expect(imported.toml("menu", "ink") == "\"#111111\"")
    #expect(imported.lines(.leftOut) == [])
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `tooltips keep their markup, but not around what they cannot show`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["cpu", "clock", "battery"],
          "cpu": { "format": "{usage} & co", "tooltip-format": "<b>{usage}</b> & more" },
          "clock": { "format": "{:%H:%M}", "tooltip-format": "<big>{:%Y}</big>\\n<tt>{calendar}</tt>" },
          "battery": { "tooltip-format": "<i>{icon}</i>\\n<b>{time}</b>", "format": "{capacity}" } }
        """)
    #expect(imported.toml("cpu", "markup") == "true")
    #expect(imported.toml("cpu", "format") == "\"{percent} &amp; co\"")
    #expect(imported.toml("cpu", "tooltip") == "\"<b>{percent}</b> &amp; more\"")
    #expect(imported.toml("clock", "markup") == nil)
    #expect(imported.toml("clock", "tooltip") == "\"{time:%Y}\"")
    #expect(imported.toml("battery", "tooltip") == "\"{remaining}\"")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `a calendar in a tooltip is that of the clock, with its months and weeks`() throws {
    let imported = try Fixtures.module(
      "clock",
      """
      { "tooltip-format": "{calendar}", "calendar": { "mode": "year", "weeks-pos": "left", "iso8601": true } }
      """)
    #expect(imported.toml("clock", "hover") == "\"calendar\"")
    #expect(imported.toml("clock", "months") == "12")
    #expect(imported.toml("clock", "week_numbers") == "true")
    #expect(imported.toml("clock", "week_numbering") == "\"iso\"")
    #expect(imported.lines(.approximated) == [])
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  // MARK: - Parts of modules and zones

  @Test(
    arguments: [
      ("top", "bottom", nil), ("top", "top", "outer"), ("top", "left", "start"), ("top", "right", "end"),
      ("bottom", "top", nil), ("left", "right", nil), ("left", "left", "outer"), ("left", "top", "start"),
    ] as [(String, String, String?)])
  func `a line at a side of a module keeps its side`(bar: String, side: String, edge: String?) throws {
    let imported = try Fixtures.waybar(
      config: "{ \"position\": \"\(bar)\", \"modules-left\": [\"cpu\"] }",
      style: Self.base + "#cpu { border-\(side): 3px solid #ff0000; }")
    #expect(imported.toml("cpu", "underline_width") == "3")
    #expect(imported.toml("cpu", "underline_edge") == edge.map { "\"\($0)\"" })
    #expect(imported.lines(.approximated).count { $0.has("line") } == 0)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [
    ("padding: 2px 9px 2px 4px", "padding", "[4, 9]"), ("padding: 0 6px", "padding", "6"),
    ("margin: 0 -4px 0 2px", "margin", "[2, -4]"), ("margin: 0 -3px", "margin", "-3"),
  ]) func `distances before and after a module may differ, and be less than 0`(
    rule: String, key: String, value: String
  ) throws {
    let imported = try Fixtures.module("cpu", "{}", style: Self.base + "#cpu { \(rule); }")
    #expect(imported.toml("cpu", key) == value)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [
    ("top", "bottom", nil), ("top", "top", "outer"), ("bottom", "top", nil), ("left", "bottom", "end"),
  ])
  func `a border at one side of the bar is a line there`(bar: String, side: String, edge: String?) throws {
    let imported = try Fixtures.waybar(
      config: "{ \"position\": \"\(bar)\", \"modules-left\": [\"cpu\"] }",
      style: Self.base + "window#waybar { border-\(side): 3px solid #ff0000; }")
    #expect(imported.toml("bar", "underline_width") == "3")
    #expect(imported.toml("bar", "underline_color") == "\"#FF0000\"")
    #expect(imported.toml("bar", "underline_edge") == edge.map { "\"\($0)\"" })
    #expect(imported.lines(.approximated).count { $0.has("border") } == 0)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `a module without a fill lies on no glass beside islands`() throws {
    let imported = try Fixtures.waybar(
      config: #"""
        { "modules-left": ["cpu", "clock", "group/a"], "group/a": { "orientation": "horizontal", "modules": ["memory"] } }
        """#,
      style: "window#waybar { color: #eee; } #cpu { background: #404040; border-radius: 8px; }")
    #expect(imported.toml("bar", "glass") == "\"modules\"")
    #expect(imported.toml("clock", "glass") == "false")
    #expect(imported.toml("cpu", "glass") == nil && imported.toml("group", "a", "glass") == nil)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [("9px 0 0 9px", "0 9px 9px 0", "9"), ("9px", "9px", nil)])
  func `pieces that touch and have round outer corners flow together`(
    left: String, right: String, merge: String?
  ) throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu", "memory"] }"#,
      style: """
        window#waybar { color: #eee; } #cpu, #memory { background: #404040; border-radius: \(left); }
        #memory { border-radius: \(right); }
        """)
    #expect(imported.toml("bar", "merge") == merge)
    #expect(imported.toml("bar", "island_gap") == "0")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `the opacity of a module is apart from its colours`() throws {
    let imported = try Fixtures.module(
      "cpu", "{}", style: Self.base + "#cpu { background: #404040; opacity: 0.5; border: 1px solid #ffffff; }"
    )
    #expect(imported.toml("cpu", "opacity") == "0.5")
    #expect(imported.toml("cpu", "fill") == "\"#404040\"")
    #expect(imported.toml("cpu", "stroke_color") == "\"#FFFFFF\"")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `the opacity of a module is apart from the line of its shadow`() throws {
    let imported = try Fixtures.module(
      "cpu", "{}",
      style: Self.base
        + "#cpu { background: #404040; opacity: 0.5; box-shadow: inset 0 -2px rgba(255, 0, 0, 0.4); }")
    #expect(imported.toml("cpu", "opacity") == "0.5")
    #expect(imported.toml("cpu", "underline_color") == "\"#FF000066\"")
  }

  @Test func `a slider is as long as its trough`() throws {
    let imported = try Fixtures.module(
      "pulseaudio/slider", "{}", style: Self.base + "#pulseaudio-slider trough { min-width: 120px; }")
    #expect(imported.toml("audio", "level", "slider") == "120")
  }

  @Test(arguments: [("7px", "7"), ("2000px", "1024")])
  func `caps of islands are apart as their margins say, within the limit`(margin: String, expected: String)
    throws
  {
    let imported = try Fixtures.waybar(
      config: #"""
        { "modules-left": ["custom/l", "cpu", "memory", "custom/r"], "custom/l": { "format": " " },
          "custom/r": { "format": " " } }
        """#,
      style: """
        window#waybar { color: #eee; } #cpu, #memory, #custom-l, #custom-r { background: #404040; }
        #custom-l { border-radius: 9px 0 0 9px; margin-left: \(margin); }
        #custom-r { border-radius: 0 9px 9px 0; margin-right: 5px; }
        """)
    #expect(imported.toml("bar", "start") == #"["group.island1"]"#)
    #expect(imported.toml("group", "island1", "margin") == "[\(expected), 5]")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `texts turn, but not those of items`() throws {
    let imported = try Fixtures.waybar(
      config: #"""
        { "position": "left", "modules-left": ["sway/workspaces", "cpu"], "sway/workspaces": { "rotate": 90 },
          "cpu": { "rotate": 90 } }
        """#)
    #expect(imported.toml("cpu", "rotate") == "270" && imported.toml("workspaces", "rotate") == nil)
  }

  @Test func `icons keep the colours that their markup gives them`() throws {
    let imported = try Fixtures.module(
      "battery",
      #"""
      { "format": "{icon} {capacity}&", "format-icons": ["<span color='#f00'>a</span>", "b & c"],
        "format-charging": "+" }
      """#)
    #expect(imported.toml("battery", "markup") == "true")
    #expect(imported.toml("battery", "icons") == #"["<span color='#f00'>a</span>", "b & c"]"#)
    #expect(imported.toml("battery", "format") == #""{icon} {percent}&amp;""#)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
    let plain = try Fixtures.module("battery", #"{ "format-icons": ["a"] }"#)
    #expect(plain.toml("battery", "markup") == nil)
  }

  @Test func `zones with one fill on a bar with another have it`() throws {
    func imported(_ zones: String) throws -> WaybarImport {
      try Fixtures.waybar(
        config: #"{ "modules-left": ["cpu"], "modules-right": ["clock"] }"#,
        style: Self.base + "\(zones) { background: #404040; border-radius: 9px; }")
    }
    let all = try imported(".modules-left, .modules-right")
    #expect(all.toml("bar", "zone_fill") == "\"#404040\"")
    #expect(all.toml("bar", "pill_radius") == "9")
    #expect(Fixtures.mistakes(all.draft.text) == [])
    #expect(try imported(".modules-left").toml("bar", "zone_fill") == nil)
  }

  @Test func `the items of the tray have the distance of their spacing`() throws {
    let imported = try Fixtures.module(
      "tray", #"{ "spacing": 10 }"#, style: Self.base + "#tray { padding: 0 6px; }")
    #expect(imported.toml("tray", "item_spacing") == "10")
    #expect(imported.toml("tray", "item_padding") == "0")
    #expect(imported.toml("tray", "padding") == "6")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [(90, "270"), (270, "90"), (180, nil)] as [(Int, String?)])
  func `text on a bar at the left edge is turned as in Waybar`(angle: Int, own: String?) throws {
    let imported = try Fixtures.waybar(
      config: """
        { "position": "left", "modules-left": ["cpu"], "cpu": { "rotate": \(angle) } }
        """)
    #expect(imported.toml("cpu", "rotate") == own)
    #expect(imported.lines(.approximated).count { $0.has("\"rotate\"") } == (own == nil ? 1 : 0))
  }

  @Test(
    arguments: [
      ("hyprland", "\"#FF0000\"", nil, nil), ("sway", "\"#00FF00\"", "\"#0000FF\"", nil),
      ("niri", "\"#00FF00\"", "\"#0000FF\"", "\"#FF0000\""), ("ext", "\"#FF0000\"", nil, nil),
    ] as [(String, String?, String?, String?)])
  func `the current workspace has the look of the class that its compositor's module sets`(
    compositor: String, ink: String?, fill: String?, visible: String?
  ) throws {
    let imported = try Fixtures.module(
      "\(compositor)/workspaces", "{}",
      style: Self.base + """
        #workspaces button.active label { color: #ff0000; }
        #workspaces button.focused label { color: #00ff00; }
        #workspaces button.focused { background: #0000ff; }
        """)
    #expect(imported.toml("workspaces", "states", "focused", "ink") == ink)
    #expect(imported.toml("workspaces", "states", "focused", "fill") == fill)
    #expect(imported.toml("workspaces", "states", "visible", "ink") == visible)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(
    arguments: [
      ("border-radius: 0;", "", nil), ("border-radius: 12px;", "", "12"),
      ("border-radius: 0; background: none;", "background: #111111;", "8"),
    ] as [(String, String, String?)])
  func `a bar has the corners of the box with its fill`(window: String, box: String, radius: String?) throws {
    let imported = try Fixtures.module(
      "cpu", "{}",
      style: """
        * { border-radius: 8px; } window#waybar { background: #111111; color: #eeeeee; \(window) }
        window#waybar > box { \(box) }
        """)
    #expect(imported.toml("bar", "corner_radius") ?? "0" == radius ?? "0")
  }

  @Test(arguments: [("0.2", "\"#000000B3\""), ("0.95", nil)] as [(String, String?)])
  func `a fill of the bar's colour is seen where the bar is translucent`(opacity: String, fill: String?)
    throws
  {
    let imported = try Fixtures.module(
      "cpu", "{}",
      style: """
        window#waybar { background: rgba(0, 0, 0, \(opacity)); color: #eeeeee; }
        #cpu { background: rgba(0, 0, 0, 0.7); }
        """)
    #expect(imported.toml("cpu", "fill") == fill)
  }

  @Test func `the look of a group under the pointer is left out in silence`() throws {
    let imported = try Fixtures.module(
      "group/a", #"{ "modules": ["cpu", "memory"] }"#, style: Self.base + "#a:hover { color: #ff0000; }")
    #expect(imported.lines(.leftOut) == [] && Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `the font that most modules have is that of the bar`() throws {
    let imported = try Fixtures.waybar(
      config: #"""
        { "modules-left": ["cpu", "group/a"], "modules-right": ["clock"],
          "group/a": { "modules": ["memory", "disk"] } }
        """#,
      style: Self.base
        + "* { font-family: Inter; font-size: 12px; } #cpu, #memory, #disk { font-family: Lato; }")
    #expect(imported.toml("bar", "font") == "\"Lato 12px\"")
    #expect(imported.toml("cpu", "font") == nil && imported.toml("memory", "font") == nil)
    #expect(imported.toml("clock", "font") == "\"Inter 12px\"")
  }

  @Test func `the ink that most texts have is that of the bar, also in its states`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu", "memory", "sway/window"], "modules-right": ["clock"] }"#,
      style: Self.base
        + """
        #cpu, #memory { color: #ff8000; } #clock { background: #ffffff; color: #000000; }
        window#waybar.empty { background: #404040; } window#waybar.solo { color: #00ff00; }
        """)
    #expect(imported.toml("materials", "waybar", "ink") == "\"#FF8000\"")
    #expect(imported.toml("cpu", "ink") == nil && imported.toml("window", "ink") == "\"#EEEEEE\"")
    #expect(imported.toml("clock", "ink") == "\"#000000\"")
    #expect(imported.toml("materials", "waybar-empty", "ink") == "\"#FF8000\"")
    #expect(imported.toml("materials", "waybar-solo", "ink") == "\"#00FF00\"")
  }

  // MARK: - The account

  @Test(arguments: [
    (".modules-left { opacity: 0.5; }", "the opacity of zones"),
    ("#workspaces { opacity: 0.5; }", "the opacity of zones"),
    ("#cpu { border-radius: 20%; }", "radii as parts"),
    ("#workspaces button.focused:hover { color: red; }", "looks of states under the pointer"),
  ])
  func `a look that has no counterpart is told`(rule: String, words: String) throws {
    let imported = try Fixtures.module("cpu", "{}", style: Self.base + rule)
    #expect(imported.lines(.leftOut).count { $0.has(words) } == 1)
  }

  @Test(arguments: [
    ("text-shadow: none;", 0), ("text-shadow: inherit;", 0), ("text-shadow: 0 1px red;", 1),
    ("transition: none;", 0), ("transition: all 0s ease;", 0), ("transition-duration: 0ms;", 0),
    ("transition: color .2s, opacity 0s;", 1), ("letter-spacing: normal;", 0),
  ])
  func `a property without a look is no loss`(declaration: String, count: Int) throws {
    let imported = try Fixtures.module("cpu", "{}", style: Self.base + "#cpu { \(declaration) }")
    #expect(imported.lines(.leftOut).count == count)
  }

  @Test(arguments: [
    "background: @nope;", "background: alpha(@nope, .5);", "border: 1px solid @nope;",
    "box-shadow: 0 0 2px @nope;",
    "background-image: linear-gradient(@nope, red);",
  ])
  func `a colour that nothing defines is told wherever it is used`(declaration: String) throws {
    let imported = try Fixtures.module("cpu", "{}", style: Self.base + "#cpu { \(declaration) }")
    #expect(imported.lines(.warning).count { $0.has("the colour @nope is not defined") } == 1)
  }

  @Test func `the colours of GTK's theme are those of Adwaita`() throws {
    let imported = try Fixtures.module(
      "cpu", "{}", style: "window#waybar { background: @theme_selected_bg_color; color: white; }")
    #expect(imported.toml("materials", "waybar", "tint") == "\"#3584E4\"")
    #expect(imported.lines(.approximated).count { $0.has("@theme_selected_bg_color") } == 1)
    #expect(imported.lines(.warning) == [])
  }

  @Test func `the account names the lines of the style sheet`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu", "memory"] }"#,
      style: """
        window#waybar { background: none; color: #eeeeee; }
        #cpu, #memory { border-top: 1px solid red; border-left: 1px solid red; }
        """)
    let lines = imported.lines(.approximated)
    #expect(lines.count { $0 == "style.css:2:17: style: a module has a line at one side or at all" } == 1)
    #expect(lines.count { $0.hasPrefix("style.css:1:17: style: texts on no background") } == 1)
    #expect(lines.allSatisfy { !$0.has("\"style\"") }, "\(lines)")
  }

  @Test(arguments: ["font-weight: -9223372036854775808", "opacity: nan", "color: alpha(red, nan)"])
  func `numbers of any size are read, and what is none has no effect`(declaration: String) throws {
    let imported = try Fixtures.module("cpu", "{}", style: Self.base + "#cpu { \(declaration); }")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
    #expect(imported.toml("cpu", "opacity") == nil && imported.toml("cpu", "ink") == nil)
  }

  @Test func `colours with names keep them`() throws {
    let imported = try Fixtures.module(
      "cpu", "{}",
      style: """
        @define-color base #202020; @define-color warm shade(#804020, 1); @define-color same #804020;
        @define-color label #ff0000; @define-color unused #123456; @define-color bar @base; @define-color x @bar;
        window#waybar { background: @x; color: @label; } #cpu { background: @warm; border: 1px solid @warm; }
        #cpu:hover { background: @same; } #memory { color: @unused; }
        """)
    #expect(
      imported.toml("colors", "base") == "\"#202020\"" && imported.toml("colors", "warm") == "\"#804020\"")
    #expect(imported.draft.keys(["colors"]) == ["warm", "base"])
    #expect(imported.toml("materials", "waybar", "tint") == "\"base\"")
    #expect(imported.toml("cpu", "fill") == "\"warm\"" && imported.toml("cpu", "stroke_color") == "\"warm\"")
    // The name of a vibrancy cannot be that of a colour.
    #expect(imported.toml("materials", "waybar", "ink") == "\"#FF0000\"")
    #expect(imported.draft.text.has("[colors]\nwarm = \"#804020\"\nbase = \"#202020\"\n\n"))
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }
}
