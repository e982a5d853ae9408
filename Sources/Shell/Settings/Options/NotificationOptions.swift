import Geometry
import ModuleModel
import TextProcessing

/// The options of notifications: the rows of `notifications` and of the tables within it.
enum NotificationOptions {
  static let all = own + style + relief

  private static let style = BannerStyleOptions.all.map { Option($0, at: \NotificationSettings.style) }
  private static let relief = (ReliefOptions.edges + ReliefOptions.ownLight(absent: "that of the material"))
    .map { Option($0, at: \NotificationSettings.relief) }

  private static let own: [Option<NotificationSettings>] = [
    Option(
      "enabled", \.isEnabled, .boolean, example: false,
      "Whether hyaline shows notifications; if not, another program may."),
    Option(
      "anchor", \.anchor, .name, example: .bottomRight, "The place of the stack of banners on an output."),
    Option(
      "output", \.output, .line("\"focused\", \"all\" or the name of an output"), example: "DP-1",
      "The output of banners: \"focused\", \"all\", or the name of an output."),
    Option("width", \.width, .positive(upTo: 2048), unit: logical, example: 420, "The width of a banner."),
    Option(
      "min_width", \.minWidth, .positive(upTo: 2048), unit: logical, absent: "as width", example: 200,
      "The least width of banners, which are as wide as their texts need up to width."),
    Option(
      "gap", \.gap, .integer(-16...256), unit: logical, example: 12,
      "The distance between two banners; with a negative one each lies over the end of the one above it."),
    Option(
      "margin_horizontal", \.marginHorizontal, .count(upTo: 4096), unit: logical, example: 24,
      "The distance from the left or right edge of the output to the banners."),
    Option(
      "margin_vertical", \.marginVertical, .count(upTo: 4096), unit: logical, example: 24,
      "The distance from the top or bottom edge of the output, or from a panel there, to the banners."),
    Option(
      "corner_radius", \.cornerRadius, .count(upTo: 64), unit: logical, example: 12,
      "The radius of a banner's corners; 0 makes them square."),
    Option(
      "layer", \.layer, .name, example: .overlay,
      """
      The layer of banners: "top" is above all windows except those in fullscreen, "overlay" above these too.
      """),
    Option(
      "critical_layer", \.criticalLayer, .name, example: .top,
      """
      The layer of banners while one of them is critical, if it is higher than that of the others; only critical banners \
      are shown above a window in fullscreen then.
      """),
    Option(
      "max_shown", \.maxShown, .positive(upTo: 20), example: 3,
      "The greatest number of banners on an output; the number of the others is shown below them."),
    Option(
      "more_format", \.moreFormat, .bannerFormat(BannerStyle.noteFields, isLine: true),
      absent: "their number in words", example: moreExample,
      "The text below the banners about those that are not shown, with markup and the fields hidden and total."
    ),
    Option(
      "order", \.order, .name, example: .newestBottom,
      """
      The order of banners: critical ones nearest to the edge of the output and else the newest first, the end of the stack at \
      which a new banner appears, or the order of urgency.
      """),
    Option(
      "group", \.grouping, .name, example: .application,
      "The notifications whose banners are stacked on one another: those of one application, category or summary."
    ),
    Option(
      "count_duplicates", \.countsDuplicates, .boolean, example: false,
      "Whether a notification with the same content as an open one is counted on that banner."),
    Option(
      "material", \.material, .material, example: "systemThickMaterial",
      "The material of the glass, as for bar.material."),
    Option(
      "font", \.font, .font(like: "Inter 10"), example: "DejaVu Sans 10",
      "The font of the body; the summary is bolder, and less important text is smaller."),
    Option(
      "body_lines", \.bodyLines, .positive(upTo: 64), example: 2,
      "The number of lines of the body that are shown; while the pointer is over the banner there are up to 24."
    ),
    Option(
      "show_age", \.showAge, .seconds, unit: "seconds", example: 60,
      "The age from which a banner shows its age, in minutes, hours or days."),
    Option(
      "timeout_low", \.timeoutLow, .seconds, unit: "seconds", example: 2,
      "The time for which a banner of low urgency stays; with 0 it stays until it is closed."),
    Option(
      "timeout_normal", \.timeoutNormal, .seconds, unit: "seconds", example: 10,
      "The time for which a banner of normal urgency stays."),
    Option(
      "timeout_critical", \.timeoutCritical, .seconds, unit: "seconds", example: 60,
      "The time for which a banner of critical urgency stays."),
    Option(
      "client_timeouts", \.honoursTimeouts, .boolean, example: false,
      "Whether a timeout that the application requests replaces the three above."),
    Option(
      "idle_threshold", \.idleThreshold, .seconds, unit: "seconds", example: 120,
      "The time without input after which timeouts wait until the user is back; with 0 they do not wait."),
    Option(
      "while_locked", \.whileLocked, .name, example: .critical,
      "The notifications that are shown and heard while the session is locked; the others are shown afterwards."
    ),
    Option(
      "icons", \.icons, .bannerIcons, example: BannerIcons.none,
      "Whether banners show icons and pictures; \"pictures\": only pictures that notifications bring, and no icon by its name."
    ),
    Option(
      "icon_theme", \.iconTheme, .line("the name of an icon theme"), absent: "the desktop's",
      example: "Adwaita", "The icon theme in which icons are looked up first."),
    Option(
      "sound", \.playsSounds, .boolean, example: false,
      "Whether sounds that applications or rules request are played."),
    Option(
      "copy_codes", \.copiesCodes, .boolean, example: false,
      "Whether a banner has a button that copies the one-time code in its texts, if they have one."),
    Option(
      "client_colors", \.honoursColours, .boolean, example: false,
      "Whether the colours that applications request by hints of dunst are used."),
    Option("history", \.keepsHistory, .boolean, example: false, "Whether notifications are stored on disk."),
    Option(
      "history_count", \.historyCount, .positive(upTo: 1_000_000), unit: "notifications", example: 200,
      "The greatest number of stored notifications."),
    Option(
      "history_days", \.historyDays, .positive(upTo: 36500), unit: "days", example: 7,
      "The time for which notifications are stored."),
    Option(
      "history_exclude", \.historyExclude, .array(.pattern, of: "patterns"), example: [.example("Signal")],
      "Applications, by their names or desktop entries, whose notifications are not stored."),
  ]

