import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of the module `workspaces`.
public struct WorkspacesSettings: SourceSettings {
  /// The workspaces that are shown.
  public enum Shown: String, CaseIterable, Sendable {
    case all
    /// The workspaces with windows, those that an output shows, and persistent ones.
    case occupied
    /// The workspaces that an output shows.
    case active
  }

  /// The order of workspaces.
  public enum Order: String, CaseIterable, Sendable {
    /// The order of the compositor.
    case compositor
    /// Numbers in their order, then names.
    case number
    case name
  }

  /// The things that have items.
  public enum Items: String, CaseIterable, Sendable {
    case workspaces
    /// Each workspace, and behind it each of its windows.
    case windows
  }

  /// Whether each bar shows the workspaces of all outputs.
  public var showsAllOutputs = false
  public var shown = Shown.all
  /// Whether special workspaces of Hyprland are shown behind the others.
  public var showsSpecials = false
  /// Patterns of the names of workspaces that are not shown.
  public var ignored: [TextPattern] = []
  public var order = Order.compositor
  public var items = Items.workspaces
  /// The names of workspaces that are shown whether they exist or not.
  public var persistent = PersistentWorkspaces()
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
        .own("window") {
          $0.format = try? FormatTemplate("{icon}", fields: [])
          $0.alternate = $0.format
        },
      ], plainStates: ["persistent", "unfocused", "special"],
      actions: [
        ActionSummary("activate", "shows the workspace, or gives the window the keyboard"),
        ActionSummary("next", "shows the next workspace of the output"),
        ActionSummary("previous", "shows the one before"),
        ActionSummary("bring", "moves the workspace to the output of the bar, and shows it"),
        ActionSummary(
          "show", "shows the workspace on its output, and leaves the keyboard on the present one"),
        ActionSummary("next_output", "moves the workspace to the next output"),
        ActionSummary("move_window", "moves the window with the keyboard to the workspace"),
      ], gestures: [.click: "activate", .scrollUp: "previous", .scrollDown: "next"]),
    source: WorkspacesSettings(), formatExample: "{name} {titles}",
    options: [
      .allOutputs(\.showsAllOutputs, "Whether each bar shows the workspaces of all outputs."),
      Option(
        "persistent", \.persistent, .persistentWorkspaces, example: PersistentWorkspaces(["1", "2", "web"]),
        "Workspaces that are shown even if they do not exist; a click creates them. A table has those of each output."
      ),
      Option(
        "show", \.shown, .name, example: .occupied,
        "Whether all workspaces are shown, those with windows, or only those that an output shows."),
      Option(
        "special", \.showsSpecials, .boolean, example: true,
        "Whether special workspaces of Hyprland are shown behind the others; a click shows or hides one."),
      Option(
        "ignore", \.ignored, .array(.pattern, of: "patterns"), example: [.example("*scratch*")],
        "Workspaces that are not shown, by patterns of their names."),
      Option(
        "sort", \.order, .name, example: .number,
        "The order of the workspaces: that of the compositor, by number, or by name."),
      Option(
        "items", \.items, .name, example: .windows,
        "Whether the windows of each workspace have items behind it."),
      Option("wrap", \.wraps, .boolean, example: false, "Whether scrolling continues at the other end."),
      .rewrite(
        \.rewrites, "/^[0-9]+: (.*)/", "$1",
        "Replacements of names: the first pattern that matches determines the text that replaces the name."),
      Option(
        "window_icons", \.windowIcons, .rewrites,
        example: [TextRewrite(.example("foot"), "T"), TextRewrite(.example("*"), "○")],
        "Texts for windows by the names of their programs, which {window_icons} shows in a row; names of icons for {icons}."
      ),
      Option(
        "title_icons", \.titleIcons, .rewrites, example: [TextRewrite(.example("* - YouTube*"), "▶")],
        "Texts or names of icons for windows by their titles; they take precedence over window_icons."),
    ],
    adapt: { $0.showsIcons = $1.shows("icons") || $0.items == .windows })
}
