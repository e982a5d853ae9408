import Import
import Settings
import Testing

struct WaybarFixtureTests {
  /// The modules of each bar, zone by zone, as Waybar shows them.
  private nonisolated static let zones: [(String, [[String]])] = [
    (
      "01",
      [
        ["workspaces", "mode", "scratchpad", "script.nowplaying"], ["window"],
        [
          "tray", "audio", "microphone", "network", "power_profile", "cpu", "memory", "temperature",
          "backlight",
          "keyboard.locks", "keyboard", "battery", "battery.dock", "clock", "idle", "text.off",
        ],
      ]
    ),
    (
      "02",
      [
        ["text.logo", "workspaces"],
        [
          "clock.wide", "clock.tall", "script.sky", "script.pending", "script.rec", "script.awake",
          "script.mute-notes",
        ], ["group.more", "network", "bluetooth", "audio", "cpu", "battery"],
      ]
    ),
    (
      "04",
      [
        ["workspaces.rw", "text.sep-dot", "window"],
        ["group.pulse", "spacer.sep-blank", "clock", "text.sep-dotline", "media"],
        ["tray", "group.tray-tail", "group.light", "group.sound", "script.bars", "group.leave"],
      ]
    ),
    (
      "05",
      [
        ["workspaces", "mode"], ["clock.stack", "script.upright"],
        ["battery", "script.teeth", "audio", "network", "tray", "keyboard"],
      ]
    ),
    (
      "06",
      [
        ["workspaces", "text.bar", "memory", "cpu", "disk", "text.bar", "window"], [],
        [
          "group.status", "text.bar", "media", "backlight", "network", "audio", "microphone.source",
          "battery",
          "text.bar", "keyboard", "clock",
        ],
      ]
    ),
    (
      "07",
      [
        ["spacer.gap", "group.island1", "spacer.gap"],
        ["spacer.gap", "group.island2", "group.island3", "spacer.gap"],
        ["spacer.gap", "group.island4", "group.island5", "group.island6", "spacer.gap"],
      ]
    ),
    (
      "08",
      [
        ["text.start", "workspaces", "cpu", "memory", "disk", "disk.data", "load"], ["clock"],
        [
          "temperature.cpu", "temperature.gpu", "script.gpu", "network.up", "network", "backlight", "battery",
          "tray",
        ],
      ]
    ),
    (
      "09",
      [
        ["workspaces", "mode", "window"], ["clock"],
        ["bluetooth", "network", "audio", "power_profile", "keyboard", "battery", "idle", "group.power"],
      ]
    ),
    (
      "10",
      [
        ["text.apps", "workspaces", "script.pad", "mode", "window"], ["clock"],
        [
          "script.prev", "script.play", "script.next", "script.pkg", "script.forge", "script.wx",
          "script.shine",
          "script.vpn", "script.clip", "script.rec", "bell", "script.ip", "script.night", "audio",
          "microphone", "tray",
        ],
      ]
    ),
    (
      "11",
      [
        ["workspaces", "text.div", "mode", "scratchpad"], ["window"],
        [
          "idle", "keyboard.locks", "keyboard", "temperature", "cpu", "memory", "backlight", "audio",
          "network.wl",
          "network.wg", "battery.one", "battery.two", "battery", "clock.day", "clock.time", "tray",
        ],
      ]
    ),
    (
      "12",
      [
        ["workspaces", "text.menu-module", "script.states-module", "script.a.b c"], ["clock", "clock"],
        ["text.link", "spacer.sp", "audio", "spacer.sp", "network", "battery", "tray"],
      ]
    ),
    (
      "13",
      [
        ["cpu", "memory", "temperature", "disk", "tray"], ["workspaces"],
        ["idle", "group.sound", "network", "backlight", "battery", "network.wwan", "clock"],
      ]
    ),
    ("14", [["text.start", "group.quick"], ["taskbar"], ["text.desk", "script.trash", "clock"]]),
    (
      "15",
      [
        ["workspaces", "privacy"], ["media.second"],
        ["systemd", "script.charts", "audio", "bluetooth", "battery", "idle", "clock"],
      ]
    ),
    (
      "16",
      [
        ["clock.zones", "clock.week"], ["clock.main"],
        ["clock.utc", "clock.until", "script.date", "script.moon"],
      ]
    ),
  ]

