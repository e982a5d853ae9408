import ModuleModel
import Settings

/// Gives modules the look that a style sheet of Waybar gives them.
struct WaybarLook {
  let tree: WaybarTree
  let surroundings: LookSettings.Surroundings
  /// The classes that other modules have: the ends of their names, and their states.
  let knownClasses: Set<String>

  /// The most classes of a module that are read, far more than any style sheet has.
  private static let mostClasses = 64

  /// The states of items by the classes of the style sheet, the weakest first.
  private static let itemStates: [String: [(state: String, classes: Set<String>)]] = [
    "taskbar": [
      ("minimised", ["minimized"]), ("fullscreen", ["fullscreen"]), ("focused", ["active"]),
      ("urgent", ["urgent"]),
    ],
    "tray": [("passive", ["passive"]), ("attention", ["needs-attention"])],
    "privacy": [("screen", ["screenshare"]), ("microphone", ["audio-in"])],
  ]

  /// The states of the items of a module with their classes, the weakest first; nil: it has no items.
  private static func items(of name: WaybarModuleName) -> [(state: String, classes: Set<String>)]? {
    guard name.id == "workspaces" else { return itemStates[name.id] }
    let (shown, focused): (Set<String>, Set<String>) =
      switch name.kind {
      case "sway/workspaces": (["visible"], ["focused"])
      case "niri/workspaces": (["active"], ["active", "focused"])
      default: (["visible"], ["active"])
      }
    return [
      ("empty", ["empty"]), ("persistent", ["persistent"]), ("visible", shown), ("focused", focused),
      ("urgent", ["urgent"]),
    ]
  }

  /// The states of the items of a module, the weakest first.
  static func itemStates(of name: WaybarModuleName) -> [String] { items(of: name)?.map(\.state) ?? [] }

  /// The classes of items that no state of ours stands for.
  private static let unknownItemClasses: [String: Set<String>] = [
    "workspaces": ["special", "hosting-monitor", "persistent-hidden"], "taskbar": ["maximized"],
    "privacy": ["audio-out"],
  ]

  /// Sets the look of a module.
  func apply(_ module: inout ModuleConversion, kind: WaybarKind?, at place: WaybarTree.Place) {
    let name = module.name
    if let items = Self.items(of: name) {
      applyItems(items, &module, place)
    } else {
      let look = tree.module(name, place)
      let base = settings(look)
      set(base, &module)
      if !look.isFramed, look.lines.count(where: { $0 != nil }) > 1 {
        module.approximateStyle(
          "a module has a line at one side or at all", at: tree.linePlace(name, place))
      }
      applyStates(&module, kind, base, place)
      // A module without its device is fainter by itself, which it is not in Waybar.
      let absent = ModuleReading.absentState
      if module.value("states", absent, "hidden") == false,
        module.value("states", absent, "ink") == nil, let ink = base.anyValue("ink")
      {
        module.set(state: absent, "ink", ink)
      }
      if name.id == "window", module.kind == .window {
        // The title is fainter by itself, which it is not in Waybar.
        if let ink = base.anyValue("ink") { module.set("ink", ink) }
        let empty = tree.adding(["empty"]).module(name, place, classes: ["empty"])
        set(empty, of: "empty", beside: base, &module)
      }
      hover(tree.module(name, place, states: ["hover"]), base, &module)
    }
  }

  private func settings(_ look: WidgetLook) -> LookSettings { LookSettings(look, in: surroundings) }

  private func set(
    _ look: LookSettings, _ module: inout ModuleConversion, hasIsland: Bool = false
  ) {
    // An animation without a state is no sign that something happened.
    for entry in look.entries
    where entry.key != "pulse" && SettingsDraft.hasOption(module.path + [entry.key]) {
      if ["min_width", "padding", "margin"].contains(entry.key), module.value(entry.key) != nil { continue }
      // A group holds members with fills of their own, which are parts of the island.
      if entry.key == "glass", module.kind == .group || hasIsland { continue }
      module.set(entry.key, entry.value)
    }
  }

