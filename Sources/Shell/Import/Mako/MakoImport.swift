import Settings

/// Makes settings of banners of a configuration of mako.
struct MakoImport {
  private let file: MakoFile
  private var draft = BannerDraft(program: "mako")
  /// The rule for all notifications, which sets what only rules can.
  private var everything = BannerRule()

  /// Makes the settings and the account of a configuration.
  static func draft(of file: MakoFile) -> BannerDraft {
    var maker = MakoImport(file: file)
    maker.makeGeneral()
    maker.draft.add(maker.everything)
    for section in file.sections {
      MakoSectionImport.add(
        section, over: file.general, to: &maker.draft, hasTimeouts: maker.hasTimeouts)
    }
    for section in [file.general] + file.sections { maker.draft.warn(ofReplaced: section.options) }
    return maker.draft
  }

  private init(file: MakoFile) { self.file = file }

  private func option(_ key: String) -> SourceOption? { file.general.option(key) }

  /// Whether applications choose timeouts.
  private var hasTimeouts: Bool { option("ignore-timeout").flatMap { MakoValue.boolean($0.value) } != true }

  private mutating func makeGeneral() {
    makePlace()
    makeLook()
    makeTimeouts()
    makeHistory()
    makeButtons()
    for option in file.general.inForce {
      if !Self.placed.contains(option.key) { makeOther(option) }
    }
  }

  /// The options that `makeOther` is not for.
  private static let placed: Set = [
    "anchor", "output", "layer", "width", "margin", "outer-margin", "border-radius", "font", "height",
    "padding",
    "max-visible", "background-color", "text-color", "border-size", "border-color", "default-timeout",
    "ignore-timeout", "max-history", "history", "max-icon-size", "progress-color", "on-button-left",
    "on-button-middle", "on-button-right", "on-touch",
  ]

  /// Sets an option of ours to the value of one of mako's, or to mako's default.
  private mutating func set(_ key: String, _ name: String, default standard: SettingsValue) {
    guard let option = option(name) else { return draft.set(key, to: [standard], from: nil) }
    var rule: BannerRule?
    MakoStyle.set(option, in: &rule, &draft)
  }

  // MARK: - Place and size

  private mutating func makePlace() {
    set("anchor", "anchor", default: .string("top-right"))
    if let option = option("output"), !option.value.isEmpty {
      draft.set("output", to: [.string(option.value)], from: option)
    }
    set("width", "width", default: .number(300))
    makeMargins()
    set("layer", "layer", default: .string("top"))
    // Critical notifications are on the same layer in mako, unless a section has another one.
    draft.set("critical_layer", to: [.string(option("layer")?.value ?? "top")], from: nil)
    if let option = option("max-visible"), Int(option.value) ?? 1 < 1 {
      draft.set("max_shown", to: [.number(20)], from: nil)
      draft.approximate(option, "at most 20 banners are shown")
    } else {
      set("max_shown", "max-visible", default: .number(5))
    }
    // Critical notifications are among the others in mako, unless it sorts by urgency.
    if option("sort") == nil { draft.set("order", to: [.string("newest-top")], from: nil) }
  }

  private mutating func makeMargins() {
    let (inner, outer) = (edges("margin", 10), edges("outer-margin", 0))
    let anchor = option("anchor")?.value ?? "top-right"
    draft.set("gap", to: [.number(Double(inner.vertical))], from: nil)
    let isLeft = anchor.hasSuffix("left")
    draft.set(
      "margin_horizontal",
      to: [.number(Double(isLeft ? inner.left + outer.left : inner.right + outer.right))], from: nil)
    let isBottom = anchor.hasPrefix("bottom")
    draft.set(
      "margin_vertical",
      to: [.number(Double(isBottom ? inner.bottom + outer.bottom : inner.top + outer.top))], from: nil)
    for option in [option("margin"), option("outer-margin")].compactMap({ $0 }) {
      guard let edges = MakoValue.edges(option.value) else { continue }
      if edges.isEven {
        draft.carry(option)
      } else {
        draft.approximate(option, "banners have the distances of the edges at which they are")
      }
    }
  }

  private mutating func edges(_ key: String, _ standard: Int) -> MakoValue.Edges {
    if let option = option(key) {
      if let edges = MakoValue.edges(option.value) { return edges }
      draft.leaveOut(option, "expected one to four numbers")
    }
    return MakoValue.Edges(top: standard, right: standard, bottom: standard, left: standard)
  }

  // MARK: - Look

  private mutating func makeLook() {
    set("corner_radius", "border-radius", default: .number(0))
    makeColours()
    set("font", "font", default: .string("monospace 10"))
    makeHeight()
    makePadding()
    set("icon_size", "max-icon-size", default: .number(64))
    draft.set("min_icon_size", to: [.number(0)], from: nil)
    set("progress_color", "progress-color", default: .string("#5588AA"))
    if option("format") == nil { draft.setUsualFormat() }
    if option("group-by").map({ $0.value != "none" }) == true {
      draft.set("stack_format", to: [.string("({stack}) <b>{summary}</b>\n{body}")], from: nil)
    }
    draft.setPlainLook()
    draft.setNoCloseButton()
    draft.setCentredIcons()
  }

