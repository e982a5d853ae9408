import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of the module `taskbar`, which shows all windows.
public struct TaskbarSettings: SourceSettings {
  /// The order of windows.
  public enum Order: String, CaseIterable, Sendable {
    /// The order of the compositor, which is mostly that in which they were opened.
    case compositor
    case title
    case program = "app_id"
  }

  /// Whether each bar shows the windows of all outputs.
  public var showsAllOutputs = false
  /// Whether the windows of a program share one item.
  public var isGrouped = false
  /// The names of desktop entries of programs that come first, in this order, and are shown without windows, too.
  public var pinned: [String] = []
  /// The number of items beyond which the others are in a menu; nil for no limit.
  public var mostItems: Int?
  /// Replacements of titles.
  public var rewrites: [TextRewrite] = []
  /// Patterns of the titles or programs of windows that are not shown.
  public var ignored: [TextPattern] = []
  public var order = Order.compositor
  /// Whether the item of the active window is the first.
  public var isActiveFirst = false
  /// Whether all items are as wide as the widest.
  public var isEven = false
}

extension ModuleKind {
  private static let hidden = FieldSummary(
    "hidden", .integer, example: "3", "how many items the menu of the last item has")

  public static let taskbar = ModuleKind(
    "taskbar", "The windows of the output.",
    summary: KindSummary(
      fields: [FieldSummary("count", .integer, example: "4", "how many windows there are")],
      itemFields: [
        FieldSummary("title", .text, example: "notes.txt", "the title, after rewrite"),
        FieldSummary(
          "app_id", .text, example: "org.gnome.TextEditor", "the name of the program's desktop entry"),
        FieldSummary("windows", .integer, example: "2", "how many windows share the item"), hidden,
      ], format: "{icon} {title:.24}", sideFormat: "{icon}", tooltip: "{title}", priority: 20,
      fitting: .elastic,
      nameField: "app_id",
      states: [
        .absent,
        .own("launcher") {
          $0.format = try? FormatTemplate("{icon}", fields: [])
          $0.alternate = $0.format
          $0.ink = .vibrant(.tertiaryLabel)
        },
        .own("more") {
          $0.format = try? FormatTemplate("+{hidden}", fields: [hidden])
          $0.alternate = $0.format
          $0.ink = .vibrant(.secondaryLabel)
        }, .own("minimised") { $0.ink = .vibrant(.tertiaryLabel) }, .own("focused") { $0.hasPill = true },
        .own("urgent") { $0.ink = .colour(SIMD4(255, 69, 58, 255) / 255) },
      ], plainStates: ["pinned", "fullscreen"],
      actions: [
        ActionSummary("toggle", "gives the window the keyboard, or minimises it if it has it"),
        ActionSummary("activate", "gives the window the keyboard, the next one of a group each time"),
        ActionSummary("minimise", "minimises the window, or brings it back"),
        ActionSummary("close", "asks the program to close the window"),
        ActionSummary("launch", "starts the program once more"),
      ],
      gestures: [
        .click: "toggle", .middle: "close", .right: ActionSummary.menu, .touchLong: ActionSummary.menu,
      ]),
    source: TaskbarSettings(), formatExample: "{icon}",
    options: [
      .allOutputs(\.showsAllOutputs, "Whether each bar shows the windows of all outputs."),
      Option(
        "group", \.isGrouped, .boolean, example: true, "Whether the windows of a program share an item."),
      Option(
        "pinned", \.pinned, .array(.line("the name of a desktop entry"), of: "names"),
        example: ["firefox", "org.gnome.Nautilus"],
        "Programs, by the names of their desktop entries, that come first, in this order; one without windows is started by a click."
      ),
      Option(
        "max_items", \.mostItems, .positive(upTo: 1000), absent: "as many as there is room for",
        example: 12,
        "The number of items that are shown at most, of which the active window is always one; the others, and those for which there is no room, are in the menu of a further item."
      ),
      .rewrite(
        \.rewrites, "/(.*) — Mozilla Firefox$/", "$1",
        "Replacements of titles: the first pattern that matches determines the text that replaces the title."),
      Option(
        "ignore", \.ignored, .array(.pattern, of: "patterns"), example: [.example("org.keepassxc.*")],
        "Windows that are not shown, by patterns of their titles or of the names of their programs."),
      Option(
        "sort", \.order, .name, example: .title,
        "The order of the windows: that of the compositor, by title, or by the name of the program."),
      Option(
        "active_first", \.isActiveFirst, .boolean, example: true,
        "Whether the item of the active window is the first."),
      Option(
        "equal_width", \.isEven, .boolean, example: true,
        "Whether all items are as wide as the widest, on bars at the top or bottom."),
    ])
}
