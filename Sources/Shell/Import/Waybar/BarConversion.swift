import ModuleModel
import Settings

/// One bar of Waybar that is becoming a bar of the settings.
struct BarConversion {
  let source: SourceValue
  let index: Int
  /// The path of the bar's table.
  let path: [String]
  let files: SourceFiles
  private(set) var report = ImportReport()
  /// The signals that modules wait for, with the names of the modules.
  private(set) var awaited: [(signal: Int, module: String, place: SourcePlace)] = []
  private(set) var sentSignals: Set<Int> = []
  private(set) var scripts: [(path: String, place: SourcePlace)] = []
  /// The first module of the bar of each kind that Waybar has for every compositor.
  private var compositorModules: [ModuleKind: WaybarModuleName] = [:]
  /// The names of the groups that are being converted, the innermost last.
  private var openGroups: [String] = []
  /// The look of the bar; nil without a style sheet.
  let style: BarStyle?
  private let measure: TextMeasure
  /// The command that opens the panel of a bell from this bar; nil: it is not known, or there is none.
  private let panel: String?
  /// The command that opens the panel of the first bell on this bar; nil: the bar has none whose panel opens.
  private(set) var ownPanel: String?
  /// The tables of modules, of this bar and of those before it.
  private(set) var tables: ModuleTables
  /// The height of the bar in pixels, or its width at the left or right edge; nil: it is that of hyaline.
  private var height: Double?

  init(
    _ source: SourceValue, index: Int, path: [String], sheet: StyleSheet?, files: SourceFiles,
    tables: ModuleTables, panel: String?, measure: @escaping TextMeasure
  ) {
    (self.source, self.index, self.path, self.files) = (source, index, path, files)
    (self.tables, self.panel, self.measure) = (tables, panel, measure)
    style = sheet.map {
      BarStyle(source, $0) { text, font in
        measure(text, font.name)?.height ?? (font.size * 1.25).rounded(.up)
      }
    }
  }

  /// The width of a text without markup in a font, in pixels; it is estimated if the font is not known.
  private func width(of text: String, _ font: LookFont?) -> Double {
    let font = font ?? LookFont()
    return measure(text, font.name)?.width ?? Double(text.count) * font.size * 0.28
  }

  /// Writes the bar and its modules.
  mutating func convert(into draft: inout SettingsDraft) {
    draft.begin(path)
    var options = BarOptionsConversion(source, path: path, files: files)
    options.convert(into: &draft)
    style?.write(into: &draft, path, index: index, options: &options)
    height = draft.value(path + ["height"])?.number
    options.settleNegativeMargins(in: &draft)
    report.add(options.report)
    for entry in options.report.entries where entry.kind != .carried {
      draft.note(entry.text, before: path, at: entry.place)
    }
    for (key, zone) in [("modules-left", "start"), ("modules-center", "center"), ("modules-right", "end")] {
      draft.set(path + [zone], .strings(modules(in: key)))
    }
  }

  // MARK: - Zones

  private mutating func modules(in key: String) -> [String] {
    guard let elements = source[key]?.elements else { return [] }
    let zone = String(key.dropFirst("modules-".count))
    let names = elements.compactMap { element in
      element.string.map { (name: WaybarModuleName($0), place: element.place) }
    }
    let caps = names.map { cap($0.name, zone) }
    var result: [String] = []
    var island: [String]?
    var opening = Cap()
    for (index, named) in names.enumerated() {
      if let cap = caps[index] {
        if cap.isOpening {
          result += island ?? []
          (island, opening) = ([], cap)
        } else {
          let members = (island ?? []).filter { !$0.hasPrefix("spacer") }
          island = nil
          if !members.isEmpty { result.append(group(members, opening, cap)) }
        }
        continue
      }
      let place = WaybarTree.Place(zone: zone, index: index, count: names.count)
      let modules = module(named.name, at: named.place, place)
      if island == nil { result += modules } else { island? += modules }
    }
    return result + (island ?? [])
  }

  /// An end of an island that is drawn as a module of its own, in pixels.
  private struct Cap {
    var isOpening = true
    /// The distance outside it.
    var margin = 0.0
    var width = 0.0
  }

