import Import
import Settings
import Testing

struct WaybarImportTests {
  @Test(arguments: [
    ("cpu", #"{"format": "{usage}% {avg_frequency:0.2f}"}"#, #""{percent}% {frequency:.2}""#),
    ("cpu", #"{"format": "{usage:>3} {icon3}"}"#, #""{percent:>3} {icon3}""#),
    ("memory", #"{"format": "{used:0.1f}G / {total:0.1f} GiB"}"#, #""{used:G}G / {total:G} GiB""#),
    ("memory", #"{"format": "{used:>5.2f}G"}"#, #""{used:>5.2G}G""#),
    ("sway/workspaces", #"{"format": "{icon}"}"#, #""{name}""#),
    ("memory", #"{}"#, #""{percent}%""#),
    ("disk", #"{"format": "{used} {percentage_used:3}"}"#, #""{used:.1c} {percent:3}""#),
    ("disk", #"{"format": "D {percentage_none}% {used}"}"#, #""D  {used:.1c}""#),
    ("battery", #"{"format": "{capacity}% {power:>4.1f}W"}"#, #""{percent}% {power:>4.1}W""#),
    ("clock", #"{"format": "{:%H:%M}"}"#, #""%H:%M""#),
    ("clock", #"{"format": "{:L%A} x"}"#, #""{time:%A} x""#),
    ("clock", #"{"format": "50% {:%H}"}"#, #""50{time:%%} {time:%H}""#), ("clock", "{}", #""%H:%M""#),
    ("network", #"{"format": "{essid:.8} {signalStrength:02d}%"}"#, #""{name:.8} {strength:02}%""#),
    ("temperature", #"{"format": "{temperatureC}°C"}"#, #""{celsius:.0}°C""#),
    ("sway/window", #"{"format": "{app_id}"}"#, #""{app_id}""#),
    ("cpu", #"{"format": "{{x}} {usage} }"}"#, #""{{x}} {percent} }}""#),
    ("sway/mode", #"{"format": "<b>{}</b> & co"}"#, #""<b>{mode}</b> &amp; co""#),
    ("cpu", #"{"format": "a & b {usage}"}"#, #""a & b {percent}""#),
    ("pulseaudio", #"{"format": "{volume:>3}% {desc:.10}"}"#, #""{percent:>3}% {name:.10}""#),
    ("cpu", #"{"format": "{}"}"#, #""{load1}""#), ("disk", #"{"format": "{}%"}"#, #""{free_percent}%""#),
    ("temperature", #"{"format": "{}°"}"#, #""{celsius:.0}°""#),
    ("hyprland/window", #"{"format": "{initialTitle}"}"#, #""{title}""#),
    (
      "network", #"{"format": "{bandwidthDownBits} {bandwidthUpBits}"}"#,
      #""{down_bits:.1c} {up_bits:.1c}""#
    ),
    (
      "mpris", #"{"format": "{artist} - {title}", "title-len": 20, "artist-len": 9}"#,
      #""{artist:.9} - {title:.20}""#
    ),
  ])
  func `formats keep their text, and their fields have our names`(
    name: String, options: String, expected: String
  ) throws {
    let imported = try Fixtures.module(name, options)
    let module = try #require(imported.draft.value(["bar", "start"])?.value(at: ["0"]))
    guard case .string(let kind) = module.content else { return }
    let format = imported.toml(kind, "format")
    // A format that is the default is not in the file, but in the draft.
    #expect(format == expected)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [
    ("pkill -RTMIN+8 waybar", "pkill -RTMIN+8 hyaline"),
    ("pkill -SIGRTMIN+8 waybar", "pkill -SIGRTMIN+8 hyaline"),
    ("a; pkill -x -RTMIN+3 waybar && b", "a; pkill -x -RTMIN+3 hyaline && b"),
    ("killall -SIGUSR2 waybar", "hyaline reload"), ("pkill -SIGUSR1 waybar; x", "hyaline bar toggle; x"),
    ("echo waybar", "echo waybar"), ("notify-send 'waybar'; ls", "notify-send 'waybar'; ls"),
  ])
  func `signals to waybar become signals to hyaline`(command: String, expected: String) throws {
    let imported = try Fixtures.module("cpu", "{\"on-click\": \"\(command)\"}")
    #expect(imported.toml("cpu", "on", "click") == "[\"sh\", \"-c\", \"\(expected)\"]")
  }

  @Test func `scripts that tell waybar something are named with the line`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["custom/a", "custom/b"],
          "custom/a": { "exec": "x", "signal": 4, "on-click": "~/bin/next.sh" },
          "custom/b": { "exec": "x", "signal": 5 } }
        """, others: ["/home/user/bin/next.sh": "#!/bin/sh\nplayerctl next\npkill -RTMIN+4 waybar\n"])
    #expect(
      imported.lines(.warning).contains(
        "next.sh:3:1: this script controls waybar; write \"pkill -RTMIN+4 hyaline\""))
    #expect(imported.lines(.approximated).map { $0.has("custom/b waits") } == [true])
  }

  @Test func `an empty format hides a module, and states with a format show it again`() throws {
    let imported = try Fixtures.module(
      "battery", #"{"format": "", "states": {"low": 20}, "format-low": "{capacity}", "format-full": ""}"#)
    #expect(imported.toml("battery", "hidden") == "true")
    #expect(imported.toml("battery", "states", "low", "hidden") == "false")
    #expect(imported.toml("battery", "states", "full", "hidden") == "true")
  }

  @Test func `states of numbers come from the weakest to the strictest, and those of the service last`()
    throws
  {
    let text = try Fixtures.module(
      "battery",
      #"{"states": {"b": 10, "a": 40, "c": 5}, "format-a": "A", "format-b": "B", "format-charging": "C", "format-icons": {"charging": ["x"], "default": ["y"]}}"#
    ).draft.text
    let order = [
      "[battery.states.a]", "[battery.states.b]", "[battery.states.c]", "[battery.states.charging]",
    ]
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("[battery.states") }.map(String.init) == order)
    // The strictest state alone holds in Waybar, so that it has the format of the module.
    #expect(text.has("[battery.states.c]\nwhen = { percent = \"<= 5\" }\nformat = \"{percent}%\""))
  }

  @Test func `a custom module becomes a script, a text or a spacer`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["custom/a", "custom/b", "custom/c", "custom/d", "custom/e"],
          "custom/a": { "exec": "watch.sh" }, "custom/b": { "format": "B", "on-click": "x" },
          "custom/c": { "format": "   " }, "custom/d": { "exec": "date +%H", "escape": true },
          "custom/e": { "exec": "y", "interval": "once" } }
        """)
    #expect(imported.toml("bar", "start") == #"["script.a", "text.b", "spacer.c", "script.d", "script.e"]"#)
    #expect(imported.toml("script", "a", "continuous") == "true")
    #expect(imported.toml("script", "a", "text_markup") == "true")
    #expect(imported.toml("script", "d", "interval") == "0")
    #expect(imported.toml("script", "d", "text_markup") == nil)
    #expect(imported.toml("script", "e", "interval") == "0")
    #expect(imported.toml("spacer", "c", "width") == "12")
  }

  @Test func `the including file counts, and of two included files the first`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "include": ["a.json", "b.json", "c*.json"], "modules-left": ["cpu", "memory", "disk"], "cpu": { "interval": 7 } }
        """,
      others: [
        "/w/a.json": #"{ "cpu": { "interval": 1, "format": "a" }, "memory": { "interval": 2 } }"#,
        "/w/b.json": #"{ "memory": { "interval": 3, "format": "b" } }"#,
        "/w/c1.json": #"{ "disk": { "path": "/c" } }"#,
      ])
    #expect(imported.toml("cpu", "interval") == "7")
    #expect(imported.toml("cpu", "format") == "\"a\"")
    #expect(imported.toml("memory", "interval") == "2")
    #expect(imported.toml("memory", "format") == "\"b\"")
    #expect(imported.toml("disk", "path") == "\"/c\"")
  }

  @Test func `a group in a group keeps its modules in their order`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["group/a"], "group/a": { "modules": ["cpu", "group/b", "clock", "group/a"] },
          "group/b": { "modules": ["memory", "disk"] } }
        """)
    #expect(imported.toml("group", "a", "modules") == #"["cpu", "group.b", "clock"]"#)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `a slider becomes a module that shows nothing else, beside that with a text`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["pulseaudio/slider", "pulseaudio", "backlight/slider", "pulseaudio/slider#mic"],
          "pulseaudio/slider": { "max": 120, "scroll-step": 2 }, "backlight/slider": { "min": 5 },
          "pulseaudio/slider#mic": { "target": "source", "orientation": "vertical" } }
        """)
    #expect(
      imported.toml("bar", "start")
        == #"["audio.level", "audio", "backlight.level", "microphone.level-mic"]"#)
    #expect(imported.toml("audio", "level", "slider") == "80" && imported.toml("audio", "slider") == nil)
    #expect(imported.toml("audio", "level", "format") == "\"\"")
    #expect(imported.toml("audio", "level", "limit") == "120")
    #expect(imported.toml("audio", "level", "step") == "2")
    #expect(imported.toml("backlight", "level", "min") == "5")
    #expect(imported.lines(.approximated).count { $0.has("\"orientation\"") } == 1)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(
    arguments: [
      ("cpu", #"{"on-update": "x"}"#, ["on", "update"], #"["sh", "-c", "x"]"#),
      ("cpu", #"{"on-triple-click": "x"}"#, ["on", "triple"], #"["sh", "-c", "x"]"#),
      ("cpu", #"{"on-click-release": "x"}"#, ["on", "release"], #"["sh", "-c", "x"]"#),
      ("battery", #"{"adapter": "ACAD"}"#, ["adapter"], #""ACAD""#),
      ("hyprland/workspaces", #"{"show-special": true}"#, ["special"], "true"),
      (
        "mpris", #"{"format": "{player_icon}", "player-icons": {"default": "a", "mpv": "b"}}"#,
        ["player_icons"], #"{ "*mpv*" = "b", "*" = "a" }"#
      ),
      ("mpris", #"{"format": "{player_icon} {title}"}"#, ["format"], #""{player_icon} {title}""#),
    ] as [(String, String, [String], String)])
  func `options that have counterparts are carried over`(
    name: String, options: String, path: [String], value: String
  ) throws {
    let imported = try Fixtures.module(name, options)
    let module = try #require(imported.draft.value(["bar", "start"])?.value(at: ["0"]))
    guard case .string(let kind) = module.content else { return }
    #expect(imported.draft.value([kind] + path)?.tomlText == value)
    #expect(imported.lines(.leftOut) == [] && Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `a drawer of one module is no drawer`() throws {
    let imported = try Fixtures.module(
      "group/a", #"{"modules": ["cava", "clock"], "drawer": {}}"#)
    #expect(imported.toml("group", "a", "modules") == #"["clock"]"#)
    #expect(imported.toml("group", "a", "drawer") == nil)
  }

  @Test func `a toggled format has another button where the click has a command`() throws {
    let imported = try Fixtures.module("cpu", #"{"format-alt": "{usage}", "on-click": "top"}"#)
    #expect(imported.toml("cpu", "on", "middle") == "\"toggle_format\"")
    let other = try Fixtures.module("cpu", #"{"format-alt": "{usage}", "format-alt-click": "click-right"}"#)
    #expect(other.toml("cpu", "on", "right") == "\"toggle_format\"")
    #expect(other.toml("cpu", "on", "click") == "\"popup\"")
  }

  @Test(arguments: [
    ("mpd", "mpDris2"), ("cava", "cava"), ("dwl/tags", "a script"), ("dwl/window", "a script"),
    ("river/tags", "a script"), ("river/mode", "a script"), ("river/window", "a script"),
    ("river/layout", "a script"), ("mango/workspaces", "a script"), ("mango/window", "a script"),
    ("mango/keymode", "a script"), ("mango/layout", "a script"),
  ])
  func `a module without a counterpart is left out, and the report says what can stand for it`(
    name: String, advice: String
  ) throws {
    let report = try Fixtures.module(name, "{}").report
    let line = try #require(report.entries(.leftOut).first { $0.text.hasPrefix("module \(name): ") })
    #expect(line.text.has(advice) && line.place != nil)
    #expect(report.entries(.warning).allSatisfy { !$0.text.has("no module of Waybar") })
  }

  @Test func `options that nothing stands for are reported`() throws {
    let imported = try Fixtures.module("cpu", #"{"max-lenght": 20, "rotate": 90}"#)
    #expect(imported.lines(.warning).contains("config:1:36: cpu: \"max-lenght\": Waybar has no such option"))
    #expect(imported.lines(.leftOut) == [])
    #expect(imported.lines(.approximated).count { $0.has("\"rotate\"") } == 1)
  }

  // MARK: - Style sheets

  @Test func `a bar without a fill becomes islands of its modules, whose margins are those of the bar`()
    throws
  {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu", "memory"], "height": 40, "spacing": 2 }"#,
      style: """
        window#waybar { background: transparent; color: #ffffff; }
        #cpu, #memory { background: #101010; margin: 5px 3px; border-radius: 9px; padding: 0 6px; }
        #memory { background: #303030; }
        """)
    #expect(imported.toml("bar", "glass") == "\"modules\"")
    #expect(imported.toml("bar", "island_radius") == "9")
    #expect(imported.toml("bar", "island_gap") == "8")
    #expect(imported.toml("bar", "height") == "30")
    #expect(imported.toml("bar", "margin_top") == "5")
    #expect(imported.toml("materials", "waybar", "tint") == "\"#101010\"")
    #expect(imported.toml("cpu", "fill") == nil)
    #expect(imported.toml("memory", "fill") == "\"#303030\"")
    #expect(imported.toml("memory", "fill_inset") == "0")
    #expect(imported.toml("memory", "padding") == "6")
  }

  @Test func `a state has what differs from the module, and undoes what ends in it`() throws {
    let imported = try Fixtures.module(
      "network", "{}",
      style: """
        window#waybar { background: #000000; color: #ffffff; }
        #network { background: #222222; border: 1px solid #444444; color: #eeeeee; margin: 2px 0; }
        #network.disconnected { background: transparent; border: none; color: #ffffff; }
        #network.wifi { color: #eeeeee; }
        """)
    #expect(imported.toml("network", "stroke_color") == "\"#444444\"")
    #expect(imported.toml("network", "fill_inset") == "2")
    #expect(imported.toml("network", "states", "disconnected", "fill") == "\"#00000000\"")
    #expect(imported.toml("network", "states", "disconnected", "stroke_width") == "0")
    #expect(imported.toml("network", "states", "disconnected", "ink") == "\"#FFFFFF\"")
    #expect(imported.draft.keys(["network", "states", "wifi"]) == [])
  }

  @Test func `the text of buttons has the colour of a rule for all widgets, as in GTK`() throws {
    let imported = try Fixtures.module(
      "sway/workspaces", "{}",
      style: """
        * { color: #111111; } window#waybar { background: #ffffff; }
        #workspaces button { color: #ff0000; padding: 0 5px; background: #eeeeee; }
        #workspaces button.focused { background: #00ff00; }
        """)
    #expect(imported.toml("workspaces", "ink") == "\"#111111\"")
    #expect(imported.toml("workspaces", "states", "empty", "ink") == "\"#111111\"")
    #expect(imported.toml("workspaces", "fill") == "\"#EEEEEE\"")
    #expect(imported.toml("workspaces", "states", "focused", "fill") == "\"#00FF00\"")
    #expect(imported.toml("appearance") == "\"light\"")
  }

  @Test func `the look under the pointer becomes a state`() throws {
    let imported = try Fixtures.module(
      "cpu", "{}", style: "window#waybar { color: white; } #cpu:hover { background: #ff0000; padding: 9px; }")
    #expect(imported.draft.keys(["cpu", "states", "hover"]) == ["ink", "fill", "fill_inset"])
  }

  @Test func `buttons have the sizes of the theme of GTK where no rule has others`() throws {
    let imported = try Fixtures.module("sway/workspaces", "{}", style: "window#waybar { color: white; }")
    #expect(imported.toml("workspaces", "padding") == "17")
    #expect(imported.toml("workspaces", "min_width") == "16")
    #expect(imported.toml("bar", "height") == "34")
    let reset = try Fixtures.module(
      "sway/workspaces", "{}",
      style: "* { min-height: 0; } #workspaces button { all: initial; padding: 0 3px; }")
    #expect(reset.toml("workspaces", "padding") == "3")
    #expect(reset.toml("workspaces", "min_width") == nil)
    #expect(reset.toml("bar", "height") == "19")
  }

  @Test func `the height counts what is around a module up to the window`() throws {
    let style = """
      * { font-size: 16px; padding: 1px; } .modules-left { margin: 2px 0; border: 3px solid red; }
      #cpu { margin: 4px 0; }
      """
    let imported = try Fixtures.waybar(config: #"{ "modules-left": ["cpu"] }"#, style: style)
    // The text has 20, the paddings of three boxes 6, the border 6 and the margins 12.
    #expect(imported.toml("bar", "height") == "44")
  }

  @Test func `the ends of a bar have the distances of all boxes there`() throws {
    let style = """
      window#waybar { background: #000000; } window > box { padding: 0 8px; }
      .modules-left { margin-left: 3px; padding-left: 2px; } .modules-right { margin-right: 1px; }
      """
    let imported = try Fixtures.waybar(config: #"{ "modules-left": ["cpu"] }"#, style: style)
    #expect(imported.toml("bar", "end_padding") == "13")
  }

  @Test func `a bar at the side has the paddings along it`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "position": "left", "modules-left": ["sway/workspaces", "cpu"] }"#,
      style: """
        #workspaces button { padding: 7px 1px; margin: 2px 9px; } #cpu { padding: 3px 20px; }
        """)
    #expect(imported.toml("workspaces", "padding") == "8")
    #expect(imported.toml("workspaces", "item_spacing") == "4")
    #expect(imported.toml("cpu", "padding") == "3")
    // Waybar has no distance between modules unless it is set.
    #expect(imported.toml("bar", "spacing") == "0")
  }

  @Test func `a format of the active workspace has its name, too, if there are no icons`() throws {
    let imported = try Fixtures.module(
      "wlr/workspaces", #"{"format": "{icon}", "format-active": "[{icon}]"}"#)
    #expect(imported.toml("workspaces", "states", "focused", "format") == "\"[{name}]\"")
  }

  @Test func `newer modules of workspaces have no format for the active one`() throws {
    let imported = try Fixtures.module("sway/workspaces", #"{"format-active": "[{icon}]"}"#)
    #expect(imported.toml("workspaces", "states", "focused", "format") == nil)
    #expect(imported.lines(.leftOut).count { $0.has("format-active") } == 1)
  }

  @Test func `the title of the window is as strong as in Waybar`() throws {
    let imported = try Fixtures.module(
      "sway/window", "{}", style: "window#waybar { background: #000000; color: #eeeeee; }")
    #expect(imported.toml("window", "ink") == "\"#EEEEEE\"")
  }

  @Test func `without a height the text and its padding give one`() throws {
    let style = "* { font-size: 16px; min-height: 0; } #cpu { padding: 4px 0; margin-top: 2px; }"
    let imported = try Fixtures.waybar(config: #"{ "modules-left": ["cpu"] }"#, style: style)
    #expect(imported.toml("bar", "height") == "30")
  }

  @Test(arguments: [
    (#""on-sigusr1": "toggle", "on-sigusr2": "reload""#, 0),
    (#""on-sigusr1": "hide", "on-sigusr2": "noop""#, 2),
  ]) func `signals with an effect that they do not have here are told`(options: String, count: Int) throws {
    let imported = try Fixtures.waybar(config: #"{ "modules-left": ["cpu"], \#(options) }"#, style: nil)
    #expect(imported.lines(.approximated).count { $0.has("on-sigusr") } == count)
  }

  @Test func `without a style sheet the bar has the look of hyaline`() throws {
    let imported = try Fixtures.module("cpu", "{}")
    #expect(imported.draft.keys(["cpu"]) == ["format"])
    #expect(imported.toml("bar", "material") == nil)
  }
}
