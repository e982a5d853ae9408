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

  // MARK: - Texts

  @Test(arguments: [
    (
      "<span background='#f00' color='#00f' line_height='2'>{usage}</span>",
      "<span color='#00f'>{percent}</span>"
    ),
    ("<span underline='double'>a</span>{usage}", "<span>a</span>{percent}"),
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

  // MARK: - The account

  @Test(
    arguments: [
      ("# pkill -RTMIN+4 waybar", nil), ("  # is waybar there?", nil), ("echo 'restarting waybar'", nil),
      ("names = [\"waybar\", \"mako\"]", nil), ("notify-send waybar done", nil),
      ("pkill -RTMIN+4 waybar", "this script tells waybar something; write \"pkill -RTMIN+4 hyaline\""),
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
}

extension String {
  /// The text without line breaks at its end.
  fileprivate var droppingEnd: String { String(reversed().drop(while: \.isNewline).reversed()) }
}
