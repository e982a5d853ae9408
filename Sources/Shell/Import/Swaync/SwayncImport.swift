import Settings

/// Makes settings of banners of a configuration of swaync.
struct SwayncImport {
  private let root: SourceValue
  private let style: SwayncStyle
  private var draft = BannerDraft(program: "swaync")

  /// Makes the settings and the account of a configuration.
  ///
  /// - Parameters:
  ///   - style: The style sheet; nil if there is none.
  ///   - measure: A function that returns the size of a text in a font of the system; nil: it is not known.
  static func draft(
    of root: SourceValue, style: StyleSheet?, measure: @escaping TextMeasure = { _, _ in nil }
  ) -> BannerDraft {
    var maker = SwayncImport(root: root, style: SwayncStyle(style, measure))
    maker.makePlace()
    maker.makeTimeouts()
    maker.makeParts()
    maker.style.add(to: &maker.draft)
    maker.makeRules()
    maker.makeScripts()
    maker.makeOthers()
    return maker.draft
  }

  /// A member of the configuration as an option; nil if there is none.
  private func option(_ name: String) -> SourceOption? { root.member(name).map(Self.option) }

  static func option(_ member: SourceValue.Member) -> SourceOption {
    SourceOption(key: member.name, value: member.value.string ?? member.value.summary, place: member.place)
  }

  // MARK: - Place and timeouts

  private mutating func makePlace() {
    makeAnchor()
    if let option = option("notification-window-preferred-output"), !option.value.isEmpty {
      draft.set("output", to: .string(option.value), from: option)
    }
    makeWidth()
    let layer = option("layer")
    draft.set("layer", to: .string(layer?.value ?? "overlay"), from: layer)
    draft.set("critical_layer", to: .string(layer?.value ?? "overlay"))
    if let option = option("image-visibility") {
      if option.value == "never" {
        draft.set("icons", to: false, from: option)
      } else if option.value == "when-available" {
        draft.carry(option)
      } else {
        draft.approximate(option, "a banner without a picture has the icon of its application")
      }
    }
    if let member = root.member("notification-grouping") {
      let isOn = member.value.boolean == true
      draft.set("group", to: isOn ? "application" : "none", from: Self.option(member))
    }
  }

  /// Sets the width and the distances, which are around each notification in a window as wide as the option says.
  private mutating func makeWidth() {
    let around = style.outside
    let member = root.member("notification-window-width")
    let whole = member == nil ? 500 : member?.value.number
    draft.set(
      "width", to: whole.map { .number(max($0 - around[1] - around[3], 1)) }, from: member.map(Self.option))
    let (isLeft, isBottom) = (option("positionX")?.value == "left", option("positionY")?.value == "bottom")
    draft.set("margin_horizontal", to: .number(around[isLeft ? 3 : 1]))
    draft.set("margin_vertical", to: .number(around[isBottom ? 2 : 0]))
    draft.set("gap", to: .number(around[0] + around[2]))
    // The newest is at the edge, also before critical ones.
    draft.set("order", to: isBottom ? "newest-bottom" : "newest-top")
  }

  private mutating func makeAnchor() {
    let (x, y) = (option("positionX"), option("positionY"))
    // The middle of a row or column has no name.
    let words = [y?.value ?? "top", x?.value ?? "right"].filter { $0 != "center" }
    let name = words.isEmpty ? "center" : words.joined(separator: "-")
    draft.set("anchor", to: .string(name), from: y ?? x)
    if y != nil { draft.carry(x) }
  }

  /// Sets what banners have besides texts and their look.
  private mutating func makeParts() {
    draft.setUsualFormat()
    draft.setPlainLook()
    draft.set("icon_align", to: "center")
    setNumber("icon_size", "notification-icon-size", default: 64)
    guard let member = root.member("notification-2fa-action") else { return }
    draft.set("copy_codes", to: member.value.boolean.map { .boolean($0) }, from: Self.option(member))
  }

  private mutating func makeTimeouts() {
    setNumber("timeout_low", "timeout-low", default: 5)
    setNumber("timeout_normal", "timeout", default: 10)
    setNumber("timeout_critical", "timeout-critical", default: 0)
  }

  private mutating func setNumber(_ key: String, _ name: String, default standard: SettingsValue) {
    guard let member = root.member(name) else { return draft.set(key, to: standard) }
    draft.set(key, to: member.value.number.map { .number($0) }, from: Self.option(member))
  }

  // MARK: - Rules and scripts

