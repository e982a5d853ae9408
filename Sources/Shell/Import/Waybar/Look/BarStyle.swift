import Settings

/// The look of a bar of Waybar and of its parts.
struct BarStyle {
  let tree: WaybarTree
  let look: WaybarLook
  /// Whether the bar has no fill of its own, but zones or modules have.
  var hasIslands: Bool { glass != "bar" }

  private let bar: WidgetLook
  private let zones: [WidgetLook]
  private let modules: [WidgetLook]
  /// Whether modules have round corners at one end alone, as pieces that touch have them.
  private let isJoined: Bool
  /// The fill of the zones on a bar with a fill of its own; nil: they have none.
  private let zoneFill: SIMD4<Double>?
  /// The value of `bar.glass`.
  private let glass: String
  /// Whether nothing but texts is seen of the bar.
  private let isBare: Bool
  private let edge: String
  private let spacing: Double
  /// Whether the bar is at the upper or lower edge of the screen.
  private var isLevel: Bool { edge == "top" || edge == "bottom" }
  /// The height of a line of text in the font of the bar, as far as it is known without a measurement.
  private var textHeight: Double { (bar.font.size * 1.25).rounded(.up) }
  /// The usual margins before and after islands.
  private let usualMargins: [Double]
  private let states: [(state: BarStates.State, look: WidgetLook)]
  /// The distances of islands from the long sides of the bar, which become margins of the bar.
  private let insets: (top: Double, bottom: Double)

  /// The height that the modules need.
  private let needed: Double

  /// Finds the looks; `lineHeight` returns the height of a line with a text in a font, in pixels.
  init(_ source: SourceValue, _ sheet: StyleSheet, lineHeight: (String, LookFont) -> Double) {
    edge = BarOptionsConversion.edge(source)
    let names = ["name", "id"].compactMap { source[$0]?.string }
    let tree = WaybarTree(sheet, edge: edge, classes: Set(names))
    self.tree = tree
    bar = tree.bar
    states = BarStates(source, sheet, own: Set(names)).all.map { ($0, tree.adding($0.classes).bar) }
    zones = WaybarTree.zones.map { tree.zone($0) }
    modules = Self.modules(source, tree)
    isJoined = Self.isJoined(source, tree)
    spacing = BarOptionsConversion.spacing(source)
    let isClear = bar.fill == nil
    let hasZones = zones.contains { $0.fill != nil }
    let hasModules = modules.contains { $0.fill != nil }
    glass = !isClear ? "bar" : hasZones ? "zones" : hasModules ? "modules" : "bar"
    isBare = isClear && glass == "bar" && bar.lines.allSatisfy { $0 == nil }
    let ownFill = glass == "bar" ? Self.zoneFill(source, zones) : nil
    zoneFill = ownFill == bar.fill ? nil : ownFill
    insets = Self.insets(glass, zones, modules, tree)
    needed = Self.needed(source, tree, lineHeight)
    usualMargins =
      glass == "modules" ? Self.usualMargins(modules, isLevel: edge == "top" || edge == "bottom") : [0, 0]
    let tint = Self.tint(glass, bar, zones, modules)
    let texts = Self.texts(source, tree)
    // Texts on a fill of their own have their ink in any case.
    let inks = texts.filter { $0.fill == nil || $0.fill == tint }.compactMap(\.ink)
    look = WaybarLook(
      tree: tree,
      surroundings: LookSettings.Surroundings(
        ink: bar.ink.map { Self.usual(inks, $0) } ?? Self.mostFrequent(modules.compactMap(\.ink)),
        fills: tint.map { [$0] } ?? [],
        font: Self.usual(texts.map(\.font), bar.font), radius: Self.radius(zoneFill == nil ? modules : zones),
        underlines: Self.underlines(edge),
        ends: edge == "top" || edge == "bottom" ? [3, 1] : [0, 2], hasIslands: glass == "modules",
        usualMargins: usualMargins, isOnColour: zoneFill != nil,
        inset: Self.fillInset(source, tree, moved: insets.top + insets.bottom)),
      knownClasses: Self.classes(source))
  }

  /// A module of a bar and its place.
  private typealias Placed = (name: WaybarModuleName, place: WaybarTree.Place)

  /// The modules that the zones name.
  private static func placed(_ source: SourceValue) -> [Placed] {
    WaybarTree.zones.flatMap { zone in
      (source["modules-\(zone)"]?.elements ?? []).compactMap(\.string).map {
        (name: WaybarModuleName($0), place: WaybarTree.Place(zone: zone))
      }
    }
  }

