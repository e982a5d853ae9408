import Patterns

/// The options of the modules that show what the compositor reports.
enum CompositorModuleOptions {
  static let workspaces: [Option<ModuleDraft>] = [
    allOutputs(
      \.workspaces.showsAllOutputs, .workspaces, "Whether each bar shows the workspaces of all outputs."),
    Option(
      "persistent", \.workspaces.persistent, .array(.line("a name"), of: "names"),
      of: ModuleDraft(.workspaces),
      example: ["1", "2", "web"],
      "Workspaces that are shown whether they exist or not; a click makes them."),
    Option(
      "wrap", \.workspaces.wraps, .boolean, of: ModuleDraft(.workspaces), example: false,
      "Whether scrolling goes on at the other end."),
    rewrite(
      \.workspaces.rewrites, .workspaces, "/^[0-9]+: (.*)/", "$1",
      "Other words for names: the replacement of the first pattern that is found takes the place of the name."
    ),
    Option(
      "window_icons", \.workspaces.windowIcons, .rewrites, of: ModuleDraft(.workspaces),
      example: [TextRewrite(.example("foot"), "T"), TextRewrite(.example("*"), "○")],
      "Texts for windows by the names of their programs, which {window_icons} shows in a row; names of icons for {icons}."
    ),
    Option(
      "title_icons", \.workspaces.titleIcons, .rewrites, of: ModuleDraft(.workspaces),
      example: [TextRewrite(.example("* - YouTube*"), "▶")],
      "Texts or names of icons for windows by their titles; they take precedence over window_icons."),
  ]

  static let idle: [Option<ModuleDraft>] = [
    Option(
      "timeout", \.idle.timeout, .seconds, of: ModuleDraft(.idle), unit: "seconds", example: 3600,
      "After this time the session may become idle again by itself; 0: it may not."),
    Option(
      "start_active", \.idle.startsActive, .boolean, of: ModuleDraft(.idle), example: true,
      "Whether the session is kept from becoming idle from the start on."),
  ]

  static let window: [Option<ModuleDraft>] = [
    allOutputs(
      \.window.showsAllOutputs, .window,
      "Whether each bar shows the window that has the keyboard, wherever it is, in place of the one in front on its output."
    ),
    rewrite(
      \.window.rewrites, .window, "/(.*) — Mozilla Firefox$/", "$1",
      "Other words for titles: the replacement of the first pattern that is found takes the place of the title."
    ),
  ]

  static let taskbar: [Option<ModuleDraft>] = [
    allOutputs(\.taskbar.showsAllOutputs, .taskbar, "Whether each bar shows the windows of all outputs."),
    Option(
      "group", \.taskbar.isGrouped, .boolean, of: ModuleDraft(.taskbar), example: true,
      "Whether the windows of a program share an item."),
    Option(
      "pinned", \.taskbar.pinned, .array(.line("the name of a desktop entry"), of: "names"),
      of: ModuleDraft(.taskbar), example: ["firefox", "org.gnome.Nautilus"],
      "Programs, by the names of their desktop entries, that come first, in this order; one without windows is started by a click."
    ),
    Option(
      "max_items", \.taskbar.mostItems, .positive(upTo: 1000), absent: "as many as there is room for",
      example: 12,
      "How many items are shown at most, with the focused one among them; a further item has a menu of the others, and of those that there is no room for."
    ),
    rewrite(
      \.taskbar.rewrites, .taskbar, "/(.*) — Mozilla Firefox$/", "$1",
      "Other words for titles: the replacement of the first pattern that is found takes the place of the title."
    ),
  ]

  private static func allOutputs(
    _ path: any WritableKeyPath<ModuleDraft, Bool> & Sendable, _ kind: ModuleName.Kind, _ text: String
  ) -> Option<ModuleDraft> {
    Option("all_outputs", path, .boolean, of: ModuleDraft(kind), example: true, text)
  }

  private static func rewrite(
    _ path: any WritableKeyPath<ModuleDraft, [TextRewrite]> & Sendable, _ kind: ModuleName.Kind,
    _ pattern: String, _ replacement: String, _ text: String
  ) -> Option<ModuleDraft> {
    Option(
      "rewrite", path, .rewrites, of: ModuleDraft(kind),
      example: [TextRewrite(.example(pattern), replacement)],
      text)
  }
}