  private func cap(_ name: WaybarModuleName, _ zone: String) -> Cap? {
    guard let style, style.hasIslands, let options = source[name.text], name.own("custom/") != nil,
      CustomModules.kind(options) == .spacer
    else { return nil }
    let look = style.tree.module(name, WaybarTree.Place(zone: zone))
    guard look.fill != nil else { return nil }
    let (left, right) = (look.radii[0] + look.radii[3], look.radii[1] + look.radii[2])
    guard (left > 0) != (right > 0) else { return nil }
    let ends = style.look.surroundings.ends
    let text = WaybarFormat.withoutMarkup(options["format"]?.string ?? "")
    let padding = ends.reduce(0) { $0 + (look.padding?[$1] ?? 0) }
    return Cap(
      isOpening: left > 0, margin: max(look.margin[ends[left > 0 ? 0 : 1]], 0),
      width: max(width(of: text, look.font) + padding, look.minWidth ?? 0).rounded())
  }

  /// A group of the modules between two caps, with the distances before and after it and the widths of the caps as paddings.
  private mutating func group(
    _ members: [String], _ opening: Cap, _ closing: Cap
  ) -> String {
    var settings: SettingsPairs = [("modules", .strings(members))]
    if opening.width + closing.width > 0 {
      settings["padding"] = .numbers([opening.width, closing.width].map { min($0, 256) })
    }
    if opening.margin + closing.margin > 0 {
      settings["margin"] = .numbers([opening.margin, closing.margin].map { min($0, 1024) })
    }
    let count = tables.order.count { $0.path.first == "group" && $0.path.last?.hasPrefix("island") == true }
    return addGroup("island\(count + 1)", settings, of: WaybarModuleName("group/island"))
  }

  private mutating func addGroup(
    _ name: String, _ settings: SettingsPairs, of source: WaybarModuleName
  ) -> String {
    let settings = settings.map { ModuleConversion.Setting(path: [$0.key], value: $0.value) }
    return tables.add(.group, name, settings, bar: index, source: source)
  }

  /// Converts a module; returns the names of the modules that it becomes.
  private mutating func module(
    _ name: WaybarModuleName, at place: SourcePlace, _ position: WaybarTree.Place
  ) -> [String] {
    let options = source[name.text]
    if name.own("group/") != nil { return group(name, options, at: place, position) }
    if name.own("custom/") != nil {
      guard let options else { return missing(name, at: place) }
      var module = conversion(name, options, CustomModules.kind(options))
      CustomModules.convert(&module)
      if CustomModules.isNeverShown(options) {
        module.set("hidden", true, from: "format")
      } else if module.kind == .spacer {
        setWidth(of: &module, position)
      }
      return [finish(module, module.kind == .bell ? .bell : nil, position)]
    }
    if let kind = SliderModules.kind(name, options) {
      var module = conversion(name, options ?? SourceValue(content: .object([]), place: place), kind)
      SliderModules.convert(&module, length: style?.tree.sliderLength(name, position))
      return [finish(module, nil, position)]
    }
    guard let kind = WaybarKind.named(name.kind) else { return unknown(name, at: place) }
    if isRepeated(name, kind.kind, at: place) { return [] }
    let source = options ?? SourceValue(content: .object([]), place: place)
    if kind.kind == .audio {
      return sound(name, source, kind, position)
    }
    var module = conversion(name, source, kind.kind)
    WaybarModuleConverter.convert(kind, &module)
    if name.kind == "wwan", module.value("interface") == nil { module.set("interface", "ww*") }
    if name.kind == "wlr/workspaces" || name.kind == "wwan" {
      report.add(.approximated, "\(name.text): it becomes the module \(kind.kind)", at: place)
    }
    return [finish(module, kind, position)]
  }

  /// Whether a module is the same as one for another compositor that the bar has, of which Waybar shows the one that runs.
  private mutating func isRepeated(
    _ name: WaybarModuleName, _ kind: ModuleKind, at place: SourcePlace
  ) -> Bool {
    let compositors = ["sway/", "hyprland/", "niri/", "wlr/", "ext/"]
    guard compositors.contains(where: name.kind.hasPrefix) else { return false }
    guard let first = compositorModules[kind] else {
      compositorModules[kind] = name
      return false
    }
    guard first.kind != name.kind else { return false }
    report.add(
      .approximated, "\(name.text): left out, since the module made of \(first.text) is for all compositors",
      at: place)
    return true
  }

