import Settings

extension WaybarKind {
  static let workspaces = WaybarKind(
    kind: .workspaces, format: "{name}",
    fields: [
      "name": "name", "": "name", "value": "name", "id": "number", "index": "number", "icon": "icon",
      "windows": "window_icons", "output": "output",
    ]
  ) { module in
    module.copyBoolean("all-outputs", to: "all_outputs")
    if module.boolean("disable-scroll") == true {
      for gesture in ["scroll_up", "scroll_down", "scroll_left", "scroll_right"] {
        module.set(["on", gesture], "none", from: "disable-scroll")
      }
    }
    module.set("wrap", false, ifTrue: "disable-scroll-wraparound")
    persistent(&module)
    windowRewrite(&module)
    // The modules of newer versions of Waybar have no such option.
    if module.name.kind == "wlr/workspaces", let text = module.string("format-active") {
      let format = module.converted(named(text, module), from: "format-active")
      module.set(state: "focused", "format", .string(format), from: "format-active")
    }
    workspaceRest(&module)
  }

  /// A format with the name in place of the icon, which a workspace has for one if there are no icons.
  static func named(_ format: String, _ module: ModuleConversion) -> String {
    guard module.kind == .workspaces, module.source["format-icons"] == nil else { return format }
    return format.replacingAll("{icon}", with: "{name}")
  }

  /// Converts `persistent-workspaces`: for Hyprland numbers or names by output, for sway outputs by name.
  private static func persistent(_ module: inout ModuleConversion) {
    let key =
      module.source["persistent-workspaces"] == nil ? "persistent_workspaces" : "persistent-workspaces"
    guard let value = module.take(key)?.value else { return }
    if module.name.kind == "niri/workspaces" {
      return module.warn("\"\(key)\": \(WaybarOptions.mistake) for niri", at: module.place(key))
    }
    let isHyprland = module.name.kind == "hyprland/workspaces"
    let lists = WorkspaceLists(value, isHyprland: isHyprland).lists
    if isHyprland, value.members.contains(where: { $0.value.number ?? 0 >= 1 }) {
      module.approximate(
        key, "the numbers of each output begin at 1; Waybar counts on from those of the output before it")
      if lists.count == 1, value.members.count == 1, lists[0].output == "*" {
        return module.set("persistent", .number(lists[0].names.count), from: key)
      }
    }
    guard !lists.isEmpty else { return }
    if lists.contains(where: { $0.output != "*" }) {
      module.set("persistent", .table(lists.map { ($0.output, .strings($0.names)) }), from: key)
    } else {
      module.set("persistent", .strings(lists[0].names), from: key)
    }
  }

  /// Converts `window-rewrite` into icons by program and by title.
  private static func windowRewrite(_ module: inout ModuleConversion) {
    var (programs, titles): (SettingsPairs, SettingsPairs) = ([], [])
    var both: [String] = []
    // Waybar compares patterns with a title and a class first.
    let members = module.take("window-rewrite")?.value.members ?? []
    for member in members.sorted(by: { $0.name.has("title<") && !$1.name.has("title<") }) {
      guard let text = member.value.string else { continue }
      let icon = SettingsValue.string(WaybarFormat.withoutMarkup(text))
      let program = pattern("class<", in: member.name)
      // The first of several equal patterns counts.
      if let title = pattern("title<", in: member.name).map({ "/\($0)/" }) {
        titles[title] = titles[title] ?? icon
        if program != nil { both.append("\"\(member.name)\"") }
      } else {
        let key = "/\(program ?? member.name)/"
        programs[key] = programs[key] ?? icon
      }
    }
    if !both.isEmpty {
      module.approximate(
        "window-rewrite", "only the title is compared in \(both.joined(separator: ", "))")
    }
    if let text = module.string("window-rewrite-default"), !text.isEmpty {
      programs["*"] = .string(WaybarFormat.withoutMarkup(text))
    }
    if !programs.isEmpty { module.set("window_icons", .table(programs), from: "window-rewrite") }
    if !titles.isEmpty { module.set("title_icons", .table(titles), from: "window-rewrite") }
    module.approximate(["format-window-separator": "a space stands between the icons of windows"])
  }

  /// The pattern behind `class<` or `title<`.
  private static func pattern(_ prefix: String, in name: String) -> String? {
    var rest = name[...]
    while !rest.isEmpty, !rest.hasPrefix(prefix) { rest.removeFirst() }
    guard !rest.isEmpty else { return nil }
    let inside = rest.dropFirst(prefix.count)
    guard let end = inside.lastIndex(of: ">") else { return String(inside) }
    // Another pattern may follow in the same key.
    for other in [" class<", " title<"] where inside[..<end].has(other) {
      var part = inside[..<end]
      while !part.hasSuffix(other) { part.removeLast() }
      return part.dropLast(other.count).droppingSuffix(">")
    }
    return String(inside[..<end])
  }

