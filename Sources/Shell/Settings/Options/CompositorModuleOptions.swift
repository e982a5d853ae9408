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
      "Workspaces that are shown even if they do not exist; a click creates them."),
    Option(
      "wrap", \.workspaces.wraps, .boolean, of: ModuleDraft(.workspaces), example: false,
      "Whether scrolling continues at the other end."),
    rewrite(
      \.workspaces.rewrites, .workspaces, "/^[0-9]+: (.*)/", "$1",
      "Replacements of names: the first pattern that matches determines the text that replaces the name."
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
      "The time after which the session may become idle again by itself; with 0 it may not."),
    Option(
      "start_active", \.idle.startsActive, .boolean, of: ModuleDraft(.idle), example: true,
      "Whether the session is kept from becoming idle from the start of the module."),
  ]

  static let window: [Option<ModuleDraft>] = [
    allOutputs(
      \.window.showsAllOutputs, .window,
      "Whether each bar shows the window with keyboard focus on any output, in place of the active one of its own output."
    ),
    rewrite(
      \.window.rewrites, .window, "/(.*) — Mozilla Firefox$/", "$1",
      "Replacements of titles: the first pattern that matches determines the text that replaces the title."
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
      "The number of items that are shown at most, of which the active window is always one; the others, and those for which there is no room, are in the menu of a further item."
    ),
    rewrite(
      \.taskbar.rewrites, .taskbar, "/(.*) — Mozilla Firefox$/", "$1",
      "Replacements of titles: the first pattern that matches determines the text that replaces the title."
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
