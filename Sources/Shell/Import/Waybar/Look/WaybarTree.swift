/// The widgets of one bar of Waybar, as its style sheet sees them.
struct WaybarTree {
  private let sheet: StyleSheet
  private var window: StyleNode
  private let isVertical: Bool

  /// Makes the widgets of a bar at an edge; `classes` are those of the window besides.
  init(_ sheet: StyleSheet, edge: String, classes: Set<String>) {
    self.sheet = sheet
    window = StyleNode("window", id: "waybar", classes: classes.union([edge]))
    isVertical = edge == "left" || edge == "right"
  }

  /// The widgets while the window has more classes.
  func adding(_ classes: Set<String>) -> WaybarTree {
    var copy = self
    copy.window.classes.formUnion(classes)
    return copy
  }

  private var box: StyleNode {
    StyleNode("box", classes: [isVertical ? "vertical" : "horizontal"], index: 0, count: 1)
  }

  /// The zones by Waybar's names.
  static let zones = ["left", "center", "right"]

  private func zone(_ name: String) -> StyleNode {
    StyleNode("box", classes: ["modules-\(name)", isVertical ? "vertical" : "horizontal"])
  }

  private func look(_ path: [StyleNode]) -> WidgetLook {
    let style = sheet.style(of: path)
    return WidgetLook(style, text: style)
  }

  /// The look of the whole bar: that of the window, with the fill and the text of the box in it, if that has its own.
  var bar: WidgetLook {
    var look = look([window])
    let inner = self.look([window, box])
    // GTK ignores margins of windows, but those of the box in it are around the fill of the box.
    look.margin = look.fill == nil && inner.fill != nil ? inner.margin.map { max($0, 0) } : [0, 0, 0, 0]
    look.fill = inner.fill ?? look.fill
    look.ink = inner.ink ?? look.ink
    look.font = inner.font
    let hasInnerLines = look.lines.allSatisfy { $0 == nil } && inner.lines.contains { $0 != nil }
    if hasInnerLines { look.lines = inner.lines }
    // The corners of a box with neither a fill nor a line are not seen.
    if inner.fill != nil || hasInnerLines, inner.radii.contains(where: { $0 > 0 }) {
      look.radii = inner.radii
    }
    return look
  }

  /// The place of the declaration that gives the bar a property; nil: there is none.
  func place(ofBar property: String) -> SourcePlace? {
    [[window, box], [window]].lazy.compactMap { path in
      sheet.style(of: path).declarations[property]?.place
    }.first
  }

  /// The place of the declaration that gives a module a line; nil: it has none.
  func linePlace(_ name: WaybarModuleName, _ place: Place) -> SourcePlace? {
    let style = sheet.style(of: path(name, place, classes: []))
    return BoxParts.sides.lazy.filter { style.borderWidth($0) > 0 }.compactMap {
      style.declarations["border-\($0)-width"]?.place
    }.first
  }

  func zone(_ name: String) -> WidgetLook { look([window, box, zone(name)]) }

  /// A place of a module in the bar.
  struct Place: Hashable {
    var zone: String
    var index = 0
    var count = 1
    /// The widgets of the groups that contain the module, from the outermost box to the box around the module.
    var groups: [StyleNode] = []

    /// The place of a module in a group at this place; `isRevealed` tells whether the drawer of the group has to open for it.
    func inside(_ group: String, isRevealed: Bool, index: Int = 0, count: Int = 1) -> Place {
      var place = Place(zone: zone, index: index, count: count, groups: groups)
      place.groups += [StyleNode("widget"), StyleNode("box", id: group, classes: ["module", "horizontal"])]
      if isRevealed { place.groups += [StyleNode("revealer"), StyleNode("box", classes: ["horizontal"])] }
      return place
    }
  }

  /// The path to a module.
  private func path(_ name: WaybarModuleName, _ place: Place, classes: Set<String>) -> [StyleNode] {
    var path = [window, box, zone(place.zone)] + place.groups
    path.append(StyleNode("widget", index: place.index, count: place.count))
    let isBox = WaybarTree.itemElements[name.id] != nil || name.own("group/") != nil
    var own = name.classes.union(classes).union(["module"])
    if isBox { own.insert(isVertical ? "vertical" : "horizontal") }
    return path + [StyleNode(isBox ? "box" : "label", id: name.id, classes: own)]
  }

  /// The elements of items, for the modules that have such.
  static let itemElements = [
    "workspaces": "button", "taskbar": "button", "tray": "widget", "privacy": "box",
    "keyboard-state": "label",
    "image": "image", "window": "label",
  ]

  /// The classes that GTK gives to the items of a module: buttons with a text alone have one, and those with a box in them none.
  private static func classesOfItems(_ name: WaybarModuleName) -> Set<String> {
    ["sway/workspaces", "niri/workspaces"].contains(name.kind) ? ["text-button"] : []
  }

  /// The look of a module itself.
  func module(
    _ name: WaybarModuleName, _ place: Place, classes: Set<String> = [], states: Set<String> = []
  ) -> WidgetLook {
    var path = path(name, place, classes: classes)
    path[path.count - 1].states = states
    let style = sheet.style(of: path)
    guard name.id == "window" else { return WidgetLook(style, text: style) }
    let label = path + [StyleNode("label")]
    var look = WidgetLook(style, text: sheet.style(of: label))
    let room = room(label, behind: path.count)
    if look.padding != nil || room != [0, 0, 0, 0] {
      look.padding = zip(look.padding ?? [0, 0, 0, 0], room).map(+)
    }
    return look
  }