  private func set(
    _ look: WidgetLook, of state: String, beside base: LookSettings, _ module: inout ModuleConversion
  ) {
    if module.value("states", state, "hidden") == true { return }
    let differences = settings(look).differences(from: base)
    set(differences.filter { $0.key != "margin" && ($0.key != "pulse" || look.pulses) }, of: state, &module)
  }

  /// Sets those options of a state that there are.
  private func set(_ entries: SettingsPairs, of state: String, _ module: inout ModuleConversion) {
    for (key, value) in entries where SettingsDraft.hasOption(module.path + ["states", state, key]) {
      module.set(state: state, key, value)
    }
  }

  /// The look of an item with the room around it that its box has, and that the first or last item has at the ends of the module.
  private func placed(_ item: WidgetLook, in box: WidgetLook) -> WidgetLook {
    var look = item
    for side in look.margin.indices { look.margin[side] += box.margin[side] + (box.padding?[side] ?? 0) }
    return look
  }

  /// Sets the look of a module under the pointer, as far as that can change.
  private func hover(_ look: WidgetLook, _ base: LookSettings, _ module: inout ModuleConversion) {
    let keys: Set = [
      "ink", "fill", "fill_inset", "radius", "stroke_width", "stroke_color", "underline_width",
      "underline_color", "underline_edge",
    ]
    set(settings(look).differences(from: base).filter { keys.contains($0.key) }, of: "hover", &module)
  }

  // MARK: - Modules

  private func applyStates(
    _ module: inout ModuleConversion, _ kind: WaybarKind?, _ base: LookSettings, _ place: WaybarTree.Place
  ) {
    let classes = tree.classes(of: module.name)
    let statuses = kind?.statuses ?? []
    let levels = module.levels.isEmpty ? ["warning", "critical"] : module.levels
    var weaker: [String] = []
    // The states of numbers come first, as the last state that holds has precedence.
    for level in levels where classes[level] != nil || !weaker.isEmpty {
      guard let state = state(level, nil, &module) else { continue }
      let look = tree.module(module.name, place, classes: [level])
      set(look, of: state, beside: base, &module)
      settle(state, over: weaker, look, &module)
      weaker.append(state)
    }
    let others = statuses.flatMap(\.classes).filter { classes[$0] != nil }.withoutRepetitions
    let rest = classes.keys.sorted().filter { !levels.contains($0) && !others.contains($0) }
    if rest.count > Self.mostClasses, let place = rest.first.flatMap({ classes[$0] }) {
      module.warn(
        "the style sheet has \(rest.count) classes for it, of which \(Self.mostClasses) are read", at: place)
    }
    for name in others + rest.prefix(Self.mostClasses) {
      let own: [WaybarKind.Status?] = statuses.filter { $0.classes.contains(name) }
      for status in own.isEmpty ? [nil] : own {
        guard let state = state(name, status, &module) else {
          if let place = classes[name], !knownClasses.contains(name) { module.leaveOutClass(name, at: place) }
          continue
        }
        set(tree.module(module.name, place, classes: [name]), of: state, beside: base, &module)
      }
    }
    exclude(&module)
  }

  /// Undoes in a state of a number what weaker ones change, since the strictest alone holds in Waybar.
  private func settle(
    _ state: String, over weaker: [String], _ look: WidgetLook, _ module: inout ModuleConversion
  ) {
    let own = settings(look)
    for other in weaker {
      for key in module.keys(ofState: other) where module.value("states", state, key) == nil {
        guard let value = own.anyValue(key) else { continue }
        module.set(state: state, key, value)
      }
    }
  }

  /// The state of a class, with its conditions; nil: the module never has one.
  private func state(
    _ name: String, _ status: WaybarKind.Status?, _ module: inout ModuleConversion
  ) -> String? {
    if let status {
      if !status.when.isEmpty, !module.hasState(status.state) {
        let conditions = status.when.map { (key: $0.field, value: SettingsValue.string($0.test)) }
        module.set(state: status.state, "when", .table(conditions))
      }
      return status.state
    }
    if module.kind == .script || module.hasState(name) { return name }
    if module.kind.summary.stateNames?.contains(name) == true { return name }
    guard module.kind == .media else { return nil }
    module.set(state: name, "when", .table([("player", .string("*\(name)*"))]))
    return name
  }

