import Settings

/// The looks that a style sheet gives a bar by classes for the windows of the output.
///
/// Waybar has the classes `empty`, `solo`, `fullscreen` and the name of the only window's program, if a module shows the window.
struct BarStates {
  /// A class of the bar, and the conditions that stand for it.
  struct State {
    var name: String
    /// The classes that the bar has then.
    var classes: Set<String>
    var when: SettingsPairs
  }

  /// The states that the style sheet names, the weakest first.
  let all: [State]

  /// The most states that are read, far more than any style sheet has.
  private static let most = 32

  /// Classes for windows that no condition stands for.
  private static let unknown: Set = [
    "floating", "tiled", "stacked", "tabbed", "swallowing", "hidden-floating", "hidden", "grouped",
  ]
  private static let edges: Set = ["top", "bottom", "left", "right"]

  /// Finds the states; `own` are the classes that the bar always has.
  init(_ source: SourceValue, _ sheet: StyleSheet, own: Set<String>) {
    guard Self.showsWindow(source) else {
      all = []
      return
    }
    var names: [String] = []
    for selector in sheet.rules.flatMap(\.selectors) where Self.isForBar(selector) {
      let classes = Set(selector.compounds[0].classes).subtracting(own)
      names += classes.filter { Self.isKnown($0) && !names.contains($0) }.sorted()
    }
    let fixed = ["empty", "solo", "fullscreen"]
    let programs = names.filter { !fixed.contains($0) }.prefix(Self.most)
    let order = fixed.prefix(2).filter(names.contains) + programs + fixed.suffix(1).filter(names.contains)
    all = order.map(Self.state)
  }

  private static func state(_ name: String) -> State {
    switch name {
    case "empty": State(name: name, classes: [name], when: [("windows", .number(0))])
    case "solo": State(name: name, classes: [name], when: [("windows", .number(1))])
    case "fullscreen": State(name: name, classes: [name], when: [("fullscreen", .boolean(true))])
    default:
      State(name: name, classes: ["solo", name], when: [("windows", .number(1)), ("app_id", .string(name))])
    }
  }

  /// Whether conditions stand for a class of the bar; the names of outputs are classes too, but end in a number.
  static func isKnown(_ name: String) -> Bool {
    let isOutput = name.split(separator: "-").count > 1 && name.last?.isNumber == true
    return !unknown.contains(name) && !edges.contains(name) && !isOutput
  }

  /// Whether the rule of a selector is for the bar itself, with classes for its windows.
  static func isForBar(_ selector: StyleSelector) -> Bool {
    let first = selector.compounds[0]
    guard first.element == "window", !first.classes.isEmpty else { return false }
    return selector.compounds.dropFirst().allSatisfy { $0.ids.isEmpty && $0.classes.isEmpty }
  }

  /// Whether a module of the bar shows the window, which gives the bar the classes.
  private static func showsWindow(_ source: SourceValue) -> Bool {
    let zones = WaybarTree.zones.map { "modules-\($0)" }
    let lists = zones.compactMap { source[$0] } + source.members.compactMap { $0.value["modules"] }
    return lists.contains { list in
      (list.elements ?? []).contains { $0.string.map { WaybarModuleName($0).id == "window" } ?? false }
    }
  }
}
