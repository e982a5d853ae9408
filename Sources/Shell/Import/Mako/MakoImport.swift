import Settings

/// Makes settings of banners of a configuration of mako.
struct MakoImport {
  private let file: MakoFile
  private var draft = BannerDraft(program: "mako")

  /// Makes the settings and the account of a configuration.
  static func draft(of file: MakoFile) -> BannerDraft {
    var maker = MakoImport(file: file)
    maker.makeGeneral()
    for section in file.sections {
      MakoSectionImport.add(
        section, over: file.general, to: &maker.draft, hasTimeouts: maker.hasTimeouts)
    }
    for section in [file.general] + file.sections { maker.draft.warn(ofReplaced: section.options) }
    return maker.draft
  }

  private func option(_ key: String) -> SourceOption? { file.general.option(key) }

  /// Whether applications choose timeouts.
  private var hasTimeouts: Bool { option("ignore-timeout").flatMap { MakoValue.boolean($0.value) } != true }

  private mutating func makeGeneral() {
    makePlace()
    makeLook()
    makeTimeouts()
    makeHistory()
    makeButtons()
    for option in file.general.inForce where !Self.placed.contains(option.key) { makeOther(option) }
  }

  /// The options that `makeOther` is not for.
  private static let placed: Set = [
    "anchor", "output", "layer", "width", "margin", "outer-margin", "border-radius", "font", "height",
    "padding", "max-visible", "background-color", "text-color", "border-size", "border-color",
    "default-timeout", "ignore-timeout", "max-history", "history", "max-icon-size", "progress-color",
    "on-button-left", "on-button-middle", "on-button-right", "on-touch",
  ]

  /// Sets an option of ours to the value of one of mako's, or to mako's default.
  private mutating func set(_ key: String, _ name: String, default standard: SettingsValue) {
    guard let option = option(name) else { return draft.set(key, to: standard) }
    MakoStyle.set(option, &draft)
  }

  // MARK: - Place and size

  private mutating func makePlace() {
    set("anchor", "anchor", default: "top-right")
    if let option = option("output"), !option.value.isEmpty {
      draft.set("output", to: .string(option.value), from: option)
    }
    set("width", "width", default: 300)
    makeMargins()
    set("layer", "layer", default: "top")
    // Critical notifications are on the same layer in mako, unless a section has another one.
    draft.set("critical_layer", to: .string(option("layer")?.value ?? "top"))
    if let option = option("max-visible"), Int(option.value) ?? 1 < 1 {
      draft.set("max_shown", to: 20, from: option, but: "at most 20 banners are shown")
    } else {
      set("max_shown", "max-visible", default: 5)
    }
    // Critical notifications are among the others in mako, unless it sorts by urgency.
    if option("sort") == nil { draft.set("order", to: "newest-top") }
  }