  /// Makes a blank text as wide as its characters and the room around them.
  private func setWidth(of module: inout ModuleConversion, _ place: WaybarTree.Place) {
    let text = WaybarFormat.withoutMarkup(module.source["format"]?.string ?? "")
    let look = style?.tree.module(module.name, place)
    let ends = style?.look.surroundings.ends ?? []
    let room = ends.reduce(0) { $0 + (look?.padding?[$1] ?? 0) + (look?.margin[$1] ?? 0) }
    let width = max(width(of: text, look?.font), look?.minWidth ?? 0) + room
    module.set("width", .number(width.rounded().clamped(to: 0...1024)), from: "format")
  }

  private func conversion(
    _ name: WaybarModuleName, _ source: SourceValue, _ kind: ModuleKind
  ) -> ModuleConversion {
    let path = ModuleTables.path(kind, ModuleTables.name(name, kind) ?? (kind.isNamed ? "module" : nil))
    var module = ModuleConversion(name, source, kind: kind, path: path)
    module.isVertical = BarOptionsConversion.isVertical(self.source)
    // A command on the bell that performs the click of the bell would start itself again.
    module.panelCommand = kind == .bell ? nil : panel
    if let style { module.characterWidth = style.look.surroundings.font.size * 0.6 }
    if let file = source["menu-file"]?.string, let bytes = try? files.text(files.expanded(file)) {
      module.menuEntries = MenuFile.entries(String(decoding: bytes, as: UTF8.self))
    }
    return module
  }

  /// Gives a module its look and its table; returns its name.
  private mutating func finish(
    _ module: ModuleConversion, _ kind: WaybarKind?, _ place: WaybarTree.Place
  ) -> String {
    var module = module
    if let style, module.kind != .spacer { style.look.apply(&module, kind: kind, at: place) }
    fitIcon(of: &module)
    module.removeIdleStates()
    module.orderStates(statuses: (kind?.statuses.map(\.state) ?? []) + WaybarLook.itemStates(of: module.name))
    report.add(module.report)
    sentSignals.formUnion(module.sentSignals)
    scripts += module.scripts.map { (path: $0, place: module.source.place) }
    if let signal = module.source["signal"]?.number, module.kind == .script || module.kind == .image,
      let number = Int(exactly: signal.rounded())
    {
      awaited.append((signal: number, module: module.name.text, place: module.place("signal")))
    }
    let own = tables.add(
      module.kind, ModuleTables.name(module.name, module.kind), module.settings, bar: index,
      source: module.name,
      notes: module.report.entries.filter { $0.kind != .carried && $0.kind != .warning })
    if module.kind == .bell, ownPanel == nil { ownPanel = module.panelCommand(of: own) }
    return own
  }

  /// Gives an icon the whole height of a bar that has too little for it otherwise.
  private func fitIcon(of module: inout ModuleConversion) {
    let inset = 4.0
    guard let height, !module.isVertical, module.value("fill_inset") == nil,
      SettingsDraft.hasOption(module.path + ["fill_inset"]), let side = module.value("icon_size")?.number
    else { return }
    if side > height - 2 * inset { module.set("fill_inset", 0) }
  }

  private mutating func missing(_ name: WaybarModuleName, at place: SourcePlace) -> [String] {
    report.add(.warning, "\(name.text) has no table, so it shows nothing in Waybar either", at: place)
    return []
  }

  private mutating func unknown(_ name: WaybarModuleName, at place: SourcePlace) -> [String] {
    if let substitute = WaybarKind.substitute(for: name.kind) {
      report.add(.leftOut, "module \(name.text): \(substitute)", at: place)
    } else {
      report.add(.warning, "\"\(name.text)\" is no module of Waybar", at: place)
    }
    return []
  }

  // MARK: - Modules that become several

