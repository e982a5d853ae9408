import Import
import Settings
import Testing

/// Tests of options of Waybar's modules whose meanings without a value, or with an odd one, have to be those of Waybar.
struct WaybarOptionTests {
  @Test(
    arguments: [
      ("pulseaudio", "{}", "1"), ("backlight", "{}", "1"), ("wireplumber", #"{ "scroll-step": 3 }"#, "3"),
      ("pulseaudio", #"{ "on-scroll-up": "x" }"#, nil), ("backlight", #"{ "on-scroll-down": "x" }"#, nil),
    ] as [(String, String, String?)])
  func `the wheel has the step of Waybar`(name: String, options: String, step: String?) throws {
    let kind = name == "backlight" ? name : "audio"
    #expect(try Fixtures.module(name, options).toml(kind, "step") == step)
  }

  @Test(arguments: [
    ("cpu", #"{ "max-length": 1e30, "min-length": 1e30, "interval": 1e300, "signal": 1e99 }"#),
    ("temperature", #"{ "critical-threshold": 1e30, "warning-threshold": -1e30, "thermal-zone": 1e30 }"#),
    ("battery", #"{ "full-at": 1e30, "states": { "a": 1e30 } }"#),
    ("hyprland/workspaces", #"{ "persistent-workspaces": { "*": 1e40, "1e30": 1e30 } }"#),
    ("mpris", #"{ "format": "{title}", "title-len": 1e30 }"#), ("tray", #"{ "spacing": -1e99 }"#),
    ("sway/window", #"{ "max-length": 1e30, "icon-size": 1e30, "rotate": 1e30 }"#),
    ("pulseaudio/slider", #"{ "max": 1e30, "min": -1e30, "scroll-step": 1e30 }"#),
  ])
  func `numbers of any size become settings`(name: String, options: String) throws {
    let imported = try Fixtures.module(name, options)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `a width of very many characters is the greatest one`() throws {
    let imported = try Fixtures.module("mpris", #"{ "max-length": 9999 }"#)
    #expect(imported.toml("media", "max_width") == "16384")
    #expect(imported.lines(.leftOut) == [])
  }

  @Test(
    arguments: [
      ("hyprland", #"{ "*": 5 }"#, "5", 1), ("hyprland", #"{ "*": 0 }"#, nil, 0),
      ("hyprland", #"{ "*": ["a", "b"] }"#, #"["a", "b"]"#, 0), ("niri", #"{ "*": 5 }"#, nil, 0),
      ("sway", #"{ "1": [], "2": [] }"#, #"["1", "2"]"#, 0),
    ] as [(String, String, String?, Int)])
  func `numbers of workspaces that are always shown`(
    compositor: String, value: String, own: String?, count: Int
  ) throws {
    let imported = try Fixtures.module(
      "\(compositor)/workspaces", "{ \"persistent-workspaces\": \(value) }")
    #expect(imported.toml("workspaces", "persistent") == own)
    #expect(imported.lines(.approximated).count { $0.has("counts on") } == count)
    #expect(
      imported.lines(.warning).count { $0.has("no such option for niri") } == (compositor == "niri" ? 1 : 0))
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [("hide-empty", "\"occupied\""), ("current-only", "\"active\"")])
  func `niri's workspaces are as few as in Waybar`(option: String, own: String) throws {
    let imported = try Fixtures.module("niri/workspaces", "{ \"\(option)\": true }")
    #expect(imported.toml("workspaces", "show") == own)
    #expect(imported.lines(.leftOut) == [])
  }

  @Test(
    arguments: [
      ("hyprland", "\"a\"", nil), ("ext", "\"a\"", nil), ("sway", "\"f\"", nil), ("niri", nil, "\"a\""),
    ] as [(String, String?, String?)])
  func `the current workspace has the icon that its compositor's module looks for`(
    compositor: String, focused: String?, visible: String?
  ) throws {
    let imported = try Fixtures.module(
      "\(compositor)/workspaces",
      #"{ "format": "{icon}", "format-icons": { "active": "a", "focused": "f", "1": "x" } }"#)
    func icon(_ state: String) -> String? {
      imported.draft.value(["workspaces", "states", state, "icons"])?.value(at: ["default"])?.tomlText
    }
    #expect(icon("focused") == focused && icon("visible") == visible)
    #expect(imported.toml("workspaces", "icons") == "{ 1 = \"x\" }")
  }

  @Test func `a path of a sensor precedes a thermal zone`() throws {
    let imported = try Fixtures.module(
      "temperature", #"{ "thermal-zone": 2, "hwmon-path": "/sys/class/hwmon/hwmon1/temp1_input" }"#)
    #expect(imported.toml("temperature", "path") == "\"/sys/class/hwmon/hwmon1/temp1_input\"")
    #expect(imported.lines(.approximated).count { $0.has("\"thermal-zone\"") } == 1)
    let zone = try Fixtures.module("temperature", #"{ "thermal-zone": 2 }"#)
    #expect(zone.toml("temperature", "path") == "\"/sys/class/thermal/thermal_zone2/temp\"")
  }

  @Test func `an empty command for new texts is none`() throws {
    let imported = try Fixtures.module("backlight", #"{ "on-update": "", "on-click": "" }"#)
    #expect(imported.toml("backlight", "on", "update") == nil)
    #expect(imported.toml("backlight", "on", "click") == "\"none\"")
    #expect(imported.lines(.leftOut) == [])
  }

  @Test func `a bar for several compositors has one module of each kind`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["sway/workspaces", "hyprland/workspaces"],
          "modules-center": ["hyprland/window", "niri/window", "hyprland/window#two"],
          "modules-right": ["wlr/taskbar", "cpu", "cpu"] }
        """)
    #expect(imported.toml("bar", "start") == #"["workspaces"]"#)
    #expect(imported.toml("bar", "center") == #"["window", "window.two"]"#)
    #expect(imported.toml("bar", "end") == #"["taskbar", "cpu", "cpu"]"#)
    let lines = imported.lines(.approximated).filter { $0.has("is for all compositors") }
    #expect(
      lines.count == 2 && lines[1].has("niri/window: ") && lines[1].has("module made of hyprland/window"))
  }

  @Test func `a module whose class is its kind has no name of its own`() throws {
    let imported = try Fixtures.waybar(
      config: #"""
        { "modules-left": ["pulseaudio#microphone", "custom/script"], "custom/script": { "exec": "x" },
          "pulseaudio#microphone": { "format": "{format_source}" } }
        """#)
    #expect(imported.toml("bar", "start") == #"["microphone", "script.script"]"#)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  // MARK: - Texts

  @Test(arguments: [
    (
      "<span background='#f00' color='#00f' line_height='2'>{usage}</span>",
      "<span color='#00f'>{percent}</span>"
    ),
    ("<span underline='double'>a</span>{usage}", "<span>a</span>{percent}"),
    ("<span\\n  background='#f00'\\n  color='#00f'>{usage}</span>", "<span color='#00f'>{percent}</span>"),
    (
      "<b>{usage}</b> <span font='Sans 9' rise='-2pt'>x</span>",
      "<b>{percent}</b> <span font='Sans 9' rise='-2pt'>x</span>"
    ),
  ])
  func `a format keeps the markup that there is`(format: String, own: String) throws {
    let imported = try Fixtures.module("cpu", "{ \"format\": \"\(format)\" }")
    #expect(imported.toml("cpu", "format") == "\"\(own)\"")
    let lost = ["background", "line_height", "underline"].filter { format.has(" " + $0) }
    for name in lost {
      #expect(imported.lines(.approximated).count { $0.has("the attribute \(name) ") } == 1)
    }
    #expect(imported.lines(.approximated).count == lost.count && imported.lines(.leftOut) == [])
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(arguments: [
    ("{app}: {title}", "{titles}"), ("{app} - {title}\n{app}", "{titles}\n"),
    ("a {app}: {title}", "a : {titles}"),
  ])
  func `what separates a field that is left out goes with it`(format: String, own: String) throws {
    let imported = try Fixtures.module(
      "sway/scratchpad", "{ \"tooltip-format\": \(SettingsValue.string(format).tomlText) }")
    #expect(imported.toml("scratchpad", "tooltip") == SettingsValue.string(own.droppingEnd).tomlText)
  }

  @Test func `a calendar with markup of its own makes no format one with markup`() throws {
    let imported = try Fixtures.module(
      "clock", #"{ "format": "{:%H:%M}", "format-calendar": "<b>{}</b>" }"#)
    #expect(imported.toml("clock", "markup") == nil)
  }

  // MARK: - The account

  @Test func `an option that only Waybar has is told from one that it has not either`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "Layer": "top", "output-dimensions": true, "modules-left": ["cpu"],
          "cpu": { "disable-click": false, "disable-on-sleep": true, "tooltip-icon-size": 3, "passtrough": true,
            "on-middle-click": "x", "scroll-step": 2 } }
        """)
    #expect(
      imported.lines(.leftOut).map { $0.drop { $0 != " " } } == [
        " bar: \"output-dimensions\": hyaline has no such option",
        " cpu: \"disable-on-sleep\": hyaline has no such option",
        " cpu: \"tooltip-icon-size\": hyaline has no such option",
      ])
    let warnings = imported.lines(.warning)
    for name in [
      "bar: \"Layer\"", "cpu: \"passtrough\"", "cpu: \"on-middle-click\"", "cpu: \"scroll-step\"",
    ] {
      #expect(warnings.count { $0.has("\(name): Waybar has no such option") } == 1, "\(warnings)")
    }
  }

  @Test(
    arguments: [
      ("# pkill -RTMIN+4 waybar", nil), ("  # is waybar there?", nil), ("echo 'restarting waybar'", nil),
      ("names = [\"waybar\", \"mako\"]", nil), ("notify-send waybar done", nil),
      ("pkill -RTMIN+4 waybar", "this script controls waybar; write \"pkill -RTMIN+4 hyaline\""),
      ("if pgrep -x waybar; then", "this script looks for waybar, which may not run any more"),
      ("killall waybar", "this script looks for waybar, which may not run any more"),
    ] as [(String, String?)])
  func `only lines of scripts that concern waybar's process are named`(line: String, words: String?) throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["custom/a"], "custom/a": { "exec": "~/a.sh", "interval": 5 } }"#,
      style: "",
      others: ["/home/user/a.sh": "#!/bin/sh\n\(line)\n"])
    #expect(imported.lines(.warning) == (words.map { ["a.sh:2:1: " + $0] } ?? []))
  }

  @Test(arguments: [("a", "a", 0), ("a", "b", 1)])
  func `a controller that is disabled is off`(disabled: String, off: String, count: Int) throws {
    let imported = try Fixtures.module(
      "bluetooth", "{ \"format-disabled\": \"\(disabled)\", \"format-off\": \"\(off)\" }")
    #expect(imported.toml("bluetooth", "states", "off", "format") == "\"\(off)\"")
    #expect(imported.lines(.approximated).count { $0.has("format-disabled") } == count)
  }

  @Test func `several losses of one option are one line`() throws {
    let clock = try Fixtures.module(
      "clock",
      #"{ "actions": { "on-scroll-up": "shift_up", "on-scroll-down": "shift_down", "on-click": "mode" } }"#)
    let lines = clock.lines(.approximated)
    #expect(lines.count == 1 && lines[0].has("shift_up, shift_down, mode: "), "\(lines)")
    let windows = try Fixtures.module(
      "hyprland/workspaces",
      #"{ "window-rewrite": { "class<a> title<b>": "x", "class<c> title<d>": "y", "e": "z" } }"#)
    #expect(windows.lines(.approximated).count { $0.has("window-rewrite") } == 1)
  }
}

extension String {
  /// The text without line breaks at its end.
  fileprivate var droppingEnd: String { String(reversed().drop(while: \.isNewline).reversed()) }
}

/// Tests of the custom module by which swaync shows its state in Waybar.
struct WaybarBellTests {
  private static let exec = #""exec": "swaync-client -swb", "return-type": "json""#

  @Test(
    arguments: [
      ("swaync-client -t -sw", nil), ("sleep 0.1; swaync-client --toggle-panel", nil),
      ("swaync-client -d -sw", "\"do_not_disturb\""), ("swaync-client -C", "\"dismiss_all\""),
      (
        "mkdir -d; swaync-client -C",
        "[\"sh\", \"-c\", \"mkdir -d; hyaline notifications dismiss --all\"]"
      ),
      ("swaync-client -C -d", "[\"sh\", \"-c\", \"swaync-client -C -d\"]"),
      ("notify-send swaync-client", "[\"sh\", \"-c\", \"notify-send swaync-client\"]"),
      ("foot", "[\"sh\", \"-c\", \"foot\"]"),
    ] as [(String, String?)])
  func `commands of swaync become actions of the bell, whose click opens its panel`(
    command: String, action: String?
  ) throws {
    let imported = try Fixtures.module(
      "custom/notification", "{ \(Self.exec), \"on-click\": \"\(command)\" }")
    #expect(imported.toml("bell", "on", "click") == action)
    #expect(imported.toml("bell", "format") == "\"{count}\"")
    #expect(Fixtures.mistakes(imported.draft.text) == [] && imported.lines(.leftOut) == [])
  }

  @Test(arguments: [("swaync-client -R", true), ("swaync-client -d", false), ("foot -R", false)])
  func `a click on the bell that needs swaync is told of`(command: String, isTold: Bool) throws {
    let imported = try Fixtures.module(
      "custom/notification", "{ \(Self.exec), \"on-click\": \"\(command)\" }")
    #expect(imported.lines(.approximated).contains { $0.has("needs swaync") } == isTold)
  }

  @Test func `the states of swaync have its icons and looks`() throws {
    let imported = try Fixtures.module(
      "custom/notification",
      """
      { \(Self.exec), "format": "{icon}", "escape": true, "exec-if": "which swaync-client", "format-icons": {
        "notification": "A", "none": "B", "dnd-notification": "C", "dnd-none": "D", "inhibited-none": "E" } }
      """, style: "#custom-notification.notification { color: #ff0000; }")
    let icons = imported.draft.value(["bell", "icons"])
    for (state, icon) in [("unread", "A"), ("none", "B"), ("quiet", "D")] {
      #expect(icons?.value(at: [state])?.tomlText == "\"\(icon)\"")
    }
    #expect(imported.toml("bell", "states", "unread", "ink") == "\"#FF0000\"")
    #expect(Fixtures.mistakes(imported.draft.text) == [] && imported.lines(.leftOut) == [])
  }

  @Test func `a script that only looks at swaync stays one`() throws {
    let imported = try Fixtures.module("custom/count", #"{ "exec": "swaync-client -c", "interval": 5 }"#)
    #expect(imported.toml("script", "count", "command") != nil)
    #expect(imported.lines(.approximated).contains { $0.has("the module bell") })
  }
}
