import ModuleModel
import VisualEffects

/// The settings of a battery.
public struct BatterySettings: SourceSettings {
  /// The name that the kernel has for it, its kind or its model; nil: all batteries of the machine as one.
  public var device: String?
  /// Charges in percent at which a notification warns.
  public var warnings = [20, 10, 5]
  /// The charge in percent from which on the battery counts as full.
  public var fullAt = 100
  /// The name that the kernel has for the adapter that counts as the machine's power; nil: any does.
  public var adapter: String?
}

extension ModuleKind {
  public static let battery = ModuleKind(
    "battery", "A battery of the machine, or of a device such as a mouse.",
    summary: KindSummary(
      fields: [
        FieldSummary("percent", .integer, .percent, example: "82", "the charge, if it is measured"),
        FieldSummary(
          "level", .text, example: "high",
          "the level that a device reports in place of a percentage: critical, low, normal, high or full"),
        FieldSummary(
          "state", .text, example: "discharging", "charging, discharging, full, empty, held or unknown"),
        FieldSummary(
          "remaining", .duration, example: "2:41", "hours until it is empty or full, if that is known"),
        FieldSummary("power", .real, .watts, example: "8.4", "the power of charging or discharging"),
        FieldSummary("energy", .real, example: "41.2", "the stored energy, in watt hours"),
        FieldSummary(
          "health", .integer, .percent, example: "91", "the present capacity as a part of the original one"),
        FieldSummary(
          "limit", .integer, .percent, example: "80", "the charge at which charging ends, if there is one"),
        FieldSummary(
          "cycles", .integer, example: "212",
          "how often it was charged and discharged as a whole, if that is known"
        ),
        FieldSummary("model", .text, example: "MX Master 3", "the name that its maker gives the model"),
        FieldSummary(
          "kind", .text, example: "mouse",
          "laptop, ups, mouse, keyboard, phone, tablet, headset, headphones, speakers, gamepad, pen, touchpad, watch or other"
        ),
        FieldSummary(
          "summary", .text, example: "About 2 h 41 min left · 8.4 W", "state, time and power in words"),
      ], format: "{icon} {percent}%", sideFormat: "{icon} {percent}", tooltip: "{summary}", priority: 55,
      fitting: .whole,
      levelField: "percent", nameField: "state",
      states: [
        .absent, .own("low") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
        .own("critical") { $0.ink = .colour(SIMD4(255, 69, 58, 255) / 255) },
      ], plainStates: ["charging", "discharging", "empty", "full", "held", "unknown", "plugged"],
      actions: [.panel("all batteries")]),
    source: BatterySettings(), formatExample: "{icon} {percent}%  {remaining}",
    options: [
      Option(
        "device", \.device, .line("the name of a battery"), absent: "all of the machine as one",
        example: "mouse",
        "The battery, by the name that the kernel has for it, such as BAT0, or by its kind or model, as the fields show them."
      ),
      Option(
        "warnings", \.warnings, .array(.positive(upTo: 100), of: "charges"), unit: "percent",
        example: [15, 5],
        "Charges at which a notification is shown, once each while the battery is not charged, and closed when it is charged. If the array is empty, none is shown."
      ),
      Option(
        "full_at", \.fullAt, .positive(upTo: 100), unit: "percent", example: 80,
        "The charge that is shown as 100 percent, and from which on a battery that is connected to power counts as full."
      ),
      Option(
        "adapter", \.adapter, .line("the name of an adapter"), absent: "any",
        example: "AC",
        "The adapter by which the module is in the state plugged, by the name that the kernel has for it."),
    ])
}