  /// Converts a module of sound, which may show the microphone beside the device that plays, or alone.
  private mutating func sound(
    _ name: WaybarModuleName, _ source: SourceValue, _ kind: WaybarKind, _ place: WaybarTree.Place
  ) -> [String] {
    if source["node-type"]?.string == "Audio/Source" {
      var module = conversion(name, source, .microphone)
      WaybarModuleConverter.convert(.microphone, &module)
      return [finish(module, .microphone, place)]
    }
    let format = source["format"]?.string ?? kind.format
    let parts = WaybarFormat(format).parts
    let fields = parts.compactMap { part in if case .field(let name, _) = part { name } else { nil } }
    let isAlone = fields == ["format_source"]
    let box = isAlone || !fields.contains("format_source") ? nil : sharedBox(name, place)
    var names: [String] = []
    if !isAlone {
      var module = conversion(name, source.without(["format-source", "format-source-muted"]), kind.kind)
      WaybarModuleConverter.convert(kind, &module)
      if fields.contains("format_source") {
        module.trimEnd("format")
        // A microphone that is only shown while it is muted does not stand behind it as a rule.
        if let box {
          module.set(inBox: box, before: 0)
        } else if source["format-source"]?.string != "" {
          joinEnd(of: &module, source, place)
        }
      }
      names.append(finish(module, kind, place))
    }
    guard fields.contains("format_source") else {
      if let member = source.member("format-source") {
        report.add(.approximated, "\(name.text): \"format-source\": no format shows it", at: member.place)
      }
      return names
    }
    report.add(
      .approximated, "\(name.text): {format_source} is the module microphone",
      at: source.member("format")?.place ?? source.place)
    var module = conversion(name, microphone(source, isAlone: isAlone), .microphone)
    WaybarModuleConverter.convert(.microphone, &module)
    if let box {
      module.set(inBox: box, before: space(in: parts, box))
      names.append(finish(module, .microphone, place))
      return [boxed(names, box, name)]
    }
    if !isAlone { joinStart(of: &module, isApart: source["format-source"]?.string == "", parts, place) }
    return names + [finish(module, .microphone, place)]
  }

  /// The look of a module whose least width is that of the device that plays and the microphone together; nil: it has none, or a fill
  /// of its own, which the states of each change.
  private func sharedBox(_ name: WaybarModuleName, _ place: WaybarTree.Place) -> WidgetLook? {
    guard let look = style?.tree.module(name, place), look.minWidth != nil, look.fill == nil else {
      return nil
    }
    return look
  }

  /// Makes a group of the modules of sound that have one least width, with the room around them.
  private mutating func boxed(
    _ members: [String], _ box: WidgetLook, _ name: WaybarModuleName
  ) -> String {
    let (ends, usual) = (
      style?.look.surroundings.ends ?? [3, 1], style?.look.surroundings.usualMargins ?? [0, 0]
    )
    let margins = zip(ends, usual).map { (box.margin[$0] - $1).clamped(to: -256...1024) }
    let settings: SettingsPairs = [
      ("modules", .strings(members)), ("spacing", 0),
      ("min_width", .number(min(box.minWidth ?? 0, 16384))),
      ("padding", .numbers(ends.map { (box.padding?[$0] ?? 0).clamped(to: 0...256) })),
      ("margin", .numbers(margins)),
    ]
    return addGroup(name.suffix.map { "sound-\($0)" } ?? "sound", settings, of: name)
  }

  /// Ends a module before the microphone that is in the same text in Waybar: without room behind it, and with a least width that
  /// leaves the microphone its own.
  private func joinEnd(
    of module: inout ModuleConversion, _ source: SourceValue, _ place: WaybarTree.Place
  ) {
    guard let style else { return }
    let (look, ends) = (style.tree.module(module.name, place), style.look.surroundings.ends)
    module.set("padding", .numbers([min(look.padding?[ends[0]] ?? 0, 256), 0]))
    if look.margin[ends[1]] != 0 || look.margin[ends[0]] != 0 {
      module.set("margin", .numbers([look.margin[ends[0]].clamped(to: -256...1024), 0]))
    }
    if let least = look.minWidth {
      let text = WaybarFormat.withoutMarkup(source["format-source"]?.string ?? "")
      let rest = least - width(of: " " + text, look.font)
      module.set("min_width", .number(max(rest.rounded(), 0)))
    }
  }

  /// The width of a space before the microphone in a text, in pixels.
  private func space(in parts: [WaybarFormat.Part], _ look: WidgetLook) -> Double {
    let index = parts.firstIndex { if case .field("format_source", _) = $0 { true } else { false } } ?? 0
    guard index > 0, case .literal(let text) = parts[index - 1], text.last?.isWhitespace == true else {
      return 0
    }
    return width(of: " ", look.font).rounded()
  }

