import ModuleModel
import Settings

extension WaybarKind {
  private static let soundFields: [String: WaybarField] = [
    "volume": "percent", "": "percent", "desc": "name", "node_name": "name", "icon": "icon",
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
    module.copyTexts("ignored-sinks", to: "ignore")
  }

  static let wireplumber = WaybarKind(
    kind: .audio, format: "{volume}%", fields: soundFields, statuses: [Status("muted")],
    levelField: "percent", convert: soundOptions)

  /// The microphone in the module of Waybar that shows both.
  static let microphone = WaybarKind(
    kind: .microphone, format: "{volume}%",
    fields: [
      "volume": "percent", "": "percent", "format_source": "icon", "source_volume": "percent",
      "source_desc": "name", "desc": "name", "node_name": "name", "icon": "icon",
    ], statuses: [Status("muted", classes: ["muted", "source-muted"])], levelField: "percent",
    convert: soundOptions)

  private static func soundOptions(_ module: inout ModuleConversion) {
    step(&module)
    if let limit = module.number("max-volume"), 10...150 ~= limit {
      module.set("limit", .number(limit), from: "max-volume")
    }
    module.ignore("node-type", "target")
  }
}
