public import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of the module `window`, which shows the window in front.
public struct WindowSettings: SourceSettings {
  /// Whether each bar shows the window that has the keyboard, on whatever output it is.
  public var showsAllOutputs = false
  /// Replacements of titles.
  public var rewrites: [TextRewrite] = []
  /// The text that is compared with the patterns of the replacements, and that the field `title` has after them.
  public var rewrittenText = FormatTemplate(field: "title")
}

extension ModuleKind {
  /// A title is read less often than anything else on a bar, and may be as long as it likes.
  private static let windowLook = {
    var look = ModuleLook()
    (look.ink, look.maxWidth) = (.vibrant(.secondaryLabel), 360)
    return look
  }()

  private static let windowFields = [
    FieldSummary("title", .text, example: "notes.txt", "the title, after rewrite"),
    FieldSummary("app_id", .text, example: "org.gnome.TextEditor", "the name of the program's desktop entry"),
    FieldSummary("workspace", .text, example: "2: web", "the workspace that is shown"),
  ]

  public static let window = ModuleKind(
    "window", "The active window of the output.",
    summary: KindSummary(
      fields: windowFields, format: "{title}", sideFormat: "{icon}", tooltip: "{title}", priority: 0,
      fitting: .elastic, look: windowLook,
      nameField: "app_id", states: [.absent], plainStates: ["empty"],
      actions: [ActionSummary("close", "asks the program to close the window")]),
    source: WindowSettings(), formatExample: "{icon} {title}",
    options: [
      .allOutputs(
        \.showsAllOutputs,
        "Whether each bar shows the window with keyboard focus on any output, in place of the active one of its own output."
      ),
      .rewrite(
        \.rewrites, "/(.*) — Mozilla Firefox$/", "$1",
        "Replacements of titles: the first pattern that matches determines the text that replaces the title."),
      Option(
        "rewrite_text", \.rewrittenText, .plainFormat(windowFields), example: FormatTemplate(field: "app_id"),
        "The text that is compared with the patterns of rewrite, which the field title has after them."),
    ])
}
