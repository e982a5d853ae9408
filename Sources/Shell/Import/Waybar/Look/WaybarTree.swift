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
    if inner.radii.contains(where: { $0 > 0 }) { look.radii = inner.radii }
    if look.lines.allSatisfy({ $0 == nil }) { look.lines = inner.lines }
    return look
  }

  func zone(_ name: String) -> WidgetLook { look([window, box, zone(name)]) }

  /// A place of a module in the bar.
  struct Place: Hashable {
    var zone: String
    var index = 0
    var count = 1
    /// The identifiers of the group that contains the module; nil: none does.
    var group: String?
  }

  /// The path to a module.
  private func path(_ name: WaybarModuleName, _ place: Place, classes: Set<String>) -> [StyleNode] {
    var path = [window, box, zone(place.zone)]
    if let group = place.group {
      path += [StyleNode("widget"), StyleNode("box", id: group, classes: ["module", "horizontal"])]
    }
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

  /// The look of a module itself.
  func module(
    _ name: WaybarModuleName, _ place: Place, classes: Set<String> = [], states: Set<String> = []
  ) -> WidgetLook {
    var path = path(name, place, classes: classes)
    path[path.count - 1].states = states
    let style = sheet.style(of: path)
    guard name.id == "window" else { return WidgetLook(style, text: style) }
    return WidgetLook(style, text: sheet.style(of: path + [StyleNode("label")]))
  }

  /// The look of an item of a module, such as the button of a workspace.
  func item(
    _ name: WaybarModuleName, _ place: Place, classes: Set<String> = [], states: Set<String> = [],
    index: Int? = nil
  ) -> WidgetLook {
    let element = Self.itemElements[name.id] ?? "button"
    var item = StyleNode(element, classes: classes, states: states, index: index)
    if name.id == "privacy" { item.id = "privacy-item" }
    let path = path(name, place, classes: []) + [item]
    let style = sheet.style(of: path)
    guard element == "button" else { return WidgetLook(style, text: style) }
    var look = WidgetLook(style, text: sheet.style(of: path + [StyleNode("label")]))
    // GTK's own style sheet gives buttons these.
    if look.padding == nil { look.padding = [4, 9, 4, 9] }
    if look.minHeight == nil { look.minHeight = 24 }
    return look
  }

  /// The classes that selectors give to a module beside that of its name, with the places of the first rules.
  func classes(of name: WaybarModuleName) -> [String: SourcePlace] {
    var found: [String: SourcePlace] = [:]
    for rule in sheet.rules {
      for compound in rule.selectors.flatMap(\.compounds) where compound.ids.contains(name.id) {
        for own in compound.classes where found[own] == nil && !name.classes.contains(own) {
          found[own] = rule.place
        }
      }
    }
    return found
  }

  /// The classes that selectors give to the items of a module.
  func itemClasses(of name: WaybarModuleName) -> [String: SourcePlace] {
    var found: [String: SourcePlace] = [:]
    for rule in sheet.rules {
      for selector in rule.selectors where selector.compounds.contains(where: { $0.ids.contains(name.id) }) {
        for own in selector.subject.classes where found[own] == nil { found[own] = rule.place }
      }
    }
    return found
  }

  /// Whether a selector names items of a module by their places.
  func hasPlaces(of name: WaybarModuleName) -> Bool {
    sheet.rules.flatMap(\.selectors).contains { selector in
      !selector.subject.places.isEmpty && selector.compounds.contains { $0.ids.contains(name.id) }
    }
  }

  /// Whether a rule for a module with one class does not hold if it has another class too.
  func isExcluded(_ name: WaybarModuleName, _ one: String, by other: String) -> Bool {
    sheet.rules.flatMap(\.selectors).contains { selector in
      selector.subject.ids.contains(name.id) && selector.subject.classes.contains(one)
        && selector.subject.negated.contains { $0.classes == [other] }
    }
  }
}