  /// The modules of a bar with those of groups in place of the groups, as far as these have modules.
  private static func leaves(_ source: SourceValue) -> [Placed] {
    func leaves(_ group: Placed, depth: Int) -> [Placed] {
      let options = source[group.name.text]
      guard group.name.own("group/") != nil, depth < 4, let modules = options?["modules"] else {
        return [group]
      }
      let names = (modules.elements ?? []).compactMap(\.string).map { WaybarModuleName($0) }
      return names.enumerated().flatMap { index, name in
        let isRevealed = options?["drawer"] != nil && index > 0
        let place = group.place.inside(group.name.id, isRevealed: isRevealed)
        return leaves((name: name, place: place), depth: depth + 1)
      }
    }
    return placed(source).flatMap { leaves($0, depth: 0) }
  }

  /// The looks of the modules that the zones name, and of the items of those that have such.
  private static func modules(_ source: SourceValue, _ tree: WaybarTree) -> [WidgetLook] {
    placed(source).map { name, place in
      let look = tree.module(name, place)
      guard ["workspaces", "taskbar"].contains(name.id) else { return look }
      var item = tree.item(name, place)
      if let fill = look.fill { (item.fill, item.radii, item.margin) = (fill, look.radii, look.margin) }
      return item
    }
  }

  /// The looks of all modules with texts, also of those in groups.
  private static func texts(_ source: SourceValue, _ tree: WaybarTree) -> [WidgetLook] {
    leaves(source).filter { $0.name.own("group/") == nil }.map { name, place in
      ["workspaces", "taskbar"].contains(name.id) ? tree.item(name, place) : tree.module(name, place)
    }
  }

  /// The value that most modules have, so that few need one of their own; that of the bar if no two modules have another one.
  private static func usual<Value: Hashable>(_ values: [Value], _ own: Value) -> Value {
    guard let value = mostFrequent(values), values.count(where: { $0 == value }) > 1 else { return own }
    return values.count { $0 == own } < values.count { $0 == value } ? value : own
  }

  /// Whether a module of the zones that is no blank text has a fill with corners that differ.
  private static func isJoined(_ source: SourceValue, _ tree: WaybarTree) -> Bool {
    placed(source).contains { name, place in
      let isCap = name.own("custom/") != nil && source[name.text].map(CustomModules.kind) == .spacer
      let look = tree.module(name, place)
      return !isCap && look.fill != nil && Set(look.radii).count > 1
    }
  }

  private static func underlines(_ edge: String) -> [Int] {
    switch edge {
    case "bottom": [0, 2]
    case "left": [1, 3]
    case "right": [3, 1]
    default: [2, 0]
    }
  }

  /// The fill that all zones with modules have; nil: they differ, or have none.
  private static func zoneFill(_ source: SourceValue, _ zones: [WidgetLook]) -> SIMD4<Double>? {
    let shown = zip(WaybarTree.zones, zones).filter { source["modules-\($0.0)"]?.elements?.isEmpty == false }
    guard let fill = shown.first?.1.fill, shown.allSatisfy({ $0.1.fill == fill }) else { return nil }
    return fill
  }

  /// The ends of the names of modules, and the names of their states.
  private static func classes(_ source: SourceValue) -> Set<String> {
    var names: Set<String> = []
    for member in source.members {
      if let suffix = WaybarModuleName(member.name).suffix { names.insert(suffix) }
      for state in member.value["states"]?.members ?? [] { names.insert(state.name) }
    }
    return names
  }

  /// The usual margins of islands above and below.
  private static func insets(
    _ glass: String, _ zones: [WidgetLook], _ modules: [WidgetLook], _ tree: WaybarTree
  ) -> (top: Double, bottom: Double) {
    let islands = (glass == "zones" ? zones : glass == "modules" ? modules : []).filter { $0.fill != nil }
    guard !islands.isEmpty else { return (0, 0) }
    func inset(_ side: Int) -> Double {
      let own = islands.map { max($0.margin[side], 0) }.sorted()[islands.count / 2]
      return own + tree.inset(BoxParts.sides[side], of: "center", within: glass == "modules")
    }
    return (inset(0), inset(2))
  }

  /// The distance between a long side of the bar and the fill of a module without margins: that in Waybar, less the part that became
  /// margins of the bar; negative if that part is larger.
  private static func fillInset(_ source: SourceValue, _ tree: WaybarTree, moved: Double) -> Double {
    let sides = BarOptionsConversion.isVertical(source) ? ["left", "right"] : ["top", "bottom"]
    let zones = WaybarTree.zones.filter { source["modules-\($0)"]?.elements?.isEmpty == false }
    let insets = zones.map { zone in sides.reduce(0) { $0 + tree.inset($1, of: zone, within: true) } }
    return ((insets.max() ?? moved) - moved) / 2
  }

