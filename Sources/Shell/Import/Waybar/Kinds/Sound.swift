import ModuleModel
import Settings

extension WaybarKind {
  private static let soundFields: [String: WaybarField] = [
    "volume": .same("percent"), "": .same("percent"), "desc": .same("name"), "node_name": .same("name"),
    "icon": .same("icon"),
    "format_source": .dropped, "source_volume": .lost("the module microphone has it"),
    "source_desc": .lost("the module microphone has it"),
  ]

  private static let soundStatuses = [
    Status("source-muted", "source_muted"), Status("bluetooth"), Status("muted"),
    Status("bluetooth-muted", when: [("bluetooth", "true"), ("muted", "true")], classes: []),
  ]

  static let pulseaudio = WaybarKind(
    kind: .audio, format: "{volume}%", fields: soundFields, statuses: soundStatuses, levelField: "percent",
    isLow: true
  ) { module in
    soundOptions(&module)
    if let ignored = module.take("ignored-sinks")?.value.elements {
      module.set(["ignore"], .strings(ignored.compactMap(\.string)), from: "ignored-sinks")
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