  private static let moreExample = exampleValue(
    try FormatTemplate("{hidden} of {total}", fields: BannerStyle.noteFields))

  static let doNotDisturb: [Option<DoNotDisturbSettings>] = [
    Option(
      "schedule", \.schedule, .array(.schedule, of: "times"),
      example: [DaySchedule(start: 1320, end: 420), DaySchedule(days: 0x1F, start: 540, end: 750)],
      "The periods in which do not disturb is on, with their days if they are not daily."),
    Option(
      "while_fullscreen", \.whileFullscreen, .boolean, example: true,
      "Whether do not disturb is on while a window fills the focused output."),
    Option(
      "while_sharing", \.whileSharing, .boolean, example: true,
      "Whether do not disturb is on while a program receives the picture of the screen through PipeWire."),
    Option(
      "show_critical", \.lettingCritical, .boolean, example: false,
      "Whether critical notifications are shown while do not disturb is on."),
    Option(
      "level", \.level, .positive(upTo: 100), example: 50,
      "The level of do not disturb: notifications whose pause_level is lower are held back while it is on."),
  ]

  static let rule = ofRules + BannerStyleOptions.rule.map { Option($0, at: \NotificationRule.style) }

  private static let ofRules: [Option<NotificationRule>] = [
    Option(
      "name", \.name, .line("the name of a rule"), absent: "none", example: "meetings",
      "The name of the rule for \"hyaline notifications rule\"; several rules may have the same."),
    Option(
      "enabled", \.isEnabled, .boolean, absent: "true", example: false,
      "Whether the rule is applied, until it is turned on or off by its name."),
    match("app", \.application, "Signal*", "The name of the application."),
    match("summary", \.summary, "/^re: /i", "The summary."),
    match("body", \.body, "*password*", "The body, without its markup."),
    match("category", \.category, "email.*", "The category."),
    match("desktop_entry", \.desktopEntry, "org.mozilla.*", "The application's desktop entry."),
    match("tag", \.tag, "volume", "The tag by which the application replaces its notifications."),
    Option("urgency", \.urgency, .name, absent: any, example: .low, "The urgency."),
    Option(
      "actionable", \.isActionable, .boolean, absent: any, example: true,
      "Whether the notification has actions or takes a reply."),
    Option(
      "expiring", \.isExpiring, .boolean, absent: any, example: true,
      "Whether the application requests a time after which the banner closes."),
    Option(
      "has_icon", \.hasIcon, .boolean, absent: any, example: false,
      "Whether the application sends an icon or a picture."),
    Option(
      "transient", \.isTransient, .boolean, absent: any, example: true,
      "Whether the application calls the notification transient."),
    match("output", \.output, "eDP-*", "The output on which the banner would be shown."),
    Option(
      "mode", \.mode, .line("the name of a mode"), absent: any, example: "work", "A mode that is on."),
    Option(
      "set_urgency", \.newUrgency, .name, absent: asItIs, example: .normal,
      "The urgency that replaces the notification's own."
    ),
    Option(
      "timeout", \.timeout, .seconds, unit: "seconds", absent: asItIs, example: 20,
      "The time for which the banner stays; with 0 it stays until it is closed."),
    Option(
      "material", \.material, .material, absent: "notifications.material",
      example: "systemThinMaterial", "The material of the banner."),
    Option(
      "ink", \.ink, .colour, absent: "vibrant", example: [1, 1, 1, 1], "The colour of the banner's text."),
    Option(
      "sound", \.sound, .line("a sound", isEmptyAllowed: true), absent: asItIs,
      example: "message-new-instant",
      "The name of a sound, or the path of a file; with an empty string no sound is played."),
    Option(
      "hidden", \.isHidden, .boolean, absent: "false", example: true,
      "Whether the notification has no banner."),
    Option(
      "pause_level", \.pauseLevel, .count(upTo: 100),
      absent: "100 for critical ones with show_critical, else 0",
      example: 60, "The level of do not disturb up to which the banner is shown."),
    Option(
      "history", \.keepsHistory, .boolean, absent: "notifications.history", example: false,
      "Whether the notification is stored in the history."),
    Option(
      "group", \.group, .line("the name of a group", isEmptyAllowed: true), absent: "notifications.group",
      example: "mail",
      "The name of the stack to which the banner belongs; with an empty one it belongs to none."),
    Option(
      "group_by", \.grouping, .name, absent: "notifications.group", example: .category,
      "The criterion by which banners are stacked, if there is no \"group\"."),
    Option(
      "set_output", \.newOutput, .line("the name of an output"), absent: "notifications.output",
      example: "DP-1", "The output that shows the banner, if it exists."),
    Option(
      "command", \.command, .command, absent: "none", example: ["logger", "-t", "mail"],
      "A program that is run when the notification arrives, and its arguments."),
  ]

  private static let logical = "logical pixels"
  private static let any = "any"
  private static let asItIs = "as it is"

  private static func match(
    _ key: String, _ path: any WritableKeyPath<NotificationRule, NegatablePattern?> & Sendable,
    _ example: String,
    _ text: String
  ) -> Option<NotificationRule> {
    Option(key, path, .rulePattern, absent: any, example: .example(example), text)
  }
}
