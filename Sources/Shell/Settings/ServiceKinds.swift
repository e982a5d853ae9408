import ModuleModel
import VisualEffects

/// The fields, states and actions of the modules that show services of the desktop.
enum ServiceKinds {
  static let battery = KindSummary(
    fields: [
      FieldSummary("percent", .integer, .percent, example: "82", "the charge, if it is measured"),
      FieldSummary(
        "level", .text, example: "high",
        "what a device tells in place of a percentage: critical, low, normal, high or full"),
      FieldSummary(
        "state", .text, example: "discharging", "charging, discharging, full, empty, held or unknown"),
      FieldSummary(
        "remaining", .duration, example: "2:41", "hours until it is empty or full, if that is known"),
      FieldSummary("power", .real, .watts, example: "8.4", "what flows in or out"),
      FieldSummary("energy", .real, example: "41.2", "what is in it, in watt hours"),
      FieldSummary(
        "health", .integer, .percent, example: "91", "what it still holds of what it held when it was new"),
      FieldSummary(
        "limit", .integer, .percent, example: "80", "the charge at which charging ends, if there is one"),
      FieldSummary(
        "cycles", .integer, example: "212",
        "how often it was charged and discharged as a whole, if that is known"
      ),
      FieldSummary("model", .text, example: "MX Master 3", "its maker's name for it"),
      FieldSummary(
        "kind", .text, example: "mouse",
        "laptop, ups, mouse, keyboard, phone, tablet, headset, headphones, speakers, gamepad, pen, touchpad, watch or other"
      ),
      FieldSummary("summary", .text, example: "2:41 h left, 8.4 W", "state, time and power in words"),
    ], format: "{icon} {percent}%", tooltip: "{summary}", levelField: "percent", nameField: "state",
    states: [
      absent, .own("low") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
      .own("critical") { $0.ink = .colour(SIMD4(255, 69, 58, 255) / 255) },
    ], plainStates: ["charging", "discharging", "empty", "full", "held", "unknown"],
    actions: [popup("all batteries")], gestures: [.click: ActionSummary.panel])

  static let media = KindSummary(
    fields: [
      FieldSummary(
        "track", .text, example: "Nina Simone – Feeling Good", "artist and title, as far as they are known"),
      FieldSummary("title", .text, example: "Feeling Good", "the title"),
      FieldSummary("artist", .text, example: "Nina Simone", "the artists"),
      FieldSummary("album", .text, example: "I Put a Spell on You", "the album"),
      FieldSummary("length", .duration, .seconds, example: "2:53", "how long it is, in minutes and seconds"),
      FieldSummary(
        "position", .duration, .seconds, example: "1:07",
        "how much of it was played, for which the player is asked once a second while a bar shows it"),
      FieldSummary("player", .text, example: "mpv", "the name of the player"),
      FieldSummary("status", .text, example: "playing", "playing, paused or stopped"),
    ], format: "{icon} {track:.40}", tooltip: "{track} ({player})", nameField: "status",
    states: [
      absent, .own("stopped") { $0.isHidden = true },
      .own("paused") { ($0.ink, $0.scrolls) = (.vibrant(.secondaryLabel), false) },
    ], plainStates: ["playing"],
    actions: [
      popup("what is played, with its controls, and all players"),
      ActionSummary("play_pause", "plays, or pauses"),
      ActionSummary("next", "goes to the next piece"),
      ActionSummary("previous", "goes to the one before"),
      ActionSummary("stop", "stops"),
      ActionSummary("raise", "shows the player's window"),
    ], gestures: [.click: ActionSummary.panel, .middle: "play_pause", .right: "next"])

  static let powerProfile = KindSummary(
    fields: [
      FieldSummary("profile", .text, example: "balanced", "power-saver, balanced or performance"),
      FieldSummary(
        "degraded", .text, example: "lap-detected",
        "why the machine is slower than performance promises; else nothing"),
    ], format: "{icon} {profile}", tooltip: "Power profile {profile}", nameField: "profile", states: [absent],
    plainStates: ["power-saver", "balanced", "performance", "degraded"],
    actions: [
      popup("the profiles that there are"),
      ActionSummary("next", "uses the next profile"),
      ActionSummary("power_saver", "saves power"),
      ActionSummary("balanced", "uses power as it is needed"),
      ActionSummary("performance", "is as fast as can be"),
    ], gestures: [.click: ActionSummary.panel, .right: "next"])