  /// The room that the widgets of a path behind the first `count` of them have around the text, at each side, in pixels.
  private func room(_ path: [StyleNode], behind count: Int) -> [Double] {
    (count..<path.count).reduce([0, 0, 0, 0]) { sums, end in
      let theme = ThemeBox(path[end], sheet.style(of: Array(path[...end])))
      return zip(sums, BoxParts.sides).map { $0 + theme.room($1) }
    }
  }

  /// The widgets in the button of an item: a label, which may be in a box beside a picture.
  private static func content(of name: WaybarModuleName) -> [StyleNode] {
    (classesOfItems(name).isEmpty ? [StyleNode("box", classes: ["horizontal"])] : []) + [StyleNode("label")]
  }

  /// The look of an item of a module, such as the button of a workspace.
  func item(
    _ name: WaybarModuleName, _ place: Place, classes: Set<String> = [], states: Set<String> = [],
    index: Int? = nil
  ) -> WidgetLook {
    let element = Self.itemElements[name.id] ?? "button"
    var item = StyleNode(
      element, classes: classes.union(Self.classesOfItems(name)), states: states, index: index)
    if name.id == "privacy" { item.id = "privacy-item" }
    let path = path(name, place, classes: []) + [item]
    let style = sheet.style(of: path)
    guard element == "button" else { return WidgetLook(style, text: style) }
    let label = path + Self.content(of: name)
    var look = WidgetLook(style, text: sheet.style(of: label))
    let (theme, room) = (ThemeBox(path[path.count - 1], style), room(label, behind: path.count))
    look.padding = zip(BoxParts.sides, room).map { theme.padding($0) + theme.border($0) + $1 }
    // The least width of a button is that of its label with the room around the text.
    let least = theme.minWidth - (isVertical ? room[0] + room[2] : room[1] + room[3])
    look.minWidth = least > 0 ? least : nil
    return look
  }

  /// The length of the trough of a slider; nil: no rule sets it.
  func sliderLength(_ name: WaybarModuleName, _ place: Place) -> Double? {
    var path = path(name, place, classes: [])
    let scale = StyleNode(
      "scale", id: name.id,
      classes: path[path.count - 1].classes.union([isVertical ? "vertical" : "horizontal"]))
    path[path.count - 1] = scale
    let key = isVertical ? "min-height" : "min-width"
    let lengths = [path, path + [StyleNode("contents"), StyleNode("trough")]].compactMap {
      sheet.style(of: $0).boxLength(key)
    }
    return lengths.max().flatMap { $0 > 0 ? $0 : nil }
  }

  /// The height that a module needs in the bar: its text with all that is above and below it up to the window.
  func height(
    _ name: WaybarModuleName, _ place: Place, _ content: (LookFont) -> Double
  ) -> Double {
    var path = path(name, place, classes: [])
    if let element = Self.itemElements[name.id], name.id != "tray" {
      path.append(StyleNode(element, classes: Self.classesOfItems(name), index: 0))
      if element == "button" { path += Self.content(of: name) }
    }
    var height = content(LookFont(sheet.style(of: path)))
    // The widgets that take input in Waybar, and those that open drawers, have no boxes that a style sheet could change.
    for end in path.indices.dropFirst().reversed() where !["widget", "revealer"].contains(path[end].element) {
      let style = sheet.style(of: Array(path[...end]))
      let theme = ThemeBox(path[end], style)
      height = max(height, theme.minHeight)
      for side in ["top", "bottom"] {
        height += theme.padding(side) + theme.border(side) + (style.boxLength("margin-\(side)") ?? 0)
      }
    }
    return height
  }

  /// The distance between a long side of the window and the zones in it; with `isZone`, that and the one to the modules in a zone.
  func inset(_ side: String, of zone: String, within isZone: Bool) -> Double {
    let path = [window, box, self.zone(zone)]
    return path.indices[1...(isZone ? 2 : 1)].reduce(0) { sum, end in
      sum + ThemeBox(path[end], sheet.style(of: Array(path[...end]))).room(side)
    }
  }

  /// The classes that selectors give to a module beside that of its name, with the places of the first rules.
  func classes(of name: WaybarModuleName) -> [String: SourcePlace] {
    var found: [String: SourcePlace] = [:]
    for (selector, place) in sheet.selectors(naming: name.id) {
      for compound in selector.compounds where compound.ids.contains(name.id) {
        for own in compound.classes where found[own] == nil && !name.classes.contains(own) {
          found[own] = place
        }
      }
    }
    return found
  }

  /// The classes that selectors give to the items of a module.
  func itemClasses(of name: WaybarModuleName) -> [String: SourcePlace] {
    var found: [String: SourcePlace] = [:]
    for (selector, place) in sheet.selectors(naming: name.id) {
      for own in selector.subject.classes where found[own] == nil { found[own] = place }
    }
    return found
  }

  /// Whether a selector names items of a module by their places.
  func hasPlaces(of name: WaybarModuleName) -> Bool {
    sheet.selectors(naming: name.id).contains { !$0.selector.subject.places.isEmpty }
  }

  /// Whether a rule for a module with one class does not hold if it has another class too.
  func isExcluded(_ name: WaybarModuleName, _ one: String, by other: String) -> Bool {
    sheet.selectors(naming: name.id).contains { entry in
      let subject = entry.selector.subject
      return subject.ids.contains(name.id) && subject.classes.contains(one)
        && subject.negated.contains { $0.classes == [other] }
    }
  }
}