  private mutating func makePadding() {
    var none: BannerRule?
    let own = option("padding").flatMap { MakoValue.edges($0.value) == nil ? nil : $0 }
    MakoPadding(of: file.general).set(edges("padding", 5), in: &none, from: own, &draft)
    if option("icon-location")?.value == "top", option("text-alignment") == nil {
      draft.set("text_align", to: [.string("center")], from: nil)
    }
  }

  private mutating func makeColours() {
    var (all, none): (BannerRule?, BannerRule?) = (everything, nil)
    if let option = option("background-color") {
      MakoStyle.set(option, in: &none, &draft)
    } else {
      draft.set("material", to: [.string(draft.material("#285577"))], from: nil)
    }
    if let option = option("text-color") {
      MakoStyle.set(option, in: &all, &draft)
    } else {
      draft.set("ink", in: &all, to: [.string("#FFFFFF")], from: nil)
    }
    everything = all ?? everything
    set("border_width", "border-size", default: .number(2))
    if option("border-size")?.value != "0" || option("border-color") != nil {
      set("border_color", "border-color", default: .string("#4C7899"))
    }
  }

  private mutating func makeHeight() {
    let height = option("height").flatMap { Int($0.value) } ?? 100
    let padding = option("padding").flatMap { MakoValue.edges($0.value) }.map { $0.top + $0.bottom } ?? 10
    let lines = BannerHeight.bodyLines(
      height: min(max(height, 0), 10_000), padding: padding, font: option("font")?.value ?? "monospace 10")
    draft.set("body_lines", to: [.number(Double(lines))], from: nil)
    if let option = option("height") {
      draft.approximate(option, BannerHeight.words(lines))
    }
  }

  // MARK: - Timeouts and history

  private mutating func makeTimeouts() {
    let option = option("default-timeout")
    for key in ["timeout_low", "timeout_normal", "timeout_critical"] {
      draft.set(key, to: [MakoStyle.seconds(option?.value ?? "0") ?? .number(0)], from: nil)
    }
    if let option {
      if MakoStyle.seconds(option.value) == nil {
        draft.leaveOut(option, "expected a number of milliseconds")
      } else {
        draft.carry(option)
      }
    }
    if let option = self.option("ignore-timeout") {
      draft.set("client_timeouts", to: [.boolean(hasTimeouts)], from: option)
    }
  }

  private mutating func makeHistory() {
    if let option = option("history") {
      var rule: BannerRule?
      MakoStyle.set(option, in: &rule, &draft)
    }
    guard let option = option("max-history") else { return }
    if Int(option.value) == 0 {
      draft.set("history", to: [.boolean(false)], from: option)
    } else {
      draft.set(
        "history_count", to: [Int(option.value).map { .number(Double($0)) } ?? .string("")], from: option)
    }
  }

  // MARK: - Others

  private mutating func makeOther(_ option: SourceOption) {
    switch option.key {
    case "sort": makeOrder(option)
    case "group-by": makeGroups(option)
    case "icon-path": makeIconTheme(option)
    case "on-notify" where option.value == "none": draft.carry(option)
    case "on-notify", "invisible":
      var rule: BannerRule? = everything
      MakoStyle.set(option, in: &rule, &draft)
      everything = rule ?? everything
    default:
      var rule: BannerRule?
      MakoStyle.set(option, in: &rule, &draft)
    }
  }

  private mutating func makeOrder(_ option: SourceOption) {
    switch option.value {
    case "-time": draft.set("order", to: [.string("newest-top")], from: option)
    case "+time": draft.set("order", to: [.string("newest-bottom")], from: option)
    case "-priority":
      draft.set("order", to: [.string("urgency")], from: nil)
      draft.approximate(option, "the oldest banner of an urgency is the first of them")
    default:
      draft.set("order", to: [.string("newest-top")], from: nil)
      draft.leaveOut(option, "banners are in the order of time")
    }
  }

  private mutating func makeGroups(_ option: SourceOption) {
    guard let (name, isWhole) = MakoStyle.grouping(option) else {
      return draft.leaveOut(option, "banners are stacked by application, category or summary")
    }
    draft.set("group", to: [.string(name)], from: isWhole ? option : nil)
    if !isWhole { draft.approximate(option, "stacks have the banners of one \(name)") }
  }

  /// Names the theme of the first folder that is none of those in which mako searches in any case.
  private mutating func makeIconTheme(_ option: SourceOption) {
    let folders = option.value.split(separator: ":").compactMap {
      $0.split(separator: "/").last.map(String.init)
    }
    if let theme = folders.first(where: { !["hicolor", "pixmaps", "icons"].contains($0) }) {
      draft.set("icon_theme", to: [.string(theme)], from: option)
    } else {
      draft.carry(option)
    }
  }

  /// Gives the buttons the effects that they have in mako; a touch has that of the left button.
  private mutating func makeButtons() {
    var none: BannerRule?
    for (button, standard) in [("left", "invoke-default-action"), ("middle", "none"), ("right", "dismiss")] {
      if let option = option("on-button-\(button)") {
        MakoStyle.set(option, in: &none, &draft)
      } else if let effect = MakoStyle.effect(standard) {
        draft.set(gesture: button, in: &none, to: effect, from: nil)
      }
    }
    guard let touch = option("on-touch") else { return }
    if touch.value == option("on-button-left")?.value ?? "invoke-default-action" {
      draft.carry(touch)
    } else {
      draft.leaveOut(touch, "a touch has the effect of the left button")
    }
  }
}
