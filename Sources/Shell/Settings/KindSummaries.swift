public import ModuleModel

extension ModuleName.Kind {
  /// The fields, states and actions of modules of the kind.
  public var summary: KindSummary {
    switch self {
    case .clock: .clock
    case .text: .text
    case .script: .script
    case .cpu: .cpu
    case .memory: .memory
    case .disk: .disk
    case .load: .load
    case .temperature: .temperature
    case .rates: .rates
    case .workspaces: CompositorKinds.workspaces
    case .window: CompositorKinds.window
    case .taskbar: CompositorKinds.taskbar
    case .mode: CompositorKinds.mode
    case .scratchpad: CompositorKinds.scratchpad
    case .keyboard: CompositorKinds.keyboard
    case .idle: CompositorKinds.idle
    case .bell: CompositorKinds.bell
    case .battery: ServiceKinds.battery
    case .media: ServiceKinds.media
    case .backlight: ServiceKinds.light("{icon} {percent}%", of: "the screen", device: "intel_backlight")
    case .keyboardLight:
      ServiceKinds.light("{icon} {percent}%", of: "the keyboard", device: "tpacpi::kbd_backlight")
    case .audio: ServiceKinds.audio
    case .microphone: ServiceKinds.microphone
    case .powerProfile: ServiceKinds.powerProfile
    case .systemd: ServiceKinds.systemd
    case .privacy: ServiceKinds.privacy
    case .session: ServiceKinds.session
    case .tray: ServiceKinds.tray
    case .network: ServiceKinds.network
    case .bluetooth: ServiceKinds.bluetooth
    case .image: .image
    case .separator, .spacer, .group: .empty
    }
  }
}

extension KindSummary {
  fileprivate static let empty = KindSummary(fields: [], format: "")

  fileprivate static let clock = KindSummary(
    fields: [
      FieldSummary("time", .time, example: "09:41", "the time, by the format behind the colon"),
      FieldSummary("zone", .text, example: "Europe/Berlin", "the time zone that is shown, as in timezones"),
      FieldSummary(
        "zones", .time, example: "Mon 09:41 Berlin",
        "the times of all timezones, a line for each; empty unless there are several"),
    ], format: "%a %e %b  %H:%M", tooltip: "{zones:%a %H:%M}",
    actions: [
      ActionSummary(ActionSummary.calendar, "opens a calendar, or closes it"),
      ActionSummary("next_zone", "shows the next of timezones"),
      ActionSummary("previous_zone", "shows the one before"),
    ], gestures: [.click: ActionSummary.calendar, .scrollUp: "previous_zone", .scrollDown: "next_zone"])

  fileprivate static let text = KindSummary(
    fields: [FieldSummary("text", .text, example: "Hyaline", "the text")], format: "{text}")

  fileprivate static let script = KindSummary(
    fields: [
      FieldSummary("text", .text, example: "0.31", "the line, or what JSON calls text"),
      FieldSummary("alt", .text, example: "paused", "what JSON calls alt"),
      FieldSummary("tooltip", .text, example: "Load of the last minute", "what JSON calls tooltip"),
      FieldSummary(
        "class", .text, example: "warning", "what JSON calls class, the first if there are several"),
      FieldSummary("percentage", .integer, .percent, example: "31", "what JSON calls percentage"),
    ],
    itemFields: [
      FieldSummary("short_text", .text, example: "31%", "what a block has for a lack of room"),
      FieldSummary("name", .text, example: "battery", "the name of a block"),
      FieldSummary("instance", .text, example: "BAT0", "what tells blocks of a name apart"),
    ], mayLackItems: true, format: "{text}", tooltip: "{tooltip}", levelField: "percentage", nameField: "alt",
    states: [.own("urgent") { $0.ink = .colour(SIMD4(255, 69, 58, 255) / 255) }], plainStates: nil,
    actions: [ActionSummary("send", "tells the program of the click, if it wants to know")],
    gestures: [
      .click: "send", .middle: "send", .right: "send", .back: "send", .forward: "send", .scrollUp: "send",
      .scrollDown: "send", .scrollLeft: "send", .scrollRight: "send", .touchLong: "send",
    ])

  fileprivate static let cpu = KindSummary(
    fields: [
      FieldSummary("percent", .integer, .percent, example: "12", "how busy all cores are"),
      FieldSummary("cores", .integer, example: "8", "how many cores there are"),
      .numbered("percent", .integer, .percent, example: "31", "how busy the core N is, from 0"),
      .numbered("icon", .icons, example: "an icon", "the icon of icons for how busy the core N is"),
      FieldSummary("frequency", .real, .gigahertz, example: "3.4", "the mean frequency of the cores"),
      FieldSummary("min_frequency", .real, .gigahertz, example: "1.2", "that of the slowest core"),
      FieldSummary("max_frequency", .real, .gigahertz, example: "4.6", "that of the fastest core"),
      pressure("the processor"),
      history("the last busy shares"),
    ], format: "CPU {percent}%", tooltip: "{percent}% of {cores} cores", levelField: "percent")

