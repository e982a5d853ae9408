import Localization
import ModuleModel

/// The settings of a clock.
public struct ClockSettings: SourceSettings {
  /// The popup that is shown while the pointer rests on the clock.
  public enum Hover: String, CaseIterable, Sendable {
    case tooltip, calendar
  }

  /// The day with which the weeks of a calendar begin.
  public enum FirstDay: String, CaseIterable, Sendable {
    /// The day that is usual in the locale.
    case locale
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The way in which the weeks of a year are numbered.
  public enum WeekNumbering: String, CaseIterable, Sendable {
    /// The way that is usual in the locale.
    case locale
    /// The first week has four days of the year.
    case iso
    /// The first week has the first day of the year.
    case firstDay = "first_day"
    /// The first week has no day of the year before.
    case fullWeek = "full_week"
  }

  /// The times that its formats show, such as `time:%H:%M`.
  public var times: [String] = []
  /// The time zones that scrolling steps through, in the syntax of tzset(3); empty for the system's only.
  public var zones: [String] = []
  /// Whether its calendar has a column with the numbers of the weeks.
  public var hasWeekNumbers = false
  public var hover = Hover.tooltip
  /// The number of months that its calendar shows: 1, 3 or 12.
  public var months = 1
  public var firstDay = FirstDay.locale
  public var weekNumbering = WeekNumbering.locale
  /// The locale of the times and of the calendar; nil: that of the user.
  public var locale: String?
  /// Whether the month is shown as a text.
  public var showsCalendar = false

  public init() {}
}

extension ModuleKind {
  public static let clock = ModuleKind(
    "clock", "The time. [clock.NAME] is a further clock; all kinds of modules without a name allow that.",
    summary: KindSummary(
      fields: [
        FieldSummary("time", .time, example: "09:41", "the time, by the format behind the colon"),
        FieldSummary("calendar", .text, example: "a month", "the present month as a table, for tooltips"),
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
    options: [
      Option(
        "timezones", \.zones, .array(.zone, of: "time zones"), example: ["Europe/Berlin", "Asia/Tokyo"],
        "The time zones between which scrolling changes, beginning with the first; if the array is empty, the system's is shown. With several, the calendar shows the times of the first eight."
      ),
      Option(
        "week_numbers", \.hasWeekNumbers, .boolean, example: true,
        "Whether the calendar has a column with the numbers of the weeks."),
      Option(
        "hover", \.hover, .name, example: .calendar,
        "Whether the tooltip or the calendar is shown while the pointer rests on the clock."),
      Option(
        "months", \.months, .oneOf([1, 3, 12]), example: 3, "The number of months that the calendar shows."),
      Option(
        "first_day", \.firstDay, .name, example: .monday,
        "The day with which the weeks of the calendar begin."),
      Option(
        "week_numbering", \.weekNumbering, .name, example: .iso,
        "The way in which the weeks of a year are numbered."),
      Option(
        "locale", \.locale, .line("the name of a locale"), absent: "that of the user",
        example: "de_DE.UTF-8", "The locale of the times and of the calendar."),
    ],
    adapt: { ($0.times, $0.showsCalendar) = ($1.times, $1.shows("calendar")) })
}