  static let tray = KindSummary(
    fields: [FieldSummary("count", .integer, example: "3", "how many items are shown")],
    itemFields: [
      FieldSummary("title", .text, example: "Network", "what the program calls the item"),
      FieldSummary(
        "name", .text, example: "nm-applet", "the name of the program, the same for all its items"),
      FieldSummary(
        "label", .text, example: "43 °C",
        "a short text that the program has for beside the icon, if it has one"),
      FieldSummary("tooltip", .text, example: "home, 75 %", "what the program says of it"),
      FieldSummary("status", .text, example: "active", "passive, active or attention"),
    ], format: "{icon}", tooltip: "{tooltip}", nameField: "name",
    states: [
      absent, .own("passive") { $0.ink = .vibrant(.tertiaryLabel) }, .own("attention") { $0.hasPill = true },
    ], plainStates: ["active", "fold", "unfolded"],
    actions: [
      ActionSummary(
        "activate", "does the main thing, such as showing a window; a menu where there is nothing else"),
      ActionSummary("secondary", "does another thing, such as muting"),
      ActionSummary("scroll_up", "tells the program of a notch of the wheel"),
      ActionSummary("scroll_down", "the same downwards"),
      ActionSummary("scroll_left", "the same to the left"),
      ActionSummary("scroll_right", "the same to the right"),
    ],
    gestures: [
      .click: "activate", .middle: "secondary", .right: "menu", .touchLong: "menu", .scrollUp: "scroll_up",
      .scrollDown: "scroll_down", .scrollLeft: "scroll_left", .scrollRight: "scroll_right",
    ])

  static let network = KindSummary(
    fields: [
      FieldSummary(
        "name", .text, example: "home", "the name of the Wi-Fi network, or that of the connection"),
      FieldSummary(
        "state", .text, example: "connected", "disconnected, connecting, limited, portal or connected"),
      FieldSummary("kind", .text, example: "wifi", "none, wifi, ethernet, mobile, vpn or other"),
      FieldSummary(
        "strength", .integer, .percent, example: "75", "the strength of the Wi-Fi signal, if there is one"),
      FieldSummary(
        "frequency", .integer, .megahertz, example: "5180", "the frequency of the Wi-Fi channel"),
      FieldSummary("interface", .text, example: "wlan0", "the name that the kernel has for the interface"),
      FieldSummary("address", .text, example: "192.168.1.5", "its address"),
      FieldSummary("address6", .text, example: "2001:db8::5", "its address of the newer kind"),
      FieldSummary("vpn", .text, example: "office", "the private networks that are connected"),
      FieldSummary("down", .integer, .bytesPerSecond, example: "1.2 MB/s", "what the interface receives"),
      FieldSummary("up", .integer, .bytesPerSecond, example: "340 kB/s", "what it sends"),
      FieldSummary("summary", .text, example: "home, 75%, wlan0, 192.168.1.5", "all of it in words"),
    ], format: "{icon} {name:.20}", tooltip: "{summary}", levelField: "strength", nameField: "kind",
    states: [
      absent, .own("disconnected") { $0.ink = .vibrant(.tertiaryLabel) },
      .own("connecting") { $0.ink = .vibrant(.secondaryLabel) },
      .own("limited") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
      .own("portal") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
    ], plainStates: ["connected", "wifi", "ethernet", "mobile", "vpn", "other"],
    actions: [
      ActionSummary(ActionSummary.panel, "opens the panel of networks, or closes it"),
      ActionSummary("toggle_wifi", "turns Wi-Fi on or off"),
    ], gestures: [.click: ActionSummary.panel])

  static let bluetooth = KindSummary(
    fields: [
      FieldSummary("state", .text, example: "connected", "off, on or connected"),
      FieldSummary("count", .integer, example: "2", "how many devices are connected"),
      FieldSummary("name", .text, example: "WH-1000XM4", "the name of the first of them"),
      FieldSummary(
        "battery", .integer, .percent, example: "80", "the charge of its battery, if it tells that"),
      FieldSummary("devices", .text, example: "WH-1000XM4, MX Master 3", "the names of all of them"),
      FieldSummary(
        "summary", .text, example: "WH-1000XM4 80%, MX Master 3", "the devices with their batteries"),
    ], format: "{icon}", tooltip: "{summary}", levelField: "battery", nameField: "state",
    states: [absent, .own("off") { $0.ink = .vibrant(.tertiaryLabel) }], plainStates: ["on", "connected"],
    actions: [
      ActionSummary(ActionSummary.panel, "opens the panel of devices, or closes it"),
      ActionSummary("toggle", "turns Bluetooth on or off"),
    ], gestures: [.click: ActionSummary.panel])

  static let privacy = KindSummary(
    fields: [
      FieldSummary("camera", .text, example: "Firefox", "the names of programs that use a camera"),
      FieldSummary("microphone", .text, example: "Firefox", "the names of those that use a microphone"),
      FieldSummary("screen", .text, example: "OBS Studio", "the names of those that receive the screen"),
      FieldSummary(
        "applications", .text, example: "Firefox, OBS Studio", "the names of all of them"),
    ],
    itemFields: [
      FieldSummary("use", .text, example: "camera", "camera, microphone or screen"),
      FieldSummary("apps", .text, example: "Firefox", "the names of the programs that use it"),
      FieldSummary("summary", .text, example: "Camera: Firefox", "this in words"),
    ], format: "{icon}", tooltip: "{summary}", nameField: "use",
    states: [
      absent, .own("camera") { $0.ink = .colour(SIMD4(48, 209, 88, 255) / 255) },
      .own("microphone") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
      .own("screen") { $0.ink = .colour(SIMD4(191, 90, 242, 255) / 255) },
    ])

