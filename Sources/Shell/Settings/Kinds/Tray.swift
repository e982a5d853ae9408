import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of the tray.
public struct TraySettings: SourceSettings {
  /// Items by name or title that come first, in this order.
  public var order: [TextPattern] = []
  /// Items that are not shown.
  public var hidden: [TextPattern] = []
  /// Whether items with the status Passive are shown.
  public var showsPassive = false
  /// The maximum number of items that are shown while the others are folded away, at least 1; nil for no limit.
  public var mostItems: Int?
  /// Items that are folded away.
  public var folded: [TextPattern] = []
}

extension ModuleKind {
  public static let tray = ModuleKind(
    "tray", "The items that programs put into the tray.",
    summary: KindSummary(
      fields: [FieldSummary("count", .integer, example: "3", "how many items are shown")],
      itemFields: [
        FieldSummary("title", .text, example: "Network", "the title that the program sets"),
        FieldSummary(
          "name", .text, example: "nm-applet", "the name of the program, the same for all its items"),
        FieldSummary(
          "label", .text, example: "43 °C",
          "a short text that the program has for beside the icon, if it has one"),
        FieldSummary(
          "tooltip", .text, example: "home, 75 %", "the text of the tooltip that the program sets"),
        FieldSummary("status", .text, example: "active", "passive, active or attention"),
      ], format: "{icon}", tooltip: "{tooltip}", priority: 40, nameField: "name",
      states: [
        .absent, .own("passive") { $0.ink = .vibrant(.tertiaryLabel) },
        .own("attention") { $0.hasPill = true },
      ], plainStates: ["active", "fold", "unfolded"],
      actions: [
        ActionSummary(
          "activate", "does the main thing, such as showing a window; a menu where there is nothing else"),
        ActionSummary("secondary", "does another thing, such as muting"),
        ActionSummary("scroll_up", "tells the program of a notch of the wheel"),
        ActionSummary("scroll_down", "the same downwards"),
        ActionSummary("scroll_left", "the same to the left"),
        ActionSummary("scroll_right", "the same to the right"),
      ],
      gestures: [
        .click: "activate", .middle: "secondary", .right: "menu", .touchLong: "menu", .scrollUp: "scroll_up",
        .scrollDown: "scroll_down", .scrollLeft: "scroll_left", .scrollRight: "scroll_right",
      ]),
    source: TraySettings(), formatExample: "{icon} {title}",
    options: [
      Option(
        "order", \.order, .array(.pattern, of: "patterns"),
        example: [.example("nm-applet"), .example("*discord*")],
        "The items that come first, in this order, by patterns of their names or titles."),
      Option(
        "hide", \.hidden, .array(.pattern, of: "patterns"), example: [.example("blueman*")],
        "Items that are not shown."),
      Option(
        "show_passive", \.showsPassive, .boolean, example: true,
        "Whether items with the status passive are shown."),
      Option(
        "max_items", \.mostItems, .positive(upTo: 1000), absent: "no limit", example: 5,
        "The number of items that are shown at most; the others are folded away."),
      Option(
        "fold", \.folded, .array(.pattern, of: "patterns"), example: [.example("*steam*")],
        "Items that are folded away: they are shown after a click on a further item."),
    ])
}