  private static func workspaceRest(_ module: inout ModuleConversion) {
    if let ignored = module.strings("ignore-workspaces") {
      module.set("ignore", .strings(ignored.map { "/^(\($0))$/" }), from: "ignore-workspaces")
    }
    switch module.string("sort-by")?.lowercased() {
    case nil: break
    case "number", "id", "default": module.set("sort", "number", from: "sort-by")
    case "name": module.set("sort", "name", from: "sort-by")
    default: module.approximate("sort-by", "workspaces are in the order of the compositor")
    }
    module.set("sort", "number", ifTrue: "sort-by-number")
    module.set("sort", "name", ifTrue: "sort-by-name")
    // The modules for sway and niri have no such option.
    let mayShowActive = !["sway/workspaces", "niri/workspaces"].contains(module.name.kind)
    if module.boolean("active-only") == true, mayShowActive {
      module.set("show", "active", from: "active-only")
    }
    if module.name.kind == "niri/workspaces" {
      module.set("show", "occupied", ifTrue: "hide-empty")
      module.set("show", "active", ifTrue: "current-only")
    }
    module.set("special", ifTrue: "show-special")
    for (key, text) in [
      ("special-visible-only", "special workspaces are shown as the compositor reports them"),
      ("move-to-monitor", "a click shows a workspace on its own output"),
      ("enable-bar-scroll", "scrolling changes the workspace over the module alone"),
      ("persistent-only", "all workspaces are shown"),
    ] where module.boolean(key) == true {
      module.leaveOut(key, text)
    }
    module.ignore(
      "sort-by-coordinates", "warp-on-scroll", "numeric-first", "expand", "smooth-scrolling-threshold",
      "on-scroll-distance", "alphabetical_sort")
  }

  /// The title of the active window; sway's module shows the window of its output unless `all-outputs` is set.
  static func window(separatesOutputs: Bool) -> WaybarKind {
    WaybarKind(
      kind: .window, format: "{}",
      fields: [
        "": "title", "title": "title", "app_id": "app_id", "class": "app_id",
        "initialTitle": .near("title", "it is the present title"), "initialClass": "app_id",
        "shell": .lost("there is no such field"), "marks": .lost("there is no such field"),
      ], statuses: [Status("empty")]
    ) { module in
      let isSeparate = module.boolean("separate-outputs") ?? separatesOutputs
      let isAll = module.boolean("all-outputs") ?? !isSeparate
      if isAll { module.set("all_outputs", true, from: "separate-outputs") }
      rewrites(&module)
      windowIcon(&module)
      if let format = module.value("format")?.string, !format.hasPrefix("{") || !format.hasSuffix("}") {
        module.set(state: "empty", "hidden", true)
      }
      if module.boolean("offscreen-css") == true {
        module.approximate("offscreen-css", "each bar shows the window of its output")
      }
      if let text = module.string("offscreen-css-text"), !text.isEmpty {
        module.leaveOut("offscreen-css-text", "each bar shows the window of its output")
      }
      // The window's title is as long as its bar allows in Waybar.
      if module.source["max-length"] == nil { module.set("max_width", 16384) }
    }
  }

  private static func windowIcon(_ module: inout ModuleConversion) {
    guard module.boolean("icon") == true else {
      return module.ignore("swap-icon-label")
    }
    if module.source["icon-size"] == nil { module.set("icon_size", 24, from: "icon") }
    let isBehind = module.boolean("swap-icon-label") == true
    guard let format = module.value("format")?.string else { return }
    module.set("format", .string(isBehind ? "\(format) {icon}" : "{icon} \(format)"), from: "icon")
  }

  /// Converts replacements of titles by regular expressions, which Waybar compares with the whole title.
  static func rewrites(_ module: inout ModuleConversion) {
    guard let member = module.take("rewrite") else { return }
    var isStyled = false
    let entries = member.value.members.compactMap { rule -> (key: String, value: SettingsValue)? in
      guard let text = rule.value.string else { return nil }
      if WaybarFormat.hasMarkup(text) { isStyled = true }
      let body = rule.name.droppingPrefix("^") ?? rule.name
      return (key: "/^\(body.droppingSuffix("$"))$/", value: .string(WaybarFormat.withoutMarkup(text)))
    }
    if isStyled { module.approximate("rewrite", "the replacements have no styles") }
    if !entries.isEmpty { module.set("rewrite", .table(entries), from: "rewrite") }
  }

  /// Lets the replacements of a window replace the whole text, as in Waybar, where that is not the title alone.
  static func rewriteWhole(_ module: inout ModuleConversion) {
    guard let rules = module.source["rewrite"]?.members, !rules.isEmpty, !module.isMarkup,
      let format = module.value("format")?.string, format != "{title}"
    else { return }
    module.set("rewrite_text", .string(format), from: "rewrite")
    module.set("format", "{title}", from: "format")
  }

  static let taskbar = WaybarKind(
    kind: .taskbar, format: "{icon}",
    fields: [
      "icon": "icon", "title": "title", "app_id": "app_id",
      "name": .near("app_id", "it is the name of the desktop entry"),
      "short_state": .lost("states have formats"), "state": .lost("states have formats"),
    ]
  ) { module in
    module.copyBoolean("all-outputs", to: "all_outputs")
    rewrites(&module)
    module.copyTexts("ignore-list", to: "ignore")
    module.set("active_first", ifTrue: "active-first")
    module.approximate([
      "icon-theme": "icons of programs are those of the desktop's theme",
      "squash-list": "group joins the windows of each program",
      "app_ids-mapping": "programs are found by their desktop entries",
      "spacing": "the padding of items is the distance",
    ])
    module.ignore("sort-by-app-id", "homogeneous", "markup", "tooltip-markup", "orientation")
  }
}
