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
}
