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
    "spacing", "output", "mode", "start_hidden", "exclusive", "passthrough", "margin", "margin-top",
    "margin-right", "margin-bottom", "margin-left", "name", "id", "ipc", "fixed-center", "no-center",
    "gtk-layer-shell", "reload_style_on_change", "reload_on_change", "modifier-reset", "on-sigusr1",
    "on-sigusr2", "expand-left", "expand-center", "expand-right", "mod",
  ]

  /// The edge of the screen that the bar is at.
  static func edge(_ source: SourceValue) -> String {
    let text = source["position"]?.string ?? "top"
    return BoxParts.sides.contains(text) ? text : "top"
  }

  /// Whether the bar is at the left or right edge of the screen.
  static func isVertical(_ source: SourceValue) -> Bool { ["left", "right"].contains(edge(source)) }

  /// The distance between modules, in pixels. Waybar ignores a number that is not whole, and its default is 0, not the one in its
  /// manual.
  static func spacing(_ source: SourceValue) -> Double {
    guard let spacing = source["spacing"]?.number, spacing == spacing.rounded() else { return 0 }
    return max(spacing, 0)
  }

  mutating func convert(into draft: inout SettingsDraft) {
    draft.set(path + ["edge"], .string(Self.edge(source)))
    let layer = source["layer"]?.string ?? "bottom"
    draft.set(
      path + ["layer"],
      .string(["top", "bottom", "overlay", "background"].contains(layer) ? layer : "bottom"))
    outputs(into: &draft)
    size(into: &draft)
    margins(into: &draft)
    draft.set(path + ["spacing"], .number(Self.spacing(source)))
    if let spacing = source["spacing"]?.number, spacing != spacing.rounded() {
      approximate(
        "spacing", "Waybar ignores a number that is not whole, so that the modules have no spacing")
    }
    behaviour(into: &draft)
    for key in ["position", "layer", "spacing"] where source[key] != nil { carry(key) }
    reportRest()
  }

  /// Counts an option as carried over.
  private mutating func carry(_ key: String) {
    report.carry("bar: \"\(key)\"", at: source.member(key)?.place)
  }

  private mutating func outputs(into draft: inout SettingsDraft) {
    guard let member = source.member("output") else { return }
    let values = member.value.elements ?? [member.value]
    let names = values.compactMap(\.string).map { name in
      name.hasPrefix("!") ? "!" + files.expanded(String(name.dropFirst())) : files.expanded(name)
    }
    guard !names.isEmpty, names != ["*"] else { return }
    if names.contains(where: { $0.contains("$") }) {
      approximate("output", "a variable in it is not set")
    }
    draft.set(path + ["outputs"], .strings(names))
    carry("output")
  }

  private mutating func size(into draft: inout SettingsDraft) {
    let (thick, long) = Self.isVertical(source) ? ("width", "height") : ("height", "width")
    for (key, own, most) in [(thick, "height", 512.0), (long, "length", 16384)] {
      guard let number = source[key]?.number, number >= 1 else { continue }
      draft.set(path + [own], .number(min(number.rounded(), most)))
      carry(key)
    }
  }

  private mutating func margins(into draft: inout SettingsDraft) {
    var margins: [String: Double] = [:]
    if let member = source.member("margin") {
      let texts =
        member.value.number.map { ["\($0)"] }
        ?? (member.value.string ?? "").split(separator: " ").map(String.init)
      let numbers = texts.compactMap { NodeStyle.length($0, font: 16, root: 16) }
      if numbers.count == texts.count, let all = numbers.clockwise {
        for (side, number) in zip(BoxParts.sides, all) { margins[side] = number }
        carry("margin")
      }
    }
    for side in BoxParts.sides {
      let key = "margin-\(side)"
      if let number = source[key]?.number {
        margins[side] = number
        carry(key)
      }
      guard let margin = margins[side] else { continue }
      if margin < 0 { negativeMargins[side] = margin }
      draft.set(path + ["margin_\(side)"], .number(margin.rounded().clamped(to: 0...4096)))
    }
  }

  private mutating func behaviour(into draft: inout SettingsDraft) {
    if let isExclusive = source["exclusive"]?.boolean {
      draft.set(path + ["exclusive"], .boolean(isExclusive))
      carry("exclusive")
    }
    switch source["mode"]?.string {
    case nil, "dock": break
    case "hide", "invisible":
      draft.set(path + ["mode"], "hidden")
      approximate("mode", "hyaline bar toggle shows the bar")
    case "overlay": draft.set(path + ["exclusive"], false)
    default: approximate("mode", "the bar is always shown")
    }
    if source["start_hidden"]?.boolean == true {
      draft.set(path + ["mode"], "hidden")
      approximate("start_hidden", "hyaline bar toggle shows the bar")
    }
    if source["passthrough"]?.boolean == true {
      draft.set(path + ["click_through"], true)
      carry("passthrough")
    }
    reportSignal("on-sigusr1", usual: "toggle", "SIGUSR1 always hides or shows the bars")
    reportSignal("on-sigusr2", usual: "reload", "SIGUSR2 always reads the settings again")
  }

  private mutating func reportSignal(_ key: String, usual action: String, _ words: String) {
    guard let member = source.member(key), let name = member.value.string, name != action else { return }
    report.add(.approximated, "bar: \"\(key)\": \(words)", at: member.place)
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
      let own = draft.value(path + ["margin_\(side)"])?.number ?? 0
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
