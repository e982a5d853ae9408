import Settings

/// Converts the options of a bar itself.
struct BarOptionsConversion {
  private let source: SourceValue
  private let path: [String]
  private let files: SourceFiles
  private(set) var report = ImportReport()
  /// The margins below 0 by the sides of the bar, which take from the margins of what is in the bar.
  private var negativeMargins: [String: Double] = [:]

  init(_ source: SourceValue, path: [String], files: SourceFiles) {
    (self.source, self.path, self.files) = (source, path, files)
  }

  /// Options that have no effect, or that other parts of the import read.
  private static let known: Set = [
    "modules-left", "modules-center", "modules-right", "include", "position", "layer", "height", "width",
    "spacing",
    "output", "mode", "start_hidden", "exclusive", "passthrough", "margin", "margin-top", "margin-right",
    "margin-bottom", "margin-left", "name", "id", "ipc", "fixed-center", "no-center", "gtk-layer-shell",
    "reload_style_on_change", "reload_on_change", "modifier-reset", "on-sigusr1", "on-sigusr2", "expand-left",
    "expand-center", "expand-right", "mod",
  ]

  /// The edge of the screen that the bar is at.
  static func edge(_ source: SourceValue) -> String {
    let text = source["position"]?.string ?? "top"
    return ["top", "bottom", "left", "right"].contains(text) ? text : "top"
  }

  /// The distance between modules, in pixels. Waybar ignores a number that is not whole, and its default is 0, not the one in its
  /// manual.
  static func spacing(_ source: SourceValue) -> Double {
    guard let spacing = source["spacing"]?.number, spacing == spacing.rounded() else { return 0 }
    return max(spacing, 0)
  }

  mutating func convert(into draft: inout SettingsDraft) {
    let edge = Self.edge(source)
    draft.set(path + ["edge"], .string(edge))
    let layer = source["layer"]?.string ?? "bottom"
    draft.set(
      path + ["layer"],
      .string(["top", "bottom", "overlay", "background"].contains(layer) ? layer : "bottom"))
    outputs(into: &draft)
    size(isVertical: edge == "left" || edge == "right", into: &draft)
    margins(into: &draft)
    draft.set(path + ["spacing"], .number(Self.spacing(source)))
    if let spacing = source["spacing"]?.number, spacing != spacing.rounded() {
      report.add(
        .approximated,
        "bar: \"spacing\": Waybar ignores a number that is not whole, so that the modules have no spacing",
        at: source.member("spacing")?.place)
    }
    behaviour(into: &draft)
    for key in ["position", "layer", "spacing"] where source[key] != nil {
      report.carry("bar: \"\(key)\"", at: source.member(key)?.place)
    }
    reportRest()
  }

  private mutating func outputs(into draft: inout SettingsDraft) {
    guard let member = source.member("output") else { return }
    let values = member.value.elements ?? [member.value]
    let names = values.compactMap(\.string).map { name in
      name.hasPrefix("!") ? "!" + files.expanded(String(name.dropFirst())) : files.expanded(name)
    }
    guard !names.isEmpty, names != ["*"] else { return }
    if names.contains(where: { $0.contains("$") }) {
      report.add(.approximated, "bar: \"output\": a variable in it is not set", at: member.place)
    }
    draft.set(path + ["outputs"], .strings(names))
    report.carry("bar: \"output\"", at: member.place)
  }

  private mutating func size(isVertical: Bool, into draft: inout SettingsDraft) {
    let (thick, long) = isVertical ? ("width", "height") : ("height", "width")
    if let height = source[thick]?.number, height >= 1 {
      draft.set(path + ["height"], .number(min(height.rounded(), 512)))
      report.carry("bar: \"\(thick)\"", at: source.member(thick)?.place)
    }
    if let length = source[long]?.number, length >= 1 {
      draft.set(path + ["length"], .number(min(length.rounded(), 16384)))
      report.carry("bar: \"\(long)\"", at: source.member(long)?.place)
    }
  }

