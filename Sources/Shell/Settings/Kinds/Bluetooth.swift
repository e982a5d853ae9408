import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of the module `bluetooth`.
public struct BluetoothSettings: SourceSettings {
  /// Patterns of the names or addresses of devices that come first among those that are connected, in this order.
  public var order: [TextPattern] = []

  public init() {}
}

extension ModuleKind {
  public static let bluetooth = ModuleKind(
    "bluetooth", "Bluetooth, and the devices that are connected by it.",
    summary: KindSummary(
      fields: [
        FieldSummary("state", .text, example: "connected", "off, on or connected"),
        FieldSummary("count", .integer, example: "2", "how many devices are connected"),
        FieldSummary("name", .text, example: "WH-1000XM4", "the name of the first of them"),
        FieldSummary(
          "battery", .integer, .percent, example: "80", "the charge of its battery, if it tells that"),
        FieldSummary("devices", .text, example: "WH-1000XM4, MX Master 3", "the names of all of them"),
        FieldSummary(
          "summary", .text, example: "WH-1000XM4 80%, MX Master 3", "the devices with their batteries"),
      ], format: "{icon}", tooltip: "{summary}", priority: 45, fitting: .elastic, levelField: "battery",
      nameField: "state",
      states: [.absent, .own("off") { $0.ink = .vibrant(.tertiaryLabel) }], plainStates: ["on", "connected"],
      actions: [
        ActionSummary(ActionSummary.panel, "opens the panel of devices, or closes it"),
        ActionSummary("toggle", "turns Bluetooth on or off"),
      ]),
    source: BluetoothSettings(), formatExample: "{icon} {name:.20}",
    options: [
      Option(
        "order", \.order, .array(.pattern, of: "patterns"), example: [.example("WH-*"), .example("*Mouse*")],
        "The connected devices that come first, in this order, by patterns of their names.")
    ])
}