  /// The height that the highest module needs.
  private static func needed(
    _ source: SourceValue, _ tree: WaybarTree, _ lineHeight: (String, LookFont) -> Double
  ) -> Double {
    leaves(source).map { name, place in
      let options = source[name.text]
      let lines = (options?["format"]?.string ?? "").count { $0 == "\n" } + 1
      let icon = ["tray", "taskbar"].contains(name.id) ? options?["icon-size"]?.number ?? 16 : 0
      return tree.height(name, place) { font in
        name.id == "tray" ? icon : max(lineHeight(letters(options), font) * Double(lines), icon)
      }
    }.reduce(0, max)
  }

  /// High and low letters, and the characters of a module's texts that other fonts may have, which can be higher.
  private static func letters(_ options: SourceValue?) -> String {
    var texts = [options?["format"]?.string].compactMap(\.self)
    for icons in ["format-icons", "window-rewrite", "window-rewrite-default"].compactMap({ options?[$0] }) {
      texts += ([icons] + (icons.elements ?? []) + icons.members.map(\.value)).compactMap(\.string)
    }
    let others = texts.flatMap { WaybarFormat.withoutMarkup($0).filter { !$0.isASCII } }
    return "Ag" + String(others.prefix(64))
  }

  /// The colour of the glass: the fill of the bar, or the most frequent one of zones or modules.
  private static func tint(
    _ glass: String, _ bar: WidgetLook, _ zones: [WidgetLook], _ modules: [WidgetLook]
  ) -> SIMD4<Double>? {
    switch glass {
    case "zones": mostFrequent(zones.compactMap(\.fill))
    case "modules": mostFrequent(modules.compactMap(\.fill))
    default: bar.fill
    }
  }

