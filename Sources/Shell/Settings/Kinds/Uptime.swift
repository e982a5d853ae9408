import ModuleModel

/// The settings of the module `uptime`, which shows how long the machine has been running.
public struct UptimeSettings: ReadsAtIntervals {
  /// Seconds between two readings.
  public var interval = 60.0
}

extension ModuleKind {
  public static let uptime = ModuleKind(
    "uptime", "The time for which the machine has been running.",
    summary: KindSummary(
      fields: [
        FieldSummary("days", .integer, example: "3", "the full days, suspensions included"),
        FieldSummary("hours", .integer, example: "4", "the full hours of the last day"),
        FieldSummary("minutes", .integer, example: "7", "the full minutes of the last hour"),
        FieldSummary("text", .text, example: "3 d 4:07", "days, hours and minutes, or the hours of all days"),
      ], format: "{icon} {text}", sideFormat: "{text}",
      tooltip: "Running for {days} d {hours} h {minutes} min", fitting: .whole,
      actions: [ActionSummary("hours", "shows the hours of all days in text, or days and hours again")],
      gestures: [.click: "hours"]),
    source: UptimeSettings(), formatExample: "up {days} d",
    options: [.interval])
}