  private mutating func makeMargins() {
    let (inner, outer) = (edges("margin", 10), edges("outer-margin", 0))
    func sum(_ side: KeyPath<MakoValue.Edges, Int>) -> SettingsValue {
      .number(inner[keyPath: side] + outer[keyPath: side])
    }
    let anchor = option("anchor")?.value ?? "top-right"
    draft.set("gap", to: .number(inner.vertical))
    draft.set("margin_horizontal", to: sum(anchor.hasSuffix("left") ? \.left : \.right))
    draft.set("margin_vertical", to: sum(anchor.hasPrefix("bottom") ? \.bottom : \.top))
    for option in [option("margin"), option("outer-margin")].compactMap(\.self) {
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
    set("corner_radius", "border-radius", default: 0)
    makeColours()
    set("font", "font", default: "monospace 10")
    makeHeight()
    makePadding()
    set("icon_size", "max-icon-size", default: 64)
    draft.set("min_icon_size", to: 0)
    set("progress_color", "progress-color", default: "#5588AA")
    if option("format") == nil { draft.setUsualFormat() }
    if let grouping = option("group-by"), grouping.value != "none" {
      draft.set("stack_format", to: "({stack}) <b>{summary}</b>\n{body}")
    }
    draft.setPlainLook()
    draft.set("close_button", to: false)
    draft.set("icon_align", to: "center")
  }

  private mutating func makePadding() {
    let own = option("padding").flatMap { MakoValue.edges($0.value) == nil ? nil : $0 }
    MakoPadding(of: file.general).set(edges("padding", 5), from: own, &draft)
    if option("icon-location")?.value == "top", option("text-alignment") == nil {
      draft.set("text_align", to: "center")
    }
  }

  private mutating func makeColours() {
    if let option = option("background-color") {
      MakoStyle.set(option, &draft)
    } else {
      draft.set(material: "#285577")
    }
    set("ink", "text-color", default: "#FFFFFF")
    set("border_width", "border-size", default: 2)
    if option("border-size")?.value != "0" || option("border-color") != nil {
      set("border_color", "border-color", default: "#4C7899")
    }
  }

  private mutating func makeHeight() {
    let option = option("height")
    let height = option.flatMap { Int($0.value) } ?? 100
    let padding =
      self.option("padding").flatMap { MakoValue.edges($0.value) }.map { $0.top + $0.bottom } ?? 10
    let lines = BannerHeight.bodyLines(
      height: height.clamped(to: 0...10_000), padding: padding,
      font: self.option("font")?.value ?? "monospace 10")
    draft.set("body_lines", to: .number(lines), from: option, but: BannerHeight.words(lines))
  }

  // MARK: - Timeouts and history

  private mutating func makeTimeouts() {
    let option = option("default-timeout")
    let seconds = MakoStyle.seconds(option?.value ?? "0")
    for urgency in ["low", "normal", "critical"] { draft.set("timeout_\(urgency)", to: seconds ?? 0) }
    if seconds == nil {
      draft.leaveOut(option, "expected a number of milliseconds")
    } else {
      draft.carry(option)
    }
    if let option = self.option("ignore-timeout") {
      draft.set("client_timeouts", to: .boolean(hasTimeouts), from: option)
    }
  }

  private mutating func makeHistory() {
    if let option = option("history") { MakoStyle.set(option, &draft) }
    guard let option = option("max-history") else { return }
    let count = Int(option.value)
    if count == 0 {
      draft.set("history", to: false, from: option)
    } else {
      draft.set("history_count", to: count.map { .number($0) }, from: option)
    }
  }

  // MARK: - Others

  private mutating func makeOther(_ option: SourceOption) {
    switch option.key {
    case "sort": makeOrder(option)
    case "group-by":
      guard !MakoStyle.setGroups("group", option, &draft) else { break }
      draft.leaveOut(option, "banners are stacked by application, category or summary")
    case "icon-path": makeIconTheme(option)
    case "on-notify" where option.value == "none": draft.carry(option)
    default: MakoStyle.set(option, &draft)
    }
  }

  private mutating func makeOrder(_ option: SourceOption) {
    switch option.value {
    case "-time": draft.set("order", to: "newest-top", from: option)
    case "+time": draft.set("order", to: "newest-bottom", from: option)
    case "-priority":
      draft.set(
        "order", to: "urgency", from: option, but: "the oldest banner of an urgency is the first of them")
    default:
      draft.set("order", to: "newest-top")
      draft.leaveOut(option, "banners are in the order of time")
    }
  }

  /// Names the theme of the first folder that is none of those in which mako searches in any case.
  private mutating func makeIconTheme(_ option: SourceOption) {
    let folders = option.value.split(separator: ":").compactMap {
      $0.split(separator: "/").last.map(String.init)
    }
    if let theme = folders.first(where: { !["hicolor", "pixmaps", "icons"].contains($0) }) {
      draft.set("icon_theme", to: .string(theme), from: option)
    } else {
      draft.carry(option)
    }
  }

  /// Gives the buttons the effects that they have in mako; a touch has that of the left button.
  private mutating func makeButtons() {
    for (button, standard) in [("left", "invoke-default-action"), ("middle", "none"), ("right", "dismiss")] {
      let option = option("on-button-\(button)")
      MakoStyle.setButton(button, option?.value ?? standard, option, &draft)
    }
    guard let touch = option("on-touch") else { return }
    if touch.value == option("on-button-left")?.value ?? "invoke-default-action" {
      draft.carry(touch)
    } else {
      draft.leaveOut(touch, "a touch has the effect of the left button")
    }
  }
}