  static let systemd = KindSummary(
    fields: [
      FieldSummary("count", .integer, example: "2", "how many units have failed"),
      FieldSummary("system", .integer, example: "1", "how many of them are the system's"),
      FieldSummary("user", .integer, example: "1", "how many are the user's"),
    ], format: "{icon} {count}", tooltip: "Failed units: {system} of the system, {user} of the user",
    states: [absent, .own("failed") { $0.ink = .colour(SIMD4(255, 69, 58, 255) / 255) }],
    actions: [popup("the units that have failed, of which a click starts one again")],
    gestures: [.click: ActionSummary.panel])

  static let audio = sound(
    "the device that plays", "programs that play through it",
    states: [absent, .own("muted") { $0.ink = .vibrant(.secondaryLabel) }], plainStates: ["in_use"])

  static let microphone = sound(
    "the microphone", "programs that record",
    states: [
      absent, .own("muted") { $0.ink = .vibrant(.secondaryLabel) },
      .own("in_use") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
    ])

  /// The summary of a module that shows how loud a device is.
  private static func sound(
    _ subject: String, _ programs: String, states: [ModuleState], plainStates: [String] = []
  ) -> KindSummary {
    KindSummary(
      fields: [
        FieldSummary("percent", .integer, .percent, example: "40", "how loud \(subject) is"),
        FieldSummary("state", .text, example: "idle", "muted, in_use while there are \(programs), or idle"),
        FieldSummary("muted", .bool, example: "no", "whether it is muted"),
        FieldSummary("name", .text, example: "Built-in Audio", "what people call it"),
        FieldSummary("port", .text, example: "Headphones", "its plug in use; else nothing"),
        FieldSummary(
          "place", .text, example: "headphones",
          "speaker, headphones, headset, screen, microphone, line, webcam or other"),
        FieldSummary("apps", .integer, example: "1", "how many \(programs) there are"),
        FieldSummary("app", .text, example: "Firefox", "their names, separated by commas"),
        FieldSummary("summary", .text, example: "Built-in Audio, Headphones, 40%", "all this in words"),
      ], format: "{icon} {percent}%", tooltip: "{summary}", levelField: "percent", nameField: "state",
      states: states, plainStates: plainStates,
      actions: [
        ActionSummary(ActionSummary.panel, "opens a mixer, or closes it"),
        ActionSummary("mute", "mutes it, or has it heard again"),
        ActionSummary("louder", "makes it louder by step, up to limit"),
        ActionSummary("softer", "makes it less loud"),
        ActionSummary("next", "has programs use the next device"),
      ],
      gestures: [
        .click: ActionSummary.panel, .middle: "mute", .right: "mute", .scrollUp: "louder",
        .scrollDown: "softer",
      ])
  }

  static let session = KindSummary(
    fields: [], format: "{icon}", tooltip: "Session",
    actions: [
      popup("what locks, ends or interrupts the session"),
      ActionSummary("lock", "locks the session"),
      ActionSummary("log_out", "ends the session, once that was confirmed in the panel"),
      ActionSummary("suspend", "suspends the machine, once that was confirmed"),
      ActionSummary("hibernate", "hibernates it, once that was confirmed"),
      ActionSummary("restart", "restarts it, once that was confirmed"),
      ActionSummary("power_off", "powers it off, once that was confirmed"),
    ], gestures: [.click: ActionSummary.panel])

  /// The summary of a light that can be dimmed.
  static func light(_ format: String, of subject: String, device: String) -> KindSummary {
    KindSummary(
      fields: [
        FieldSummary("percent", .integer, .percent, example: "60", "how bright \(subject) is"),
        FieldSummary("device", .text, example: device, "the name that the kernel has for it"),
      ], format: format, tooltip: "{device}", levelField: "percent", states: [absent],
      actions: [
        popup("a slider"),
        ActionSummary("brighter", "makes \(subject) brighter by step"),
        ActionSummary("darker", "makes it darker"),
      ],
      gestures: [.click: ActionSummary.panel, .scrollUp: "brighter", .scrollDown: "darker"])
  }

  /// The action that opens the panel of a module.
  static func popup(_ content: String) -> ActionSummary {
    ActionSummary(ActionSummary.panel, "opens a panel with \(content), or closes it")
  }

  /// The state of a module whose service or device does not exist; the module takes no room then unless the settings say so.
  private static let absent = ModuleState.own(ModuleReading.absentState) {
    ($0.isHidden, $0.ink) = (true, .vibrant(.tertiaryLabel))
  }
}