  @Test(arguments: zones)
  func `the modules of a bar keep their zones and their order`(number: String, zones: [[String]]) throws {
    let draft = try Fixtures.waybar(number).draft
    for (zone, names) in zip(["start", "center", "end"], zones) {
      #expect(draft.value(["bar", zone])?.tomlText == SettingsValue.strings(names).tomlText)
    }
  }

  @Test(arguments: 1...16)
  func `the settings have no mistakes, and nothing had to be taken out of them`(number: Int) throws {
    let imported = try Fixtures.waybar(number < 10 ? "0\(number)" : "\(number)")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
    #expect(
      !imported.lines(.leftOut).contains { $0.hasPrefix("scratchpad.") || $0.has(" is left out: expected") })
  }

  /// Options that the settings of each configuration must have.
  private nonisolated static let options: [(String, [String], String)] = [
    ("01", ["bar", "layer"], "\"bottom\""), ("01", ["bar", "height"], "28"),
    ("01", ["bar", "font"], "\"Font Awesome 6 Free, Cantarell, sans-serif 12px\""),
    ("01", ["materials", "waybar", "tint"], "\"#262A3399\""),
    ("01", ["materials", "waybar", "ink"], "\"#FEFEFE\""),
    ("01", ["cpu", "format"], "\"{percent}% \u{F2DB}\""), ("01", ["cpu", "tooltip"], "\"\""),
    ("01", ["memory", "format"], "\"{percent}% \u{F0C9}\""), ("01", ["clock", "format_alt"], "\"%d.%m.%Y\""),
    ("01", ["battery", "states", "critical", "when"], "{ percent = \"<= 12\", state = \"!charging\" }"),
    ("01", ["battery", "states", "critical", "fill"], "\"#EF4040\""),
    ("01", ["battery", "ink"], "\"#050505\""),
    ("01", ["battery", "dock", "device"], "\"BAT1\""),
    ("01", ["workspaces", "states", "focused", "underline_color"], "\"#FEFEFE\""),
    ("01", ["script", "nowplaying", "states", "custom-mpv", "fill"], "\"#FF9C10\""),
    (
      "01", ["script", "nowplaying", "command"],
      "[\"sh\", \"-c\", \"$HOME/.config/waybar/nowplaying.py 2>/dev/null\"]"
    ),
    (
      "01", ["text", "off", "menu"],
      "[{ label = \"Sleep\", run = [\"sh\", \"-c\", \"systemctl suspend\"] }, { separator = true }, "
        + "{ label = \"Start again\", run = [\"sh\", \"-c\", \"systemctl reboot\"] }, "
        + "{ label = \"Turn off\", run = [\"sh\", \"-c\", \"systemctl poweroff\"] }, "
        + "{ label = \"Log out\", run = [\"sh\", \"-c\", \"swaymsg exit\"] }]"
    ),
    ("02", ["text", "logo", "format"], "\"<span font='brandmark'>\u{E901}</span>\""),
    ("02", ["clock", "wide", "format"], "\"%A %H:%M\""), ("02", ["clock", "tall", "hidden"], "true"),
    ("02", ["battery", "states", "full", "format"], "\"󰂅\""),
    ("02", ["battery", "states", "charging", "icons"], "[\"󰢜\", \"󰂆\", \"󰂈\", \"󰂊\", \"󰂅\"]"),
    ("02", ["script", "rec", "signal"], "9"),
    ("02", ["script", "rec", "states", "active", "ink"], "\"#B04848\""),
    ("04", ["clock", "format"], "\"\u{F017} {time:%I:%M %p}\""),
    ("04", ["media", "ignore"], "[\"plasma-browser\"]"),
    ("04", ["bar", "glass"], "\"zones\""), ("04", ["bar", "island_radius"], "12"),
    ("04", ["window", "format"], "\"{title:.22}\""), ("04", ["group", "leave", "drawer"], "true"),
    ("04", ["workspaces", "rw", "window_icons", "/foot|kitty/"], ""),
    ("05", ["bar", "edge"], "\"left\""), ("05", ["bar", "height"], "42"),
    (
      "05", ["clock", "stack", "format"],
      "\"{time:%H}\\n{time:%M}\\n<span size='small' color='#8a8a8a'>{time:%S}</span>\""
    ),
    ("05", ["battery", "states", "dire", "underline_color"], "\"coral\""),
    ("05", ["colors", "coral"], "\"#FF8585\""),
    ("05", ["script", "teeth", "signal"], "4"),
    ("06", ["audio", "limit"], "130"), ("06", ["microphone", "source", "format"], "\"\u{F130} {percent}%\""),
    ("06", ["keyboard", "states", "de", "format"], "\"DE\""), ("06", ["bar", "corner_radius"], "6"),
    ("07", ["memory", "states", "c", "when"], "{ percent = \">= 88\" }"),
    ("07", ["bar", "glass"], "\"modules\""),
    ("07", ["group", "island4", "modules"], "[\"network\", \"audio\", \"microphone.mic\"]"),
    (
      "07", ["network", "format_alt"],
      "\"<span foreground='#98fddf'>󰇚 {down:.1c}</span> <span foreground='#fdcb66'>󰕒 {up:.1c}</span>\""
    ),
    ("08", ["disk", "data", "format"], "\"{percent}% &amp; {free:.1c}\""),
    ("08", ["bar", "margin_top"], "8"),
    (
      "08", ["battery", "states", "charging-warning", "when"], "{ state = \"charging\", percent = \"<= 31\" }"
    ),
    ("08", ["temperature", "cpu", "states", "critical", "format"], "\"<b>{fahrenheit:.0}°F</b>\""),
    ("08", ["network", "interface"], "\"wl*\""),
    ("08", ["network", "up", "states", "disconnected", "hidden"], "true"),
    ("09", ["materials", "waybar", "border_color"], "\"line\""),
    ("09", ["colors", "line"], "\"#CAD2F540\""), ("09", ["colors", "accent"], "\"#9DB7F4\""),
    ("09", ["bar", "corner_radius"], "16"),
    ("09", ["workspaces", "states", "focused", "fill"], "\"accent\""),
    ("09", ["bluetooth", "radius"], "[8, 0, 0, 8]"),
    ("09", ["idle", "timeout"], "2730"), ("09", ["bar", "margin_right"], "14"),
    (
      "10", ["script", "prev", "on", "right"],
      "[\"sh\", \"-c\", \"playerctl position 15-; pkill -RTMIN+6 hyaline\"]"
    ),
    ("10", ["script", "pkg", "on", "middle"], "[\"sh\", \"-c\", \"hyaline reload\"]"),
    ("10", ["script", "shine", "continuous"], "true"),
    ("10", ["bell", "on", "right"], "\"do_not_disturb\""),
    ("10", ["script", "wx", "on", "right"], "\"toggle_format\""),
    ("10", ["clock", "timezones"], "[\"Asia/Kathmandu\", \"America/Lima\"]"),
    ("11", ["workspaces", "states", "visible", "ink"], "\"#EAD9B0\""),
    ("11", ["temperature", "states", "critical", "underline_color"], "\"#FA4A33\""),
    ("11", ["bar", "font"], "\"Terminus (TTF), Symbols Nerd Font Mono 14px\""),
    ("12", ["bar", "height"], "29"), ("12", ["script", "a.b c", "format"], "\"AB {text}\""),
    ("12", ["script", "states-module", "format"], "\"{{ {text} }}\""),
    ("12", ["clock", "format"], "\"{time:%H:%M}  100%\""),
    ("12", ["text", "link", "text"], "\"https://example.org\""), ("12", ["network", "interface"], "\"\""),
    ("13", ["group", "sound", "modules"], "[\"audio\", \"microphone\"]"),
    ("13", ["group", "sound", "min_width"], "76"),
    ("13", ["workspaces", "states", "number-1", "ink"], "\"#80C0F0\""),
    ("13", ["battery", "font"], "\"Fira Mono Nerd Font Bold 14px\""),
    ("14", ["bar", "margin_right"], "0"), ("14", ["taskbar", "format"], "\"{icon} {title:.14}\""),
    ("14", ["materials", "waybar", "tint"], "\"glass\""), ("14", ["colors", "glass"], "\"#F6F6F852\""),
    ("14", ["image", "face", "size"], "36"),
    ("15", ["media", "second", "states", "spotify", "ink"], "\"#1DB954\""),
    ("15", ["systemd", "states", "failed", "ink"], "\"#FF2020\""),
    ("15", ["audio", "states", "loud", "when"], "{ percent = \"<= 80\" }"),
    ("16", ["clock", "main", "font"], "\"Lilex Nerd Font Propo Italic Semi-Bold 16.867px\""),
    ("16", ["clock", "utc", "timezones"], "[\"Etc/UTC\"]"),
    ("16", ["clock", "week", "ink"], "\"#C2CAF2BF\""),
    ("16", ["clock", "until", "on", "right"], "\"toggle_format\""),
    ("16", ["materials", "waybar", "tint"], "\"shade0\""), ("16", ["colors", "shade0"], "\"#1A1B28D9\""),
  ]

  @Test(arguments: options)
  func `formats, icons, commands and colours survive`(number: String, path: [String], expected: String) throws
  {
    let draft = try Fixtures.waybar(number).draft
    if path.contains("window_icons") {
      #expect(draft.value(Array(path.dropLast()))?.value(at: [path[path.count - 1]]) != nil)
    } else {
      #expect(draft.value(path)?.tomlText == expected)
    }
  }

  @Test func `each bar of an array has a table, and modules that differ have names of their own`() throws {
    let draft = try Fixtures.waybar("03").draft
    #expect(draft.value(["bar", "0", "outputs"])?.tomlText == "[\"eDP-1\"]")
    #expect(draft.value(["bar", "1", "outputs"])?.tomlText == "[\"!eDP-1\"]")
    #expect(
      draft.value(["bar", "1", "end"])?.tomlText == "[\"audio.bar2\", \"network.bar2\", \"clock.bar2\"]")
    #expect(draft.value(["clock", "format"])?.tomlText == "\"%a %e %b \u{F017} %H:%M\"")
    #expect(draft.value(["clock", "bar2", "format"])?.tomlText == "\"%H:%M\"")
    #expect(draft.value(["bar", "1", "font"])?.tomlText == "\"Ubuntu 14.667px\"")
  }

  /// Parts of lines that the account of each configuration must have.
  private nonisolated static let losses: [(String, ImportReport.Kind, String)] = [
    ("01", .leftOut, "module mpd"), ("01", .approximated, "{format_source} is the module microphone"),

    ("02", .approximated, "custom/handle#tall: \"rotate\""), ("03", .warning, "\"active-only\" is \"false\""),
    ("03", .approximated, "\"height\": automatic"), ("04", .warning, "not-there.jsonc\" does not exist"),
    ("04", .leftOut, "offscreen-css-text"), ("04", .leftOut, "the look of sliders"),
    ("05", .approximated, "custom/upright waits for a signal"),
    ("07", .approximated, "\"app_ids-mapping\""),
    ("09", .approximated, "{initialTitle}"),
    ("10", .leftOut, "WAYBAR_OUTPUT_NAME"),
    ("11", .leftOut, "enable-bar-scroll"), ("11", .leftOut, "{variant}"),
    ("12", .warning, "\"hyprland/mode\" is no module"), ("12", .warning, "custom/ghost has no table"),
    ("12", .warning, "@undefined_colour"), ("12", .warning, "\"hieght\""),
    ("13", .leftOut, "module river/tags"),
    ("15", .leftOut, "module cava"), ("15", .leftOut, "module gps"), ("16", .leftOut, "shadows of text"),
  ]

  @Test(arguments: losses)
  func `each loss is reported with its place`(number: String, kind: ImportReport.Kind, part: String) throws {
    let entries = try Fixtures.waybar(number).report.entries(kind)
    let entry = try #require(entries.first { $0.text.has(part) })
    #expect(entry.place?.file.has("/waybar/") == true)
  }
}

extension String {
  /// Whether the text contains another one.
  func has(_ text: String) -> Bool {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(text) { return true }
      rest.removeFirst()
    }
    return text.isEmpty
  }
}
