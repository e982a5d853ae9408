import Geometry
import Patterns

/// The options of notifications: the rows of `notifications` and of the tables within it.
enum NotificationOptions {
  static let all: [Option<NotificationSettings>] = [
    option("enabled", \.isEnabled, .boolean, example: false, "Whether notifications are served at all."),
    option("anchor", \.anchor, .name, example: .bottomRight, "Where on an output banners are stacked."),
    option(
      "output", \.output, .line("\"focused\", \"all\" or the name of an output"), example: "DP-1",
      "On which output: \"focused\", \"all\", or one by its name."),
    option("width", \.width, .positive(upTo: 2048), unit: logical, example: 420, "How wide a banner is."),
    option("gap", \.gap, .count(upTo: 256), unit: logical, example: 12, "Between two banners."),
    option(
      "margin_horizontal", \.marginHorizontal, .count(upTo: 4096), unit: logical, example: 24,
      "From the left or right edge of the output."),
    option(
      "margin_vertical", \.marginVertical, .count(upTo: 4096), unit: logical, example: 24,
      "From the top or bottom edge of the output, or from a panel there."),
    option(
      "corner_radius", \.cornerRadius, .count(upTo: 64), unit: logical, example: 12,
      "Of a banner's corners; 0 makes them square."),
    option(
      "layer", \.layer, .name, example: .overlay,
      """
      Where banners lie among windows: "top" above all but those in fullscreen, "overlay" above these too.
      """),
    option(
      "critical_layer", \.criticalLayer, .name, example: .top,
      """
      The same while there is a critical banner, if that is higher; above a window in fullscreen then only such are shown.
      """),
    option(
      "max_shown", \.maxShown, .positive(upTo: 20), example: 3,
      "How many banners an output shows at a time; the rest are counted."),
    option(
      "order", \.order, .name, example: .newestBottom, "At which end of the stack a new banner appears."),
    option(
      "group", \.grouping, .name, example: .application,
      "Whether the banners of one application are laid on one another."),
    option(
      "count_duplicates", \.countsDuplicates, .boolean, example: false,
      "Whether a notification that says the same as an open one is counted there."),
    option(
      "material", \.material, .material, example: "systemThickMaterial",
      "The material of the glass, as bar.material."),
    option(
      "font", \.font, .font(like: "Inter 10"), example: "DejaVu Sans 10",
      "Of the body; the summary is bolder, the rest smaller."),
    option(
      "body_lines", \.bodyLines, .positive(upTo: 64), example: 2,
      "Of the body, until the pointer is over the banner."),
    option(
      "timeout_low", \.timeoutLow, .seconds, unit: "seconds", example: 2,
      "How long a banner of low urgency stays; 0: until it is closed."),
    option(
      "timeout_normal", \.timeoutNormal, .seconds, unit: "seconds", example: 10,
      "The same, of normal urgency."),
    option(
      "timeout_critical", \.timeoutCritical, .seconds, unit: "seconds", example: 60,
      "The same, of critical urgency."),
    option(
      "client_timeouts", \.honoursTimeouts, .boolean, example: false,
      "Whether the time that an application asks for counts."),
    option(
      "while_locked", \.whileLocked, .name, example: .critical,
      "Which notifications are shown and heard while the session is locked; the others are shown after."),
    option("icons", \.showsIcons, .boolean, example: false, "Whether banners show icons and pictures."),
    Option(
      "icon_theme", \.iconTheme, .line("the name of an icon theme"), absent: "the desktop's",
      example: "Adwaita", "The theme in which icons are looked up first."),
    option(
      "sound", \.playsSounds, .boolean, example: false, "Whether sounds are played that applications ask for."
    ),
    option("history", \.keepsHistory, .boolean, example: false, "Whether notifications are kept on disk."),
    option(
      "history_count", \.historyCount, .positive(upTo: 1_000_000), unit: "notifications", example: 200,
      "How many are kept at most."),
    option(
      "history_days", \.historyDays, .positive(upTo: 36500), unit: "days", example: 7,
      "How long they are kept."),
    option(
      "history_exclude", \.historyExclude, .array(.pattern, of: "patterns"), example: [.example("Signal")],
      "Applications, by name or desktop entry, that leave nothing in the history."),
  ]