  private mutating func margins(into draft: inout SettingsDraft) {
    var margins: [String: Double] = [:]
    let sides = ["top", "right", "bottom", "left"]
    if let member = source.member("margin") {
      let texts =
        member.value.number.map { ["\($0)"] }
        ?? (member.value.string ?? "").split(separator: " ").map(String.init)
      let numbers = texts.compactMap { NodeStyle.length($0, font: 16, root: 16) }
      if let first = numbers.first, numbers.count == texts.count, numbers.count <= 4 {
        let right = numbers.count > 1 ? numbers[1] : first
        let all = [
          first, right, numbers.count > 2 ? numbers[2] : first, numbers.count > 3 ? numbers[3] : right,
        ]
        for (side, number) in zip(sides, all) { margins[side] = number }
        report.carry("bar: \"margin\"", at: member.place)
      }
    }
    for side in sides {
      let key = "margin-\(side)"
      if let number = source[key]?.number {
        margins[side] = number
        report.carry("bar: \"\(key)\"", at: source.member(key)?.place)
      }
      guard let margin = margins[side] else { continue }
      if margin < 0 { negativeMargins[side] = margin }
      draft.set(path + ["margin_\(side)"], .number(min(max(margin, 0).rounded(), 4096)))
    }
  }

  private mutating func behaviour(into draft: inout SettingsDraft) {
    if let isExclusive = source["exclusive"]?.boolean {
      draft.set(path + ["exclusive"], .boolean(isExclusive))
      report.carry("bar: \"exclusive\"", at: source.member("exclusive")?.place)
    }
    if let mode = source.member("mode"), let name = mode.value.string, name != "dock" {
      switch name {
      case "hide", "invisible":
        draft.set(path + ["mode"], .string("hidden"))
        report.add(.approximated, "bar: \"mode\": hyaline bar toggle shows the bar", at: mode.place)
      case "overlay": draft.set(path + ["exclusive"], .boolean(false))
      default: report.add(.approximated, "bar: \"mode\": the bar is always shown", at: mode.place)
      }
    }
    if let member = source.member("start_hidden"), member.value.boolean == true {
      draft.set(path + ["mode"], .string("hidden"))
      report.add(.approximated, "bar: \"start_hidden\": hyaline bar toggle shows the bar", at: member.place)
    }
    if let member = source.member("passthrough"), member.value.boolean == true {
      draft.set(path + ["click_through"], .boolean(true))
      report.carry("bar: \"passthrough\"", at: member.place)
    }
  }

  private mutating func reportRest() {
    for member in source.members where !Self.known.contains(member.name) {
      if case .object = member.value.content { continue }
      let isKnown = WaybarOptions.has(member.name)
      report.add(
        isKnown ? .leftOut : .warning,
        "bar: \"\(member.name)\": \(isKnown ? WaybarOptions.loss : WaybarOptions.mistake)", at: member.place)
    }
  }

  /// Subtracts margins below 0 from those of the bar, which has the margins of islands by then, and tells of what is left of them.
  mutating func settleNegativeMargins(in draft: inout SettingsDraft) {
    for (side, margin) in negativeMargins.sorted(by: { $0.key < $1.key }) {
      var own = 0.0
      if case .integer(let number)? = draft.value(path + ["margin_\(side)"])?.content { own = Double(number) }
      draft.set(path + ["margin_\(side)"], .number(max(own + margin.rounded(), 0)))
      guard own + margin.rounded() < 0 else { continue }
      report.add(
        .approximated, "bar: \"margin-\(side)\": a margin is 0 or more",
        at: (source.member("margin-\(side)") ?? source.member("margin"))?.place)
    }
  }

  /// Tells that a look of the bar is not carried over, or only nearly.
  mutating func addStyle(_ kind: ImportReport.Kind, _ text: String, at place: SourcePlace?) {
    report.add(kind, "style: \(text)", at: place)
  }

  /// Tells that an option of the bar is only nearly the same.
  mutating func approximate(_ key: String, _ text: String) {
    report.add(.approximated, "bar: \"\(key)\": \(text)", at: source.member(key)?.place ?? source.place)
  }
}
