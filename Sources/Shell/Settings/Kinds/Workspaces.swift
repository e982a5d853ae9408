import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of the module `workspaces`.
public struct WorkspacesSettings: SourceSettings {
  /// Whether each bar shows the workspaces of all outputs.
  public var showsAllOutputs = false
  /// The names of workspaces that are shown whether they exist or not.
  public var persistent: [String] = []
  /// Whether scrolling beyond one end continues at the other.
  public var wraps = true
  /// Replacements of names.
  public var rewrites: [TextRewrite] = []
  /// Texts, such as glyphs of an icon font, for windows by the names of their programs.
  public var windowIcons: [TextRewrite] = []
  /// The same by the titles of windows, which take precedence.
  public var titleIcons: [TextRewrite] = []
  /// Whether the icons of windows are shown.
  public var showsIcons = false

  public init() {}
}

extension ModuleKind {
  public static let workspaces = ModuleKind(
    "workspaces", "The workspaces of the output.",
    summary: KindSummary(
      fields: [FieldSummary("count", .integer, example: "4", "how many workspaces are shown")],
      itemFields: [
        FieldSummary("name", .text, example: "2: web", "the name, after rewrite"),
        FieldSummary("number", .integer, example: "2", "the number, if it has one"),
        FieldSummary("output", .text, example: "DP-1", "the output that it belongs to"),
        FieldSummary("windows", .integer, example: "3", "how many windows are in it"),
        FieldSummary("titles", .text, example: "Inbox, notes.txt", "the titles of its windows"),
        FieldSummary("window_icons", .text, example: "W T", "what window_icons has for its windows"),
        FieldSummary(
          "icons", .icons, example: "icons in a row",
          "an icon for each of its windows: what window_icons has, or that of the program's desktop entry"),
      ], format: "{name}", tooltip: "{titles}", priority: 60, nameField: "name",
      states: [
        .absent,
        .own("empty") { $0.ink = .vibrant(.tertiaryLabel) }, .own("visible") { $0.hasPill = true },
        .own("focused") { ($0.hasPill, $0.isCurrent) = (true, true) },
        .own("urgent") { $0.ink = .colour(SIMD4(255, 69, 58, 255) / 255) },
      ], plainStates: ["persistent"],
      actions: [
        ActionSummary("activate", "shows the workspace"),
        ActionSummary("next", "shows the next workspace of the output"),
        ActionSummary("previous", "shows the one before"),
      ], gestures: [.click: "activate", .scrollUp: "previous", .scrollDown: "next"]),
    source: WorkspacesSettings(), formatExample: "{name} {titles}",
    options: {
      [
        .allOutputs(
          \.showsAllOutputs, of: WorkspacesSettings(), "Whether each bar shows the workspaces of all outputs."
        ),
        Option(
          "persistent", \.persistent, .array(.line("a name"), of: "names"),
          of: WorkspacesSettings(),
          example: ["1", "2", "web"],
          "Workspaces that are shown even if they do not exist; a click creates them."),
        Option(
          "wrap", \.wraps, .boolean, of: WorkspacesSettings(), example: false,
          "Whether scrolling continues at the other end."),
        .rewrite(
          \.rewrites, of: WorkspacesSettings(), "/^[0-9]+: (.*)/", "$1",
          "Replacements of names: the first pattern that matches determines the text that replaces the name."
        ),
        Option(
          "window_icons", \.windowIcons, .rewrites, of: WorkspacesSettings(),
          example: [TextRewrite(.example("foot"), "T"), TextRewrite(.example("*"), "○")],
          "Texts for windows by the names of their programs, which {window_icons} shows in a row; names of icons for {icons}."
        ),
        Option(
          "title_icons", \.titleIcons, .rewrites, of: WorkspacesSettings(),
          example: [TextRewrite(.example("* - YouTube*"), "▶")],
          "Texts or names of icons for windows by their titles; they take precedence over window_icons."),
      ]
    },
    adapt: { $0.showsIcons = $1.shows("icons") })
}
