import Localization
import ModuleModel

/// The settings of a clock.
public struct ClockSettings: SourceSettings {
  /// The times that its formats show, such as `time:%H:%M`.
  public var times: [String] = []
  /// The time zones that scrolling steps through, in the syntax of tzset(3); empty for the system's only.
  public var zones: [String] = []
  /// Whether its calendar has a column with the numbers of the weeks.
  public var hasWeekNumbers = false

  public init() {}
}

extension ModuleKind {
  public static let clock = ModuleKind(
    "clock", "The time. [clock.NAME] is a further clock; all kinds of modules without a name allow that.",
    summary: KindSummary(
      fields: [
        FieldSummary("time", .time, example: "09:41", "the time, by the format behind the colon"),
        FieldSummary("zone", .text, example: "Europe/Berlin", "the time zone that is shown, as in timezones"),
        FieldSummary(
          "zones", .time, example: "Mon 09:41 Berlin",
          "the times of all timezones, a line for each; empty unless there are several"),
      ], format: DateForm.local.clock, sideFormat: "%H\n%M",
      tooltip: "{time:\(DateForm.local.fullDate)}\n{zones:%a %H:%M}", priority: 100,
      fitting: .whole,
      actions: [
        ActionSummary(ActionSummary.calendar, "opens a calendar, or closes it"),
        ActionSummary("next_zone", "shows the next of timezones"),
        ActionSummary("previous_zone", "shows the one before"),
      ], gestures: [.click: ActionSummary.calendar, .scrollUp: "previous_zone", .scrollDown: "next_zone"]),
    source: ClockSettings(), formatExample: "%H:%M:%S", takesTimeFormats: true,
    options: {
      [
        Option(
          "timezones", \.zones, .array(.zone, of: "time zones"), of: ClockSettings(),
          example: ["Europe/Berlin", "Asia/Tokyo"],
          "The time zones between which scrolling changes, beginning with the first; if the array is empty, the system's is shown."
        ),
        Option(
          "week_numbers", \.hasWeekNumbers, .boolean, of: ClockSettings(), example: true,
          "Whether the calendar has a column with the numbers of the weeks."),
      ]
    },
    adapt: { $0.times = $1.times })
}