  private static func mostFrequent<Value: Hashable>(_ values: [Value]) -> Value? {
    var counts: [Value: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    return values.first { counts[$0] == counts.values.max() }
  }

  private static func radius(_ modules: [WidgetLook]) -> Double {
    min(mostFrequent(modules.filter { $0.fill != nil }.map { $0.radii.max() ?? 0 }) ?? 0, 256)
  }

  // MARK: - Writing

  /// Writes the look of the bar.
  func write(
    into draft: inout SettingsDraft, _ path: [String], index: Int, options: inout BarOptionsConversion
  ) {
    writeSize(into: &draft, path, &options)
    draft.set(path + ["font"], .string(look.surroundings.font.name))
    draft.set(path + ["pill_radius"], .number(look.surroundings.radius))
    if let zoneFill { draft.set(path + ["zone_fill"], .colour(zoneFill)) }
    if isBare { draft.set(path + ["glass"], .string("none")) }
    if glass == "bar" {
      draft.set(path + ["corner_radius"], .number(min((bar.radii.max() ?? 0).rounded(), 256)))
    } else {
      writeIslands(into: &draft, path)
    }
    draft.set(path + ["end_padding"], .number(glass == "bar" ? min(endPadding, 256) : 0))
    draft.set(path + ["spacing"], .number(min(glass == "modules" ? distance : spacing, 256)))
    moveMargins(into: &draft, path)
    writeMaterial(into: &draft, path, index: index, options: &options)
    writeStates(into: &draft, path, index: index, options: &options)
  }

  /// The greater distance between an end of the bar and its first module: that of the boxes around the module.
  private var endPadding: Double {
    let sides = isLevel ? ["left", "right"] : ["top", "bottom"]
    let ends = zip(sides, ["left", "right"]).map { side, zone in
      // A margin of the box with the fill is one of the bar.
      let own = BoxParts.sides.firstIndex(of: side).map { bar.margin[$0] } ?? 0
      return tree.inset(side, of: zone, within: true) - max(own, 0)
    }
    return max(ends.max() ?? 0, 0)
  }

  /// Adds the margins that the box with the bar's fill has in its window to those of the bar, which is thinner by them.
  private func moveMargins(into draft: inout SettingsDraft, _ path: [String]) {
    for (side, name) in BoxParts.sides.enumerated() where bar.margin[side] > 0 {
      let own = draft.value(path + ["margin_\(name)"])?.number ?? 0
      draft.set(path + ["margin_\(name)"], .number(min(own + bar.margin[side].rounded(), 4096)))
    }
    let thickness = isLevel ? bar.margin[0] + bar.margin[2] : bar.margin[1] + bar.margin[3]
    guard thickness > 0, let height = draft.value(path + ["height"])?.number else { return }
    let rest = height - thickness.rounded()
    if rest >= textHeight { draft.set(path + ["height"], .number(rest)) }
  }

  /// Writes the height that the text, its padding and its margins need, if the height of the bar is less or none.
  private func writeSize(
    into draft: inout SettingsDraft, _ path: [String], _ options: inout BarOptionsConversion
  ) {
    guard isLevel else { return }
    let least = min(max(needed, textHeight), 512).rounded(.up)
    if let height = draft.value(path + ["height"])?.number {
      if height < least {
        draft.set(path + ["height"], .number(least))
        options.approximate("height", "the text needs \(Int(least))")
      }
    } else {
      draft.set(path + ["height"], .number(least))
      options.approximate("height", "automatic; it was computed from the font and the paddings")
    }
  }

  private func writeIslands(into draft: inout SettingsDraft, _ path: [String]) {
    draft.set(path + ["glass"], .string(glass))
    let looks = glass == "zones" ? zones : modules
    let radius = looks.filter { $0.fill != nil }.flatMap(\.radii).max() ?? 0
    draft.set(path + ["island_radius"], .number(min(radius, 256)))
    draft.set(path + ["island_padding"], .number(glass == "zones" ? min(islandPadding, 256) : 0))
    if glass == "modules" {
      draft.set(path + ["island_gap"], .number(min(distance, 256)))
      // Pieces that touch, of which the outer ones alone have round corners, are one island.
      if distance == 0, isJoined { draft.set(path + ["merge"], .number(min(max(radius, 8), 64))) }
    }
    moveInsets(into: &draft, path)
    moveEnds(into: &draft, path)
  }

  /// The distance between an end of an island that is a zone and the modules in it. The border is a part of the island.
  private var islandPadding: Double {
    let paddings = zones.flatMap { zone in
      look.surroundings.ends.map { (zone.padding?[$0] ?? 0) + (zone.lines[$0]?.width ?? 0) }
    }
    return paddings.max() ?? 0
  }

  /// Makes the bar as high as its islands, with the rest of the height as margins.
  private func moveInsets(into draft: inout SettingsDraft, _ path: [String]) {
    guard let height = draft.value(path + ["height"])?.number, isLevel else { return }
    let rest = (height - insets.top - insets.bottom).rounded()
    guard insets.top + insets.bottom > 0, rest >= textHeight else { return }
    draft.set(path + ["height"], .number(rest))
    for (key, inset) in [("margin_top", insets.top), ("margin_bottom", insets.bottom)] {
      let own = draft.value(path + [key])?.number ?? 0
      draft.set(path + [key], .number(inset.rounded() + own))
    }
  }

  /// The usual distance between two islands.
  private var distance: Double { max(spacing + usualMargins[0] + usualMargins[1], 0) }

  private static func usualMargins(_ modules: [WidgetLook], isLevel: Bool) -> [Double] {
    (isLevel ? [3, 1] : [0, 2]).map { side in
      let margins = modules.map { max($0.margin[side], 0) }.sorted()
      return margins.isEmpty ? 0 : margins[margins.count / 2]
    }
  }

  /// Adds the room before the first and after the last island to the margins of the bar, of which nothing else is seen.
  private func moveEnds(into draft: inout SettingsDraft, _ path: [String]) {
    let sides = isLevel ? ["left", "right"] : ["top", "bottom"]
    for ((side, zone), usual) in zip(zip(sides, ["left", "right"]), usualMargins) {
      let key = path + ["margin_\(side)"]
      var own = usual
      if glass == "zones", let place = BoxParts.sides.firstIndex(of: side) {
        own = max(tree.zone(zone).margin[place], 0)
      }
      let margin = (tree.inset(side, of: zone, within: glass == "modules") + own).rounded()
      guard margin > 0 else { continue }
      draft.set(key, .number(min((draft.value(key)?.number ?? 0) + margin, 4096)))
    }
  }

  private func writeMaterial(
    into draft: inout SettingsDraft, _ path: [String], index: Int, options: inout BarOptionsConversion
  ) {
    let tint = look.surroundings.fills.first
    let ink = look.surroundings.ink
    let isDark = BarMaterial.isDark(tint, ink: ink)
    if index == 0 { draft.set(["appearance"], .string(isDark ? "dark" : "light")) }
    guard tint != nil || ink != nil else { return }
    if isBare {
      options.addStyle(
        .approximated, "texts on no background lie on a shade that keeps them legible",
        at: tree.place(ofBar: "background-color"))
      if let ink { draft.set(path + ["ink"], .colour(ink)) }
      return
    }
    if tint == nil {
      options.addStyle(
        .approximated, "the bar has no background; clear glass takes its place",
        at: tree.place(ofBar: "background-color"))
    }
    let material = BarMaterial.entries(fill: tint, ink: ink, line: frame(&options))
    draft.set(path + ["material"], .string(Self.add(material, into: &draft, index: index)))
    writeLine(into: &draft, path)
  }

  /// The only line at a side of a bar that is one sheet, by its place in `BoxParts.sides`; nil: there is none.
  private var lineSide: Int? {
    let sides = bar.lines.indices.filter { bar.lines[$0] != nil }
    return glass == "bar" && sides.count == 1 ? sides[0] : nil
  }

  /// Writes the line at one side of the bar.
  private func writeLine(into draft: inout SettingsDraft, _ path: [String]) {
    guard let side = lineSide, let line = bar.lines[side] else { return }
    draft.set(path + ["underline_width"], .number(min(line.width, 32)))
    draft.set(path + ["underline_color"], .colour(line.colour))
    let edge = LookSettings.edge(side, look.surroundings)
    if edge != "inner" { draft.set(path + ["underline_edge"], .string(edge)) }
  }

  /// Writes the looks that the bar has by its windows, as far as they differ from its usual one.
  private func writeStates(
    into draft: inout SettingsDraft, _ path: [String], index: Int, options: inout BarOptionsConversion
  ) {
    for (state, look) in states {
      var own = look
      if own.ink == bar.ink { own.ink = self.look.surroundings.ink }
      if own.isHidden {
        options.addStyle(
          .leftOut, "the bar does not hide in the state \(state.name)",
          at: tree.adding(state.classes).place(ofBar: "opacity"))
        continue
      }
      let table = path + ["states", state.name]
      var settings: SettingsPairs = []
      if look.fill != bar.fill || look.ink != bar.ink
        || BarMaterial.frame(own.lines) != BarMaterial.frame(bar.lines)
      {
        let name = "waybar\(index == 0 ? "" : "\(index + 1)")-\(state.name)"
        let material = BarMaterial.entries(
          fill: own.fill, ink: own.ink, line: BarMaterial.frame(own.lines))
        for entry in material { draft.set(["materials", name, entry.key], entry.value) }
        settings["material"] = .string(name)
        if glass != "bar" || isBare, own.fill != nil { settings["glass"] = "bar" }
      }
      let radius = own.radii.max() ?? 0
      if radius != bar.radii.max() {
        settings["corner_radius"] = .number(min(radius.rounded(), 256))
      }
      for (side, name) in BoxParts.sides.enumerated() where own.margin[side] != bar.margin[side] {
        let margin = draft.value(path + ["margin_\(name)"])?.number ?? 0
        let whole = margin + (own.margin[side] - bar.margin[side]).rounded()
        settings["margin_\(name)"] = .number(whole.clamped(to: 0...4096))
      }
      if settings.isEmpty { continue }
      draft.set(table + ["when"], .table(state.when))
      for entry in settings { draft.set(table + [entry.key], entry.value) }
    }
  }

  /// Writes a material, unless that of another bar is the same; returns its name.
  private static func add(
    _ material: SettingsPairs, into draft: inout SettingsDraft, index: Int
  ) -> String {
    let names = (0...index).map { $0 == 0 ? "waybar" : "waybar\($0 + 1)" }
    let known = names.dropLast().first { name in
      draft.keys(["materials", name]) == material.map(\.key)
        && material.allSatisfy { draft.value(["materials", name, $0.key]) == $0.value }
    }
    if let known { return known }
    for entry in material { draft.set(["materials", names[index], entry.key], entry.value) }
    return names[index]
  }

  /// The line along the edge of the glass; nil: there is none that is the same at all sides.
  private func frame(_ options: inout BarOptionsConversion) -> WidgetLook.Line? {
    let source = glass == "zones" ? zones.first { $0.fill != nil } ?? bar : bar
    let line = BarMaterial.frame(source.lines)
    if line == nil, lineSide == nil, source.lines.contains(where: { $0 != nil }) {
      options.addStyle(
        .approximated, "a border that differs between the sides is left out",
        at: BoxParts.sides.lazy.compactMap { tree.place(ofBar: "border-\($0)-width") }.first)
    }
    return line
  }
}
