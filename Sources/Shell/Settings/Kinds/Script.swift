import ModuleModel
import VisualEffects

/// The settings of a script, whose output the module shows.
public struct ScriptSettings: SourceSettings {
  /// The program and its arguments; never empty after decoding.
  public var command: [String] = []
  /// Seconds from one start to the next; 0 for a single run. Ignored if `isContinuous`.
  public var interval: Double = 10
  /// Whether each line of output is a reading; the program is started again when it ends.
  public var isContinuous = false
  /// Whether lines are JSON as that of Waybar's custom modules.
  public var isJSON = false
  /// Whether the texts and tooltips that the command writes hold markup.
  public var writesMarkup = false
  /// Whether the command speaks the protocol of i3bar.
  public var speaksI3bar = false
  /// A command that runs before the script; the module is hidden if it fails. Nil for none.
  public var condition: [String]?
  /// The number n of the signal SIGRTMIN+n that runs the command again; nil for none.
  public var signal: Int?
  /// Whether the command runs again when a command that a gesture on the module has started ends.
  public var followsCommands = true
  /// Whether the last numbers of the script are shown.
  public var showsHistory = false

  public init() {}
}

extension ModuleKind {
  public static let script = ModuleKind(
    "script", "The output of a command, the module \"script.NAME\".",
    summary: KindSummary(
      fields: [
        FieldSummary("text", .text, example: "0.31", "the line, or what JSON calls text"),
        FieldSummary("alt", .text, example: "paused", "the member alt of the JSON object"),
        FieldSummary(
          "tooltip", .text, example: "Load of the last minute", "the member tooltip of the JSON object"),
        FieldSummary(
          "class", .text, example: "warning",
          "the member class of the JSON object, the first one if there are several"),
        FieldSummary(
          "percentage", .integer, .percent, example: "31", "the member percentage of the JSON object"),
        .history("the last numbers: percentages, or texts that are numbers"),
      ],
      itemFields: [
        FieldSummary("short_text", .text, example: "31%", "the short text of a block, for a lack of room"),
        FieldSummary("name", .text, example: "battery", "the name of a block"),
        FieldSummary(
          "instance", .text, example: "BAT0", "the instance of a block, which tells blocks of one name apart"),
      ], mayLackItems: true, format: "{text}", tooltip: "{tooltip}", levelField: "percentage",
      nameField: "alt",
      states: [.own("urgent") { $0.ink = .colour(SIMD4(255, 69, 58, 255) / 255) }], plainStates: nil,
      actions: [ActionSummary("send", "tells the program of the click, if it wants to know")],
      gestures: [
        .click: "send", .middle: "send", .right: "send", .back: "send", .forward: "send", .scrollUp: "send",
        .scrollDown: "send", .scrollLeft: "send", .scrollRight: "send", .touchLong: "send",
      ]),
    source: ScriptSettings(), formatExample: "{icon} {text}", needs: "a command", nameExample: "load",
    options: [
      Option(
        needed: "command", \.command, .command, example: ["sh", "-c", "cut -d' ' -f1 /proc/loadavg"],
        "The program and its arguments. No shell is involved unless you name one."),
      Option(
        "interval", \.interval, .seconds, unit: "seconds", example: 60,
        "The time from one start of the command to the next; with 0 it runs once. The option has no effect if continuous is true."
      ),
      Option(
        "continuous", \.isContinuous, .boolean, example: true,
        "Whether the command keeps running, and each line of its output replaces the last one."),
      Option(
        "json", \.isJSON, .boolean, example: true,
        """
        Whether a line is a JSON object with text, alt, tooltip, class and percentage, as for Waybar. Otherwise the first \
        three lines are text, tooltip and class, unless the command is continuous.
        """
      ),
      Option(
        "text_markup", \.writesMarkup, .boolean, example: true,
        """
        Whether text and tooltip, as the command writes them, contain markup such as <span color="red">; those of Waybar's \
        custom modules always do. Broken markup is shown as it is written.
        """),
      Option(
        "i3bar", \.speaksI3bar, .boolean, example: true,
        "Whether the command keeps running and uses the protocol of i3bar, as i3blocks and i3status-rust do."),
      Option(
        "exec_if", \.condition, .command, absent: "the command always runs",
        example: ["test", "-e", "/proc/loadavg"],
        "A command that runs before; if it fails, the module is hidden and the command does not run."),
      Option(
        "exec_on_event", \.followsCommands, .boolean, example: false,
        "Whether the command runs again when a command that a gesture on the module has started ends; it does not if it is continuous."
      ),
      Option(
        "signal", \.signal, .positive(upTo: 30), absent: "none", example: 8,
        "The number n of the signal SIGRTMIN+n to hyaline that runs the command again at once."),
    ],
    adapt: { $0.showsHistory = $1.shows("history") })
}