  static let doNotDisturb: [Option<DoNotDisturbSettings>] = [
    Option(
      "schedule", \.schedule, .array(.schedule, of: "times"), of: DoNotDisturbSettings(),
      example: [DaySchedule(start: 1320, end: 420), DaySchedule(days: 0x1F, start: 540, end: 750)],
      "When it is on by itself."),
    Option(
      "while_fullscreen", \.whileFullscreen, .boolean, of: DoNotDisturbSettings(), example: true,
      "Whether it is on while a window fills the focused output."),
    Option(
      "while_sharing", \.whileSharing, .boolean, of: DoNotDisturbSettings(), example: true,
      "Whether it is on while a program receives the picture of the screen through PipeWire."),
    Option(
      "show_critical", \.lettingCritical, .boolean, of: DoNotDisturbSettings(), example: false,
      "Whether critical notifications are shown nevertheless."),
  ]

  static let rule: [Option<NotificationRule>] = [
    match("app", \.application, "Signal*", "The name of the application."),
    match("summary", \.summary, "/^re: /i", "The summary."),
    match("body", \.body, "*password*", "The body, without markup."),
    match("category", \.category, "email.*", "The category."),
    match("desktop_entry", \.desktopEntry, "org.mozilla.*", "The application's desktop entry."),
    Option("urgency", \.urgency, .name, absent: any, example: .low, "The urgency."),
    match("output", \.output, "eDP-*", "The output on which the banner would be shown."),
    Option(
      "mode", \.mode, .line("the name of a mode"), absent: any, example: "work", "A mode that is on."),
    Option(
      "set_urgency", \.newUrgency, .name, absent: asItIs, example: .normal, "The urgency in place of its own."
    ),
    Option(
      "timeout", \.timeout, .seconds, unit: "seconds", absent: asItIs, example: 20,
      "How long the banner stays; 0: until it is closed."),
    Option(
      "material", \.material, .material, absent: "notifications.material",
      example: "systemThinMaterial", "The material of the banner."),
    Option(
      "ink", \.ink, .colour, absent: "vibrant", example: [1, 1, 1, 1], "The colour of the banner's text."),
    Option(
      "sound", \.sound, .line("a sound", isEmptyAllowed: true), absent: asItIs,
      example: "message-new-instant",
      "The name of a sound, or the path of a file; empty: none."),
    Option("hidden", \.isHidden, .boolean, absent: "false", example: true, "Whether there is no banner."),
    Option(
      "history", \.keepsHistory, .boolean, absent: "notifications.history", example: false,
      "Whether it is kept in the history."),
    Option(
      "group", \.group, .line("the name of a group", isEmptyAllowed: true), absent: "notifications.group",
      example: "mail", "The stack in which the banner is laid; empty: none."),
    Option(
      "command", \.command, .command, absent: "none", example: ["logger", "-t", "mail"],
      "A program that is run, and its arguments."),
  ]

  private static let logical = "logical pixels"
  private static let any = "any"
  private static let asItIs = "as it is"

  private static func option<Value>(
    _ key: String, _ path: any WritableKeyPath<NotificationSettings, Value> & Sendable,
    _ kind: ValueKind<Value>,
    unit: String? = nil, example: Value, _ text: String
  ) -> Option<NotificationSettings> {
    Option(key, path, kind, of: NotificationSettings(), unit: unit, example: example, text)
  }

  private static func match(
    _ key: String, _ path: any WritableKeyPath<NotificationRule, TextPattern?> & Sendable, _ example: String,
    _ text: String
  ) -> Option<NotificationRule> {
    Option(key, path, .pattern, absent: any, example: .example(example), text)
  }
}
