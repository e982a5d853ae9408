/// Finds what a style sheet has that no setting can have, for one line each.
struct StyleLosses {
  private let sheet: StyleSheet
  /// The classes of the window that do not tell of its content, among them the names of bars.
  private let fixed: Set<String>
  private var report = ImportReport()
  private var told: Set<String> = []

  private static let properties: [(properties: Set<String>, text: String)] = [
    (["-gtk-icon-effect"], "effects on icons of the tray"),
    (["text-shadow"], "shadows of text"),
    (["letter-spacing"], "spacing of letters"),
    (["transition", "transition-property"], "transitions; changes of states are animated by themselves"),
  ]

  /// The properties that the conversion reads or another line is about; those with more words behind a hyphen too.
  private static let known = [
    "all", "color", "opacity", "box-shadow", "min-width", "min-height", "font", "background", "border",
    "padding", "margin", "animation", "transition",
  ]
  private static let unread: Set<String> = ["border-image", "border-spacing"]
  /// Values that give no property a look.
  private static let plain: Set<String> = ["none", "initial", "unset", "inherit", "normal", "0"]

  /// Tells of the features that are left out, each with its first place; `bars` are the names of bars, which are classes too.
  static func report(_ sheet: StyleSheet, bars: Set<String>) -> ImportReport {
    var losses = StyleLosses(sheet: sheet, fixed: bars.union(BoxParts.sides).union(["hidden"]))
    for rule in sheet.rules {
      losses.tellSelectors(of: rule)
      losses.tellAnimation(of: rule)
      for declaration in rule.declarations {
        if let text = loss(of: declaration) { losses.tell(text, declaration.place) }
        losses.tellValues(of: declaration, isOfBar: rule.selectors.contains(where: isForSheets))
        losses.tellBoxes(declaration, rule)
      }
    }
    return losses.report
  }

  private mutating func tell(
    _ text: String, _ place: SourcePlace, _ kind: ImportReport.Kind = .leftOut
  ) {
    if told.insert(text).inserted { report.add(kind, "style: \(text)", at: place) }
  }

  /// The feature that a declaration gives in vain; nil: there is none.
  private static func loss(of declaration: StyleSheet.Declaration) -> String? {
    let property = declaration.property
    if plain.contains(declaration.value.lowercased()) || isWithoutTime(declaration) { return nil }
    if let text = properties.first(where: { $0.properties.contains(property) })?.text { return text }
    let isKnown = known.contains { property == $0 || property.hasPrefix($0 + "-") }
    return isKnown && !unread.contains(property) ? nil : "the property \(property)"
  }

  /// Whether a declaration is for transitions that take no time.
  private static func isWithoutTime(_ declaration: StyleSheet.Declaration) -> Bool {
    guard declaration.property.hasPrefix("transition") else { return false }
    return declaration.value.splitOutsideParentheses(at: ",").allSatisfy { part in
      let times = part.splitOutsideParentheses(at: " ").compactMap { word in
        (word.hasSuffix("ms") ? word.droppingSuffix("ms") : word.droppingSuffix("s")).trimmedSpace
      }.compactMap { Double(style: $0) }
      return times.first == 0
    }
  }

  private mutating func tellSelectors(of rule: StyleSheet.Rule) {
    for selector in rule.selectors {
      let elements = selector.compounds.compactMap(\.element)
      if elements.contains(where: { ["slider", "trough", "highlight"].contains($0) }) {
        tell("the look of sliders", rule.place)
      }
      if selector.subject.states.contains("hover"), !selector.subject.classes.isEmpty {
        tell("looks of states under the pointer", rule.place)
      }
      if let text = loss(ofWindowsIn: selector) { tell(text, rule.place) }
    }
  }

  /// The look by the windows of the output that neither states of the bar nor of the module of the window have; nil: there is none.
  private func loss(ofWindowsIn selector: StyleSelector) -> String? {
    let first = selector.compounds[0]
    let classes = Set(first.classes).subtracting(fixed)
    guard first.element == "window", !classes.isEmpty else { return nil }
    if BarStates.isForBar(selector) {
      let unknown = classes.filter { !BarStates.isKnown($0) }.min()
      return unknown.map { "the look of the bar with the class \($0)" }
    }
    let isOfWindow = classes == ["empty"] && selector.subject.ids == ["window"]
    return isOfWindow ? nil : "looks of modules by the window that is open"
  }

  private mutating func tellAnimation(of rule: StyleSheet.Rule) {
    let parts = rule.declarations.filter { $0.property.hasPrefix("animation") && $0.value != "none" }
    guard let place = parts.first(where: { ["animation", "animation-name"].contains($0.property) })?.place
    else { return }
    let ofStates = rule.selectors.contains { !$0.subject.classes.isEmpty }
    if ofStates, parts.contains(where: { WidgetLook.repeats($0.value) }) {
      tell(
        "animations that repeat; what blinks swells three times when its state begins", place, .approximated)
    } else {
      tell("animations; changes of states are animated by themselves", place)
    }
  }

  /// Whether a selector is for what becomes a sheet of glass: a bar, or the box of a zone.
  private static func isForSheets(_ selector: StyleSelector) -> Bool {
    let subject = selector.subject
    return subject.element == "window" || subject.element == "box"
      || subject.classes.contains { $0.hasPrefix("modules-") }
  }

  /// Tells of looks of boxes that only single modules and items can have.
  private mutating func tellBoxes(_ declaration: StyleSheet.Declaration, _ rule: StyleSheet.Rule) {
    if declaration.property.hasSuffix("radius"), declaration.value.contains("%") {
      tell("radii as parts of the size", declaration.place)
    }
    guard declaration.property == "opacity", Double(declaration.value) != 1 else { return }
    let hasBox = rule.selectors.contains { selector in
      selector.subject.classes.contains { $0.hasPrefix("modules-") }
        || selector.subject.ids.contains { ["workspaces", "taskbar"].contains($0) }
    }
    if hasBox { tell("the opacity of zones and of boxes with items", declaration.place) }
  }

  private mutating func tellValues(of declaration: StyleSheet.Declaration, isOfBar: Bool) {
    let place = declaration.place
    switch declaration.property {
    case "background", "background-image":
      if declaration.value.has("gradient("), isOfBar {
        tell("gradients of bars; the mean of their colours takes their place", place, .approximated)
      } else if declaration.value.has("radial-gradient(") {
        tell("gradients from the middle; they run along a line", place, .approximated)
      }
      if declaration.value.has("url(") { tell("pictures as backgrounds", place) }
    case "box-shadow":
      if isOfBar, !declaration.value.has("inset"), declaration.value != "none", declaration.value != "inherit"
      {
        tell("shadows of bars", place)
      }
    default: break
    }
    for name in StyleColours.names(in: declaration.value) where !sheet.defines(colour: name) {
      if sheet.colour("@" + name) == nil {
        tell("the colour @\(name) is not defined", place, .warning)
      } else {
        tell("the colour @\(name) is defined by themes of GTK; that of Adwaita is used", place, .approximated)
      }
    }
  }
}