  /// Makes rules in the reverse order, since of several that match swaync applies the first, and the last of ours counts.
  private mutating func makeRules() {
    let members = root["notification-visibility"]?.members.filter { !$0.name.hasPrefix("example-") } ?? []
    func has(_ states: [String], _ member: SourceValue.Member) -> Bool {
      states.contains(member.value["state"]?.string ?? "")
    }
    let options = [("hidden", ["ignored", "muted"], true), ("history", ["ignored", "transient"], false)]
    for member in members.reversed() {
      guard let rule = SwayncConditions.rule(member, &draft) else { continue }
      draft.rule = rule
      for (key, states, value) in options where members.contains(where: { has(states, $0) }) {
        draft.rule?.settings[key] = .boolean(has(states, member) == value)
      }
      if let urgency = member.value["override-urgency"]?.string?.lowercased(), urgency != "unset" {
        draft.set("set_urgency", to: .string(urgency))
      }
      draft.carry(SourceOption(key: "notification-visibility", value: member.name, place: member.place))
      draft.endRule()
    }
    leaveExamples("notification-visibility")
  }

  private mutating func makeScripts() {
    for member in root["scripts"]?.members ?? [] where !member.name.hasPrefix("example-") {
      let option = SourceOption(key: "scripts", value: member.name, place: member.place)
      guard let command = member.value["exec"]?.string else { continue }
      if member.value["run-on"]?.string == "action" {
        draft.leaveOut(option, "commands are run when a notification arrives, not when its action is chosen")
        continue
      }
      guard let rule = SwayncConditions.rule(member, &draft) else { continue }
      draft.rule = rule
      draft.set("command", to: .shell(Self.command(command)), from: option)
      draft.endRule()
    }
    leaveExamples("scripts")
  }

  private mutating func leaveExamples(_ name: String) {
    for member in root[name]?.members ?? [] where member.name.hasPrefix("example-") {
      draft.carry(SourceOption(key: name, value: member.name, place: member.place))
    }
  }

  /// The command, with the values that it uses in variables of swaync's names.
  private static func command(_ text: String) -> String {
    let variables = [
      "SWAYNC_APP_NAME": "HYALINE_APP", "SWAYNC_SUMMARY": "HYALINE_SUMMARY", "SWAYNC_BODY": "HYALINE_BODY",
      "SWAYNC_CATEGORY": "HYALINE_CATEGORY", "SWAYNC_DESKTOP_ENTRY": "HYALINE_DESKTOP_ENTRY",
      "SWAYNC_URGENCY": "HYALINE_URGENCY", "SWAYNC_ID": "HYALINE_ID",
    ]
    let used = variables.filter { text.has($0.key) }.sorted { $0.key < $1.key }
    return used.map { "export \($0.key)=\"$\($0.value)\"; " }.joined() + text
  }

  // MARK: - The rest

  /// The members that other functions convert.
  private static let made: Set = [
    "positionX", "positionY", "notification-window-preferred-output", "notification-window-width", "layer",
    "image-visibility", "notification-grouping", "timeout-low", "timeout", "timeout-critical",
    "notification-visibility", "scripts", "widgets", "widget-config", "notification-icon-size",
    "notification-2fa-action",
  ]
  /// The members that concern swaync alone, or that are so in any case.
  private static let settled: Set = [
    "$schema", "cssPriority", "transition-time", "layer-shell", "script-fail-notify", "keyboard-shortcuts",
    "ignore-gtk-theme", "notification-inline-replies", "layer-shell-cover-screen",
  ]

  private mutating func makeOthers() {
    makeControlCentre()
    for member in root.members where !Self.made.contains(member.name) {
      let option = Self.option(member)
      if Self.settled.contains(member.name)
        || member.name == "relative-timestamps" && member.value.boolean == true
      {
        draft.carry(option)
      } else if member.name.hasPrefix("control-center-") || Self.ofControlCentre.contains(member.name) {
        // The line about the control centre as a whole stands for these.
        continue
      } else {
        draft.leaveOut(option, Self.reasons[member.name] ?? "banners have no such option")
      }
    }
  }

  private static let ofControlCentre: Set = [
    "fit-to-screen", "hide-on-clear", "hide-on-action", "text-empty",
  ]
  private static let reasons = [
    "relative-timestamps": "banners show the age of notifications",
    "notification-window-height": "banners are as high as their content",
    "notification-body-image-width": "pictures are as wide as the banner",
    "notification-body-image-height": "pictures are as wide as the banner",
  ]

  /// Names the modules of the bar that have what the widgets of the control centre have.
  private mutating func makeControlCentre() {
    guard let member = root.member("widgets") else { return }
    let near = [
      "dnd": "bell", "mpris": "media", "volume": "audio", "backlight": "backlight", "inhibitors": "idle",
      "buttons-grid": "session", "menubar": "control_center",
    ]
    let kinds = (member.value.elements ?? []).compactMap { $0.string?.split(separator: "#").first }
    let names = (["bell"] + kinds.compactMap { near[String($0)] } + ["control_center"]).withoutRepetitions
    draft.leaveOut(
      "the control centre (\(member.value.summary)): modules of the bar have panels in its place: "
        + names.joined(separator: ", ") + "; that of bell lists notifications",
      at: member.place)
    for widget in root["widget-config"]?.members ?? [] where widget.name.hasPrefix("buttons-grid") {
      draft.leaveOut(
        "\(widget.name): buttons of commands are modules \"text\" with on.click", at: widget.place)
    }
  }
}