  fileprivate static let memory = KindSummary(
    fields: [
      FieldSummary("percent", .integer, .percent, example: "43", "the part of the memory that is in use"),
      FieldSummary("used", .integer, .bytes, example: "6.7 GiB", "the memory in use"),
      FieldSummary(
        "available", .integer, .bytes, example: "8.8 GiB", "the memory that programs can still get"),
      FieldSummary("total", .integer, .bytes, example: "15 GiB", "all memory"),
      FieldSummary("swap_percent", .integer, .percent, example: "2", "the part of the swap that is in use"),
      FieldSummary("swap_used", .integer, .bytes, example: "160 MiB", "the swap in use"),
      FieldSummary("swap_total", .integer, .bytes, example: "8.0 GiB", "all swap"),
      pressure("memory"),
      history("the last used shares"),
    ], format: "RAM {percent}%", tooltip: "{used} of {total} in use, {swap_used} of swap",
    levelField: "percent")

  fileprivate static let disk = KindSummary(
    fields: [
      FieldSummary("percent", .integer, .percent, example: "61", "the part that is in use"),
      FieldSummary("used", .integer, .bytes, example: "284 GiB", "what is in use"),
      FieldSummary("free", .integer, .bytes, example: "183 GiB", "what users can still write"),
      FieldSummary("total", .integer, .bytes, example: "467 GiB", "the size of the file system"),
      FieldSummary("path", .text, example: "/", "the path of the settings"),
      pressure("any disk"),
      history("the last used shares"),
    ], format: "Disk {percent}%", tooltip: "{path}: {free} of {total} free", levelField: "percent")

  fileprivate static let load = KindSummary(
    fields: [
      FieldSummary("load1", .real, example: "0.31", "the mean number of waiting processes over a minute"),
      FieldSummary("load5", .real, example: "0.28", "the same over five minutes"),
      FieldSummary("load15", .real, example: "0.3", "the same over a quarter of an hour"),
      FieldSummary("percent", .integer, .percent, example: "4", "load1 as a part of the cores"),
      FieldSummary("cores", .integer, example: "8", "how many cores there are"),
      history("the last of percent"),
    ], format: "{load1:.2}", tooltip: "Load {load1:.2}, {load5:.2}, {load15:.2} on {cores} cores",
    levelField: "percent")

  fileprivate static let temperature = KindSummary(
    fields: [
      FieldSummary("celsius", .real, .celsius, example: "47", "the temperature"),
      FieldSummary("fahrenheit", .real, example: "116.6", "the same in degrees Fahrenheit"),
      FieldSummary("sensor", .text, example: "k10temp Tctl", "the name of the sensor"),
      history("the last temperatures, as parts of 100 °C"),
    ], format: "{celsius:.0} °C", tooltip: "{sensor}", levelField: "celsius")

  fileprivate static let rates = KindSummary(
    fields: [
      FieldSummary("down", .integer, .bytesPerSecond, example: "1.2 MB/s", "what is received"),
      FieldSummary("up", .integer, .bytesPerSecond, example: "340 kB/s", "what is sent"),
      FieldSummary("down_bits", .integer, .bitsPerSecond, example: "9.8 Mbit/s", "what is received, in bits"),
      FieldSummary("up_bits", .integer, .bitsPerSecond, example: "2.7 Mbit/s", "what is sent, in bits"),
      FieldSummary("received", .integer, .bytes, example: "2.1 GiB", "what was received since the start"),
      FieldSummary("sent", .integer, .bytes, example: "140 MiB", "what was sent since the start"),
      FieldSummary("interface", .text, example: "wlan0", "the interface; of several the busiest"),
      history("the last of down, as parts of the greatest of them"),
      FieldSummary(
        "up_history", .list, example: "a graph", "the last of up, as parts of the greatest of them"),
    ], format: "↓ {down}  ↑ {up}", tooltip: "{interface}: {received} received, {sent} sent")

  fileprivate static let image = KindSummary(
    fields: [FieldSummary("path", .text, example: "/tmp/cover.png", "the path of the picture")], format: "")

  private static func pressure(_ what: String) -> FieldSummary {
    FieldSummary(
      "pressure", .real, .percent, example: "1.3",
      "the part of the last ten seconds in which something waited for \(what)")
  }

  private static func history(_ text: String) -> FieldSummary {
    FieldSummary("history", .list, example: "a graph", text)
  }
}

extension ModuleState {
  /// A state that the module itself names.
  static func own(_ name: String, _ change: (inout ModuleLook) -> Void) -> ModuleState {
    var look = ModuleLook()
    change(&look)
    return ModuleState(name, look)
  }
}
