import ModuleModel
import Settings

extension WaybarKind {
  private static let soundFields: [String: WaybarField] = [
    "volume": .same("percent"), "": .same("percent"), "desc": .same("name"), "node_name": .same("name"),
    "icon": .same("icon"),
    "format_source": .dropped, "source_volume": .lost("the module microphone has it"),
    "source_desc": .lost("the module microphone has it"),
  ]

  /// The state of a Bluetooth device that plays, if this version has one.
  private static let knowsBluetooth = ModuleKind.audio.summary.stateNames?.contains("bluetooth") == true

  private static let soundStatuses =
    (ModuleKind.audio.summary.stateNames?.contains("source_muted") == true
      ? [Status("source-muted", "source_muted")] : [])
    + (knowsBluetooth ? [Status("bluetooth")] : []) + [Status("muted")]
    + (knowsBluetooth
      ? [Status("bluetooth-muted", when: [("bluetooth", "true"), ("muted", "true")], classes: [])] : [])

  static let pulseaudio = WaybarKind(
    kind: .audio, format: "{volume}%", fields: soundFields, statuses: soundStatuses, levelField: "percent"
  ) { module in
    soundOptions(&module)
    for key in ["format-bluetooth", "format-bluetooth-muted"] where !knowsBluetooth && module.take(key) != nil
    {
      module.approximate(key, "a Bluetooth device is shown as others are")
    }
    if let ignored = module.take("ignored-sinks")?.value.elements, module.hasOption("ignore") {
      module.set(["ignore"], .strings(ignored.compactMap(\.string)), from: "ignored-sinks")
    } else if module.source["ignored-sinks"] != nil {
      module.leaveOut("ignored-sinks", "the device that programs use is shown, or the one that device names")
    }
  }

  static let wireplumber = WaybarKind(
    kind: .audio, format: "{volume}%", fields: soundFields, statuses: [Status("muted")],
    levelField: "percent",
    convert: soundOptions)

  /// The microphone in the module of Waybar that shows both.
  static let microphone = WaybarKind(
    kind: .microphone, format: "{volume}%",
    fields: [
      "volume": .same("percent"), "": .same("percent"), "format_source": .same("icon"),
      "source_volume": .same("percent"), "source_desc": .same("name"), "desc": .same("name"),
      "node_name": .same("name"),
      "icon": .same("icon"),
    ], statuses: [Status("muted", classes: ["muted", "source-muted"])], levelField: "percent",
    convert: soundOptions)

  private static func soundOptions(_ module: inout ModuleConversion) {
    step(&module)
    if let limit = module.number("max-volume"), 10...150 ~= limit {
      module.set(["limit"], .number(limit), from: "max-volume")
    }
    for key in ["node-type", "target"] { _ = module.take(key) }
  }
}
