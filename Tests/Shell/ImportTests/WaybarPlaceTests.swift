import Import
import Settings
import Testing

/// Tests of the places, inks and texts of modules, which have to be those of Waybar on the screen.
struct WaybarPlaceTests {
  private static let base = "window#waybar { background: #202020; color: #eeeeee; }\n"

  @Test func `an ink that cannot be read on its fill changes, and the fill does not`() throws {
    let imported = try Fixtures.module(
      "cpu", #"{ "states": { "critical": 90, "full": 99 } }"#,
      style: Self.base + """
        #cpu { background: #f5deae; color: #947e50; } #cpu.critical { color: #101010; }
        #cpu.full { background: #ee9310; color: #ffffff; }
        """)
    #expect(imported.toml("cpu", "fill") == "\"#F5DEAE\"")
    #expect(imported.toml("cpu", "ink") == "\"#6E5E3C\"")
    #expect(imported.toml("cpu", "states", "critical", "ink") == "\"#101010\"")
    // White that cannot be read stays white, and the bar makes the fill darker.
    #expect(imported.toml("cpu", "states", "full", "ink") == "\"#FFFFFF\"")
  }

  @Test(arguments: [("rgba(32, 32, 32, 0.9)", "\"#314A31\""), ("rgba(32, 32, 32, 0.2)", "\"#40704080\"")])
  func `a fill through which little of the desktop is seen is opaque`(bar: String, fill: String) throws {
    let imported = try Fixtures.module(
      "cpu", "{}",
      style: "window#waybar { background: \(bar); color: #eee; } #cpu { background: rgba(64, 112, 64, 0.5); }"
    )
    #expect(imported.toml("cpu", "fill") == fill)
  }

  @Test func `a font in one declaration has the usual weight for what it does not name`() throws {
    let imported = try Fixtures.module(
      "sway/workspaces", "{}",
      style: Self.base + "* { font: 12px Inter; } #workspaces button.focused { font-weight: 900; }")
    #expect(imported.toml("workspaces", "states", "focused", "font") == nil)
  }

