import ModuleModel
import VisualEffects

/// The fields, states and actions of the modules that show the state of the compositor.
enum CompositorKinds {
  static let workspaces = KindSummary(
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
    ], format: "{name}", tooltip: "{titles}", nameField: "name",
    states: [
      .own("empty") { $0.ink = .vibrant(.tertiaryLabel) }, .own("visible") { $0.hasPill = true },
      .own("focused") { $0.hasPill = true },
      .own("urgent") { $0.ink = .colour(SIMD4(255, 69, 58, 255) / 255) },
    ], plainStates: ["persistent"],
    actions: [
      ActionSummary("activate", "shows the workspace"),
      ActionSummary("next", "shows the next workspace of the output"),
      ActionSummary("previous", "shows the one before"),
    ], gestures: [.click: "activate", .scrollUp: "previous", .scrollDown: "next"])

  static let window = KindSummary(
    fields: [
      FieldSummary("title", .text, example: "notes.txt", "the title, after rewrite"),
      FieldSummary(
        "app_id", .text, example: "org.gnome.TextEditor", "the name of the program's desktop entry"),
      FieldSummary("workspace", .text, example: "2: web", "the workspace that is shown"),
    ], format: "{title}", tooltip: "{title}", nameField: "app_id", plainStates: ["empty"],
    actions: [ActionSummary("close", "asks the program to close the window")])

  private static let hidden = FieldSummary(
    "hidden", .integer, example: "3", "how many items the menu of the last item has")

  static let taskbar = KindSummary(
    fields: [FieldSummary("count", .integer, example: "4", "how many windows there are")],
    itemFields: [
      FieldSummary("title", .text, example: "notes.txt", "the title, after rewrite"),
      FieldSummary(
        "app_id", .text, example: "org.gnome.TextEditor", "the name of the program's desktop entry"),
      FieldSummary("windows", .integer, example: "2", "how many windows share the item"), hidden,
    ], format: "{icon} {title:.24}", tooltip: "{title}", nameField: "app_id",
    states: [
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
    ])

  static let mode = KindSummary(
    fields: [FieldSummary("mode", .text, example: "resize", "the binding mode, or nothing in the usual one")],
    format: "{mode}", plainStates: ["active"], actions: [ActionSummary("leave", "binds keys as usual again")],
    gestures: [.click: "leave"])

  static let scratchpad = KindSummary(
    fields: [
      FieldSummary("count", .integer, example: "2", "how many windows are put away"),
      FieldSummary("titles", .text, example: "Music, notes.txt", "their titles"),
    ], format: "{icon} {count}", tooltip: "{titles}", states: [.own("empty") { $0.isHidden = true }],
    actions: [ActionSummary("show", "shows the next of them, or puts it away again")],
    gestures: [.click: "show"])

  static let keyboard = KindSummary(
    fields: [
      FieldSummary("layout", .text, example: "German", "the name of the layout in use"),
      FieldSummary("short", .text, example: "de", "its short name, as in the configuration of the keyboard"),
      FieldSummary("count", .integer, example: "2", "how many layouts there are"),
    ] + locks, format: "{short}", tooltip: "{layout}", nameField: "short",
    plainStates: ["empty", "caps", "num", "scroll"],
    actions: [
      ActionSummary("next", "switches to the next layout"),
      ActionSummary("previous", "switches to the one before"),
    ], gestures: [.click: "next", .scrollUp: "previous", .scrollDown: "next"])

  /// The fields for the locks of the keyboard, which are followed only if one of them is shown.
  static let locks = [
    FieldSummary("locks", .text, example: "Caps Lock, Num Lock", "the locks that are on"),
    FieldSummary("caps", .bool, example: "yes", "whether Caps Lock is on"),
    FieldSummary("num", .bool, example: "no", "whether Num Lock is on"),
    FieldSummary("scroll", .bool, example: "no", "whether Scroll Lock is on"),
  ]

  static let idle = KindSummary(
    fields: [
      FieldSummary("state", .text, example: "awake", "awake while the session is kept from it, else auto"),
      FieldSummary("active", .bool, example: "yes", "whether the session is kept from becoming idle"),
    ], format: "{state}", nameField: "state", states: [.own("active") { $0.hasPill = true }],
    actions: [
      ActionSummary("toggle", "keeps the session from becoming idle, or lets it again"),
      ActionSummary("on", "keeps the session from becoming idle"),
      ActionSummary("off", "lets the session become idle again"),
    ], gestures: [.click: "toggle"])

  static let bell = KindSummary(
    fields: [
      FieldSummary("count", .integer, example: "3", "open and missed together"),
      FieldSummary("open", .integer, example: "2", "how many are open, also of those kept back"),
      FieldSummary(
        "missed", .integer, example: "1", "how many went by themselves since all were dismissed"),
      FieldSummary("state", .text, example: "unread", "none, unread, quiet or absent"),
      FieldSummary("do_not_disturb", .bool, example: "no", "whether notifications are kept back"),
      FieldSummary("summary", .text, example: "2 open, 1 missed", "all of it in words"),
    ], format: "{icon}", tooltip: "{summary}", nameField: "state",
    states: [.own("absent") { $0.ink = .vibrant(.tertiaryLabel) }], plainStates: ["unread", "quiet"],
    actions: [
      ActionSummary("do_not_disturb", "keeps notifications back, or shows them again"),
      ActionSummary("dismiss_all", "dismisses all notifications, and counts none as missed any more"),
      ActionSummary("restore", "shows the newest notification of the past again"),
    ], gestures: [.click: "do_not_disturb", .middle: "restore", .right: "dismiss_all"])
}