  /// Adds the condition that a battery is not charged to states whose rules have `:not(.charging)`.
  private func exclude(_ module: inout ModuleConversion) {
    guard module.kind == .battery else { return }
    for state in module.states where tree.isExcluded(module.name, state, by: "charging") {
      guard let conditions = module.value("states", state, "when")?.pairs, conditions["state"] == nil
      else { continue }
      module.set(state: state, "when", .table(conditions + [("state", "!charging")]))
    }
  }

  // MARK: - Items

  private func applyItems(
    _ items: [(state: String, classes: Set<String>)], _ module: inout ModuleConversion,
    _ place: WaybarTree.Place
  ) {
    let name = module.name
    // Each item of the tray and of privacy is a widget of its own on the fill of the module.
    let isWhole = name.id == "tray" || name.id == "privacy"
    let look = tree.item(name, place)
    let box = tree.module(name, place)
    let base = settings(isWhole ? box : placed(look, in: box))
    // The box of items may have the fill that makes it an island.
    set(base, &module, hasIsland: box.fill != nil)
    let spacing = max(surroundings.ends.reduce(0) { $0 + look.margin[$1] }, 0)
    if !isWhole, SettingsDraft.hasOption(module.path + ["item_spacing"]) {
      module.set("item_spacing", .number(min(spacing, 256)))
    }
    // Items that are nearly opaque, with room between them, have nothing behind them in Waybar.
    let isApart = surroundings.hasIslands && !isWhole && box.fill == nil && spacing > 0
    if isApart, let fill = look.fill, fill.w >= 0.9, SettingsDraft.hasOption(module.path + ["glass"]) {
      module.set("glass", false)
    }
    if name.id == "workspaces" { applyPlaces(&module, base, place) }
    for (state, classes) in items {
      let own = tree.item(name, place, classes: classes)
      if own != look {
        set(
          isWhole ? own : placed(own, in: box), of: state, beside: isWhole ? settings(look) : base, &module)
      }
      if isWhole { continue }
      endPill(state, &module)
      // Empty workspaces and minimised windows are fainter by themselves, which they are not in Waybar.
      if ["empty", "minimised"].contains(state), module.value("states", state, "ink") == nil,
        let ink = base.anyValue("ink")
      {
        module.set(state: state, "ink", ink)
      }
    }
    let under =
      isWhole
      ? tree.module(name, place, states: ["hover"])
      : placed(tree.item(name, place, states: ["hover"]), in: box)
    hover(under, base, &module)
    for (unknown, place) in tree.itemClasses(of: name)
    where Self.unknownItemClasses[name.id]?.contains(unknown) == true {
      module.leaveOutClass(unknown, at: place)
    }
  }

  /// Gives the first workspaces looks of their own, by their numbers in place of their places.
  private func applyPlaces(_ module: inout ModuleConversion, _ base: LookSettings, _ place: WaybarTree.Place)
  {
    for index in 0..<10 where tree.hasPlaces(of: module.name) {
      let item = placed(tree.item(module.name, place, index: index), in: tree.module(module.name, place))
      let differences = settings(item).differences(from: base)
      guard !differences.isEmpty else { continue }
      let state = "number-\(index + 1)"
      module.set(state: state, "when", .table([("number", .string("= \(index + 1)"))]))
      set(differences, of: state, &module)
    }
  }

  /// Removes the fill that the state has by itself, unless the style sheet gives one.
  private func endPill(_ state: String, _ module: inout ModuleConversion) {
    let pills = module.kind.summary.states.filter { $0.look.hasPill == true }.map(\.name)
    guard pills.contains(state), module.value("states", state, "fill") == nil, module.value("fill") == nil
    else { return }
    module.set(state: state, "pill", false)
  }
}