  @Test(arguments: [
    (#""zero", "ss01""#, "#zero,ss01"), (#"'"zero" off, "cv05" 2, "liga" on'"#, "#zero=0,cv05=2,liga"),
    ("normal", ""),
  ])
  func `features of fonts stand behind their sizes`(value: String, features: String) throws {
    let imported = try Fixtures.module(
      "cpu", "{}", style: Self.base + "* { font: 12px Inter; font-feature-settings: \(value); }")
    #expect(imported.toml("bar", "font") == "\"Inter 12px\(features.isEmpty ? "" : " " + features)\"")
    #expect(imported.lines(.leftOut) == [] && Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [("sway/workspaces", "17"), ("niri/workspaces", "17"), ("hyprland/workspaces", "10")])
  func `buttons with a text alone have more room in the theme`(name: String, padding: String) throws {
    let imported = try Fixtures.module(name, "{}", style: Self.base)
    #expect(imported.toml("workspaces", "padding") == padding)
  }

  @Test func `margins of items are also before the first and after the last one`() throws {
    let imported = try Fixtures.module(
      "sway/workspaces", "{}",
      style: Self.base + "#workspaces { margin: 0 4px 0 1px; } #workspaces button { margin: 2px 3px; }")
    #expect(imported.toml("workspaces", "item_spacing") == "6")
    #expect(imported.toml("workspaces", "margin") == "[4, 7]")
  }

  @Test(arguments: [
    (#""a": "A", "b": "B""#, #"{ a = "A", b = "B", default = "" }"#),
    (#""a": "A", "default": "D""#, #"{ a = "A", default = "D" }"#),
  ])
  func `a script shows no icon for a name that its table does not have`(icons: String, own: String) throws {
    let imported = try Fixtures.module(
      "custom/x", "{ \"exec\": \"x\", \"format\": \"{icon}\", \"format-icons\": { \(icons) } }")
    #expect(imported.toml("script", "x", "icons") == own)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `names of high priority keep their icons while their workspaces are focused`() throws {
    let imported = try Fixtures.module(
      "sway/workspaces",
      #"""
      { "format": "{icon}", "format-icons":
        { "1": "A", "2": "B", "focused": "F", "high-priority-named": ["2"] } }
      """#)
    #expect(imported.toml("workspaces", "states", "focused", "icons") == #"{ 2 = "B", default = "F" }"#)
  }

  @Test func `the two states of the idle inhibitor have the words of Waybar`() throws {
    let imported = try Fixtures.module(
      "idle_inhibitor", #"{ "format": "{status}", "tooltip-format-activated": "{status}!" }"#)
    #expect(imported.toml("idle", "format") == #""deactivated""#)
    #expect(imported.toml("idle", "states", "active", "format") == #""activated""#)
    #expect(imported.toml("idle", "states", "active", "tooltip") == #""activated!""#)
  }

  @Test(arguments: [("pulseaudio", "<="), ("wireplumber", ">=")])
  func `states of a volume hold on the side on which Waybar has them`(name: String, sign: String) throws {
    let imported = try Fixtures.module(name, #"{ "states": { "loud": 80 }, "format-loud": "!" }"#)
    #expect(imported.toml("audio", "states", "loud", "when") == "{ percent = \"\(sign) 80\" }")
  }

  @Test(
    arguments: [("#202020", nil, nil), ("#303030", "\"#303030\"", "\"#EEEEEE\"")]
      as [(String, String?, String?)])
  func `zones with another fill than the bar are filled, and texts on them keep their ink`(
    zones: String, fill: String?, ink: String?
  ) throws {
    let imported = try Fixtures.module(
      "cpu", "{}", style: Self.base + ".modules-left { background: \(zones); }")
    #expect(imported.toml("bar", "zone_fill") == fill)
    #expect(imported.toml("cpu", "ink") == ink)
  }

  @Test(arguments: [(-3, "5", 0), (-8, "0", 0), (-9, "0", 1)])
  func `a margin below 0 takes from those of islands`(margin: Int, bottom: String, count: Int) throws {
    let imported = try Fixtures.waybar(
      config: "{ \"modules-left\": [\"cpu\"], \"height\": 40, \"margin-bottom\": \(margin) }",
      style: "window#waybar { color: #eee; } #cpu { background: #404040; margin: 8px 0; }")
    #expect(imported.toml("bar", "margin_bottom") == bottom)
    #expect(imported.lines(.approximated).count { $0.has("margin-bottom") } == count)
  }

  @Test func `caps of islands are as wide as their texts and paddings, and islands do not flow together`()
    throws
  {
    let imported = try Fixtures.waybar(
      config: #"""
        { "modules-left": ["custom/l", "cpu", "custom/r", "custom/gap", "custom/l", "memory", "custom/r"],
          "custom/l": { "format": " " }, "custom/r": { "format": " " }, "custom/gap": { "format": "  " } }
        """#,
      style: """
        * { font-size: 20px; } window#waybar { color: #eee; }
        #cpu, #memory, #custom-l, #custom-r { background: #404040; }
        #custom-l { border-radius: 9px 0 0 9px; padding: 0 1px 0 5px; }
        #custom-r { border-radius: 0 9px 9px 0; padding: 0 2px; } #custom-gap { padding: 0 3px; }
        """)
    #expect(imported.toml("bar", "start") == #"["group.island1", "spacer.gap", "group.island2"]"#)
    #expect(imported.toml("group", "island1", "padding") == "[12, 10]")
    #expect(imported.toml("spacer", "gap", "width") == "17")
    #expect(imported.toml("bar", "merge") == nil)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `a microphone stands a space behind the volume in whose text it is`() throws {
    let imported = try Fixtures.waybar(
      config: #"""
        { "modules-left": ["pulseaudio"], "spacing": 4,
          "pulseaudio": { "format": "{volume} {format_source}", "format-source": "mic" } }
        """#,
      style: Self.base
        + "* { font-size: 20px; } #pulseaudio { padding: 0 9px 0 7px; margin: 0 2px 0 1px; }"
    )
    #expect(imported.toml("audio", "padding") == "[7, 0]" && imported.toml("audio", "margin") == "[1, 0]")
    #expect(imported.toml("microphone", "padding") == "[6, 9]")
    #expect(imported.toml("microphone", "margin") == "[-4, 2]")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `volume and microphone have the least width of their text together`() throws {
    func imported(_ fill: String) throws -> WaybarImport {
      try Fixtures.waybar(
        config: #"""
          { "modules-left": ["pulseaudio#two"], "pulseaudio#two":
            { "format": "{volume} {format_source}", "format-source": "mic" } }
          """#,
        style: Self.base
          + "* { font-size: 20px; } #pulseaudio { \(fill) padding: 0 9px 0 7px; margin: 0 2px; min-width: 80px; }"
      )
    }
    let one = try imported("")
    #expect(one.toml("bar", "start") == #"["group.sound-two"]"#)
    let group = ["group", "sound-two"]
    #expect(one.draft.value(group + ["modules"])?.tomlText == #"["audio.two", "microphone.two"]"#)
    #expect(one.draft.value(group + ["min_width"])?.tomlText == "80")
    #expect(one.draft.value(group + ["padding"])?.tomlText == "[7, 9]")
    #expect(one.draft.value(group + ["margin"])?.tomlText == "[2, 2]")
    #expect(one.toml("audio", "two", "padding") == "0" && one.toml("audio", "two", "min_width") == "0")
    #expect(one.toml("microphone", "two", "padding") == "[6, 0]")
    #expect(Fixtures.mistakes(one.draft.text) == [])
    // States change the fill of each, so that they are no group.
    let apart = try imported("background: #ff0000;")
    #expect(apart.toml("bar", "start") == #"["audio.two", "microphone.two"]"#)
    #expect(apart.toml("audio", "two", "min_width") == "58")
  }

  @Test(arguments: [
    (" {format_source}", "mic", "[7, 0]", "[6, 9]", "-4"),
    ("{format_source}", "mic", "[7, 0]", "[0, 9]", "-4"),
    (" {format_source}", "", "[7, 9]", "[6, 9]", "-13"),
  ])
  func `a microphone that is only shown while it is muted stands apart`(
    format: String, shown: String, padding: String, own: String, margin: String
  ) throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["pulseaudio"], "spacing": 4, "pulseaudio": { "format": "{volume}\(format)",
          "format-source": "\(shown)", "format-source-muted": "off" } }
        """, style: Self.base + "* { font-size: 20px; } #pulseaudio { padding: 0 9px 0 7px; }")
    #expect(imported.toml("audio", "padding") == padding)
    #expect(imported.toml("microphone", "padding") == own)
    #expect(imported.toml("microphone", "margin") == "[\(margin), 0]")
  }

  @Test func `islands have their own margins beside the usual ones, and the bar has those at its ends`()
    throws
  {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu", "memory"], "modules-right": ["load"], "spacing": 2 }"#,
      style: """
        window#waybar { color: #eee; } .modules-left { margin-left: 5px; }
        #cpu, #memory, #load { background: #404040; margin: 0 8px 0 1px; } #memory { margin-left: 20px; }
        """)
    #expect(imported.toml("bar", "island_gap") == "11")
    #expect(imported.toml("cpu", "margin") == nil && imported.toml("memory", "margin") == "[19, 0]")
    #expect(imported.toml("bar", "margin_left") == "6" && imported.toml("bar", "margin_right") == "8")
  }

  @Test(arguments: [
    ("disk", "{used} {free:>7}", "{used:.1c} {free:>7.1c}"),
    ("network", "{bandwidthDownBytes}/{bandwidthUpBytes:.0f}", "{down:.1c}/{up:.0c}"),
  ])
  func `sizes and rates have a digit behind the point and no space`(kind: String, format: String, own: String)
    throws
  {
    let imported = try Fixtures.module(kind, "{ \"format\": \"\(format)\" }")
    #expect(imported.toml(kind, "format") == "\"\(own)\"")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [("6", "6"), ("6.5", "0")]) func `spacings are whole numbers, as Waybar takes them`(
    spacing: String, own: String
  ) throws {
    let imported = try Fixtures.waybar(
      config: "{ \"spacing\": \(spacing), \"modules-left\": [\"cpu\", \"load\"] }", style: Self.base)
    #expect(imported.toml("bar", "spacing") ?? "0" == own)
    #expect(imported.lines(.approximated).count { $0.has("spacing") } == (own == "0" ? 1 : 0))
  }

  @Test func `the icon of the window is as large as in Waybar`() throws {
    let icon = try Fixtures.module("sway/window", #"{ "icon": true }"#)
    #expect(icon.toml("window", "icon_size") == "24")
    let small = try Fixtures.module("sway/window", #"{ "icon": true, "icon-size": 15 }"#)
    #expect(small.toml("window", "icon_size") == "15")
  }

  @Test func `lengths of boxes lose their fractions`() throws {
    let imported = try Fixtures.module(
      "cpu", "{}", style: Self.base + "* { font-size: 13px; } #cpu { padding: 0 0.6em; margin-left: 4.9px; }")
    #expect(imported.toml("cpu", "padding") == "7" && imported.toml("cpu", "margin") == "[4, 0]")
  }

  @Test func `islands of zones begin and end where their boxes do, with their borders inside`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["sway/workspaces"], "modules-right": ["cpu"], "height": 40 }"#,
      style: """
        * { padding: 1px; font-size: 12px; } window#waybar { color: #eee; }
        .modules-left, .modules-right { background: #404040; border: 2px solid #808080; padding: 3px 5px; margin: 0 4px 0 6px; }
        #workspaces { padding: 1px 0; } #workspaces button { padding: 0 2px; }
        #workspaces button.focused { background: #505050; }
        """)
    #expect(imported.toml("bar", "glass") == "\"zones\"" && imported.toml("bar", "island_padding") == "7")
    #expect(imported.toml("bar", "margin_left") == "7" && imported.toml("bar", "margin_right") == "5")
    // The box of the bar has a pixel above and below, which its margins have here.
    #expect(imported.toml("bar", "height") == "38" && imported.toml("bar", "margin_top") == "1")
    #expect(imported.toml("workspaces", "states", "focused", "fill_inset") == "6")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `modules in a group touch, unless the bar has no spacing either`() throws {
    let config = #""modules-left": ["group/g"], "group/g": { "modules": ["cpu", "memory"] }"#
    #expect(try Fixtures.waybar(config: "{ \"spacing\": 3, \(config) }").toml("group", "g", "spacing") == "0")
    #expect(try Fixtures.waybar(config: "{ \(config) }").toml("group", "g", "spacing") == nil)
  }

  @Test func `a module whose device is missing is shown as in Waybar`() throws {
    let network = try Fixtures.module(
      "network", #"{ "interface": "tun0", "format": "on", "format-disconnected": "off" }"#,
      style: Self.base + "#network.disconnected { color: #ff0000; }")
    #expect(network.toml("network", "states", "absent", "format") == "\"off\"")
    #expect(network.toml("network", "states", "absent", "hidden") == "false")
    #expect(network.toml("network", "states", "absent", "ink") == "\"#FF0000\"")
    #expect(network.toml("network", "states", "disconnected", "ink") == "\"#FF0000\"")
    let hidden = try Fixtures.module("network", #"{ "format-disconnected": "" }"#)
    #expect(hidden.toml("network", "states", "disconnected", "hidden") == "true")
    let usual = try Fixtures.module("bluetooth", #"{ "format": "B {status}" }"#)
    #expect(usual.toml("bluetooth", "states", "absent", "format") == "\"B no-controller\"")
    #expect(usual.toml("bluetooth", "states", "absent", "hidden") == "false")
    let named = try Fixtures.module("bluetooth", #"{ "format-no-controller": "none" }"#)
    #expect(named.toml("bluetooth", "states", "absent", "format") == "\"none\"")
    #expect(named.toml("bluetooth", "states", "absent", "hidden") == "false")
    let empty = try Fixtures.module("bluetooth", #"{ "format-no-controller": "" }"#)
    #expect(empty.toml("bluetooth", "states", "absent", "hidden") == "true")
  }

  @Test func `a custom module with an empty format is hidden`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["custom/a", "custom/b"], "custom/a": { "format": "", "on-click": "x" }, "custom/b": { "format": "" } }
        """)
    #expect(imported.toml("bar", "start") == #"["text.a", "spacer.b"]"#)
    #expect(
      imported.toml("text", "a", "hidden") == "true" && imported.toml("spacer", "b", "hidden") == "true")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [("sway/workspaces", nil), ("hyprland/workspaces", "\"active\"")] as [(String, String?)])
  func `only modules that can show the active workspace alone do`(name: String, show: String?) throws {
    let imported = try Fixtures.module(name, #"{ "active-only": true }"#)
    #expect(imported.toml("workspaces", "show") == show)
  }

  @Test(arguments: [
    ("{used}", "{used:.2G}"), ("{used:>6.1f}", "{used:>6G}"), ("{total:.0f}", "{total:.0G}"),
  ])
  func `sizes of memory have the digits of Waybar`(format: String, own: String) throws {
    let imported = try Fixtures.module("memory", "{ \"format\": \"\(format)\" }")
    #expect(imported.toml("memory", "format") == "\"\(own)\"")
  }

  @Test func `icons of devices belong to the names of the sound server`() throws {
    let imported = try Fixtures.module(
      "pulseaudio", #"{ "format-icons": { "default": "d", "alsa_output.usb-x": "u" } }"#)
    #expect(
      imported.draft.value(["audio", "states", "alsa_output.usb-x", "when"])?.tomlText
        == "{ device = \"alsa_output.usb-x\" }")
    #expect(imported.lines(.leftOut) == [] && Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [("{:L%A}", "\"de_DE.UTF-8\"", 0), ("{:%A}", nil, 1)] as [(String, String?, Int)])
  func `a locale holds where a format asks for it`(format: String, own: String?, count: Int) throws {
    let imported = try Fixtures.module(
      "clock", "{ \"format\": \"\(format)\", \"locale\": \"de_DE.UTF-8\" }")
    #expect(imported.toml("clock", "locale") == own)
    #expect(imported.lines(.approximated).count { $0.has("\"locale\"") } == count)
  }

  @Test(arguments: [("background: #404040;", nil), ("", "false")] as [(String, String?)])
  func `items lie on an island if the box around them has a fill`(box: String, glass: String?) throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["sway/workspaces", "cpu"] }"#,
      style: "window#waybar { color: #eee; } #cpu { background: #404040; } #workspaces { \(box) }")
    #expect(imported.toml("bar", "glass") == "\"modules\"")
    #expect(imported.toml("workspaces", "glass") == glass)
  }

  @Test(
    arguments: [
      ("background: #806040; margin-right: 8px;", "", "false"), ("background: #806040;", "", nil),
      ("background: rgba(128, 96, 64, 0.5); margin-right: 8px;", "", nil),
      ("background: #806040; margin-right: 8px;", "background: #404040;", nil),
    ] as [(String, String, String?)])
  func `opaque items with room between them lie on no glass`(item: String, box: String, glass: String?) throws
  {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["sway/workspaces", "cpu"] }"#,
      style: """
        window#waybar { color: #eee; } #cpu { background: #404040; }
        #workspaces { \(box) } #workspaces button { \(item) }
        """)
    #expect(imported.toml("bar", "glass") == "\"modules\"")
    #expect(imported.toml("workspaces", "glass") == glass)
  }

  @Test func `fills of items are as far from the edges of the bar as the box around them keeps them`() throws
  {
    let imported = try Fixtures.module(
      "sway/workspaces", "{}",
      style: Self.base + """
        #workspaces { padding: 3px 5px; margin: 1px 0; } #workspaces button { margin: 2px; }
        #workspaces button.focused { background: #404040; } #workspaces button:hover { background: #505050; }
        """)
    #expect(imported.toml("workspaces", "states", "focused", "fill_inset") == "6")
    #expect(imported.toml("workspaces", "states", "hover", "fill_inset") == "6")
  }

  @Test func `a module without its device has the ink of the others`() throws {
    let style = Self.base + "#bluetooth { color: #00c000; }"
    func ink(_ options: String, _ more: String = "") throws -> String? {
      try Fixtures.module("bluetooth", options, style: style + more).toml(
        "bluetooth", "states", "absent", "ink")
    }
    #expect(try ink(#"{ "format-no-controller": "none" }"#) == "\"#00C000\"")
    #expect(try ink(#"{ "format-no-controller": "" }"#) == nil)
    #expect(
      try ink(#"{ "format-no-controller": "none" }"#, "#bluetooth.no-controller { color: #ff8080; }")
        == "\"#FF8080\"")
  }

  @Test func `a drawer has no arrow, since its first module opens it`() throws {
    let imported = try Fixtures.module("group/a", #"{ "modules": ["cpu", "clock"], "drawer": {} }"#)
    #expect(imported.toml("group", "a", "arrow") == "false")
    #expect(imported.toml("group", "a", "hover") == "true")
  }

  @Test func `the free share of a file system is shown`() throws {
    let imported = try Fixtures.module("disk", #"{ "format": "{percentage_free}%" }"#)
    #expect(imported.toml("disk", "format") == #""{free_percent}%""#)
    #expect(imported.lines(.leftOut) == [])
  }
}