  /// Begins a microphone that is in the text of the module before it in Waybar, without the spacing of the bar, and without the room
  /// behind that module if it `isApart`: behind a space if the text has one.
  private func joinStart(
    of module: inout ModuleConversion, isApart: Bool, _ parts: [WaybarFormat.Part],
    _ place: WaybarTree.Place
  ) {
    guard let style else { return }
    let (look, ends) = (style.tree.module(module.name, place), style.look.surroundings.ends)
    let space = space(in: parts, look)
    let end = min(look.padding?[ends[1]] ?? 0, 256)
    module.set("padding", .numbers([space, end]))
    let room = BarOptionsConversion.spacing(self.source) + (isApart ? end + look.margin[ends[1]] : 0)
    let margins = [-room.clamped(to: 0...256), look.margin[ends[1]].clamped(to: -256...1024)]
    if margins != [0, 0] { module.set("margin", .numbers(margins)) }
    if look.minWidth != nil { module.set("min_width", 0) }
  }

  /// The options of the microphone in a module of sound, under the names that they have for the device that plays.
  private func microphone(_ source: SourceValue, isAlone: Bool) -> SourceValue {
    let names = ["format-source": "format", "format-source-muted": "format-muted"]
    var members: [SourceValue.Member] = []
    for member in source.members {
      if let own = names[member.name] {
        members.append(SourceValue.Member(name: own, place: member.place, value: member.value))
      } else if isAlone, !member.name.hasPrefix("format") {
        members.append(member)
      }
    }
    return SourceValue(content: .object(members), place: source.place)
  }

  /// Converts a group; groups in it are replaced by their modules where groups cannot lie in one another.
  private mutating func group(
    _ name: WaybarModuleName, _ options: SourceValue?, at place: SourcePlace, _ position: WaybarTree.Place
  ) -> [String] {
    guard let options else { return missing(name, at: place) }
    let isInner = !openGroups.isEmpty
    guard !openGroups.contains(name.text), openGroups.count < 8 else { return [] }
    openGroups.append(name.text)
    defer { openGroups.removeLast() }
    let elements = options["modules"]?.elements ?? []
    var names: [String] = []
    for (index, element) in elements.enumerated() {
      guard let text = element.string else { continue }
      let inner = position.inside(
        name.id, isRevealed: options["drawer"] != nil && index > 0, index: index, count: elements.count)
      names += module(WaybarModuleName(text), at: element.place, inner)
    }
    if names.isEmpty { return [] }
    var module = conversion(name, options, .group)
    if isInner, openGroups.count > 4 {
      report.add(.leftOut, "\(name.text): a group in a group; its modules are in the outer one", at: place)
      return names
    }
    // In Waybar, the spacing of the bar does not apply to the modules of a group.
    if names.count > 1, BarOptionsConversion.spacing(source) > 0 {
      module.set("spacing", 0)
    }
    GroupModules.convert(&module, names)
    return [finish(module, nil, position)]
  }
}

extension ModuleConversion {
  /// Removes the room around a module in a group that has this room; `before` is the room that is left before it, in pixels.
  fileprivate mutating func set(inBox box: WidgetLook, before: Double) {
    set("padding", .pair([before, 0]))
    set("min_width", 0)
    if box.margin.contains(where: { $0 != 0 }) { set("margin", 0) }
  }
}

extension ModuleConversion {
  /// The command that performs the gesture by which the module `name` opens its panel; nil: no gesture does.
  fileprivate func panelCommand(of name: String) -> String? {
    let gesture = ModuleGesture.allCases.lazy.filter { !$0.isPassive }.first { gesture in
      guard let own = value("on", gesture.rawValue) else {
        // An alternate format takes the click of an action that is not set.
        return kind.summary.gestures[gesture] == ActionSummary.panel && value("format_alt") == nil
      }
      return own.string == ActionSummary.panel
    }
    guard let gesture else { return nil }
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    let word = isPlain ? name : "'\(name.replacingAll("'", with: "'\\''"))'"
    return "hyaline bar activate \(word)" + (gesture == .click ? "" : " \(gesture.rawValue)")
  }
}

extension ModuleKind {
  /// Whether modules of the kind always have a name of their own.
  var isNamed: Bool { [.text, .script, .image, .group].contains(self) }
}
