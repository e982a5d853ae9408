import Settings

/// Makes a rule of a section of dunst's configuration.
struct DunstRuleImport {
  private let section: DunstFile.Section
  private let hasExpressions: Bool
  private var rule: BannerRule?

  /// Adds the rule to a draft, if there is one for such a section.
  ///
  /// - Parameter hasExpressions: Whether conditions are regular expressions in place of globs.
  static func add(_ section: DunstFile.Section, to draft: inout BannerDraft, hasExpressions: Bool) {
    var maker = DunstRuleImport(section, hasExpressions)
    let enabled = section.option("enabled")
    maker.rule?.isEnabled = enabled.flatMap { DunstValue.boolean($0.value) }
    guard maker.makeConditions(&draft) else { return }
    for option in section.inForce {
      if Self.conditions.keys.contains(option.key) || option.key == "enabled" { continue }
      if option.key == "fullscreen" {
        setFullscreen(option, urgency: maker.urgency, &draft)
      } else {
        set(option, in: &maker.rule, &draft)
      }
    }
    guard let rule = maker.rule else { return }
    if let enabled, rule.isEmpty || rule.isEnabled == nil {
      draft.leaveOut(enabled, "the rule changes nothing")
    } else if let enabled {
      draft.carry(enabled)
    }
    draft.add(rule)
  }

  private init(_ section: DunstFile.Section, _ hasExpressions: Bool) {
    (self.section, self.hasExpressions) = (section, hasExpressions)
    rule = BannerRule(section.name)
  }

  // MARK: - Conditions

  /// Whether the urgency is the only condition of an enabled rule without effects on full screens.
  static func isForUrgency(_ section: DunstFile.Section) -> Bool {
    let others = Set(conditions.keys).subtracting(["msg_urgency"]).union(["enabled", "fullscreen"])
    return !section.options.contains { others.contains($0.key) }
  }

  /// Our conditions by dunst's names, which are empty where there is none.
  private static let conditions = [
    "appname": "app", "summary": "summary", "body": "body", "category": "category",
    "desktop_entry": "desktop_entry", "msg_urgency": "urgency", "match_transient": "transient",
    "stack_tag": "tag", "icon": "", "match_dbus_timeout": "",
  ]

  /// Makes the conditions; returns false if there is none for one of dunst's, which is reported.
  private mutating func makeConditions(_ draft: inout BannerDraft) -> Bool {
    for option in section.inForce {
      guard let key = Self.conditions[option.key] else { continue }
      // A pattern for everything is no condition.
      if option.value == "*" {
        draft.carry(option)
        continue
      }
      guard let value = condition(key, option.value), BannerDraft.accepts(condition: key, value) else {
        let rest = section.options.filter { Self.conditions[$0.key] == nil }.map(\.words).joined(
          separator: ", ")
        draft.leaveOut(
          option, "there is no such condition, so the rule \"\(section.name)\" is left out (\(rest))")
        return false
      }
      rule?.add(condition: key, value)
      draft.carry(option)
    }
    return true
  }

  private func condition(_ key: String, _ text: String) -> SettingsValue? {
    switch key {
    case "urgency": DunstImport.urgencies.contains(text) ? .string(text) : nil
    case "transient": DunstValue.boolean(text).map { .boolean($0) }
    default: (hasExpressions ? PatternText.expression(text) : PatternText.glob(text)).map { .string($0) }
    }
  }

  /// The urgency, if that is the only condition; empty if there is no condition.
  private var urgency: String? {
    guard let rule, rule.conditions.count == 1 else { return rule?.conditions.isEmpty == true ? "" : nil }
    guard rule.conditions[0].key == "urgency", case .string(let name) = rule.conditions[0].value.content
    else {
      return nil
    }
    return name
  }

  // MARK: - Options

  /// Sets the counterpart of an option in a rule.
  static func set(_ option: SourceOption, in rule: inout BannerRule?, _ draft: inout BannerDraft) {
    switch option.key {
    case "background":
      guard let colour = DunstValue.colour(option.value) else { return refuse(option, &draft) }
      let purpose = rule.map { $0.title.isEmpty ? MakoStyle.purpose($0) : MakoStyle.word($0.title) } ?? ""
      draft.set("material", in: &rule, to: [.string(draft.material(colour, for: purpose))], from: option)
    case "foreground": setColour("ink", option, &rule, &draft)
    case "frame_color": setColour("border_color", option, &rule, &draft)
    case "highlight": DunstOption.setHighlight(option, in: &rule, &draft)
    case "timeout", "override_dbus_timeout": setTimeout(option, &rule, &draft)
    case "urgency": draft.set("set_urgency", in: &rule, to: [.string(option.value)], from: option)
    case "skip_display": draft.set("hidden", in: &rule, to: DunstOption.boolean(option), from: option)
    case "override_pause_level": setNumber("pause_level", option, &rule, &draft)
    case "history_ignore":
      let value = DunstValue.boolean(option.value)
      draft.set("history", in: &rule, to: value.map { [.boolean(!$0)] } ?? [], from: option)
    case "format": DunstOption.setFormat(option, in: &rule, &draft)
    case "script": setScript(option, &rule, &draft)
    case "set_stack_tag":
      draft.set("group", in: &rule, to: [.string(option.value)], from: nil)
      draft.approximate(option, "banners with this tag are stacked, with the newest in front")
    case "alignment": MakoStyle.setAlignment(option, in: &rule, &draft)
    case "icon_position": DunstOption.setIconPosition(option, in: &rule, &draft)
    case "origin": draft.set("anchor", in: &rule, to: [.string(MakoStyle.anchor(option.value))], from: option)
    case "min_icon_size", "max_icon_size": DunstOption.setIconBound(option, in: &rule, &draft)
    case "frame_width": setNumber("border_width", option, &rule, &draft)
    case "corner_radius": setNumber("corner_radius", option, &rule, &draft)
    default: draft.leaveOut(option, "rules have no such option")
    }
  }

  private static func refuse(_ option: SourceOption, _ draft: inout BannerDraft) {
    draft.leaveOut(option, "dunst takes no such value")
  }

  private static func setColour(
    _ key: String, _ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft
  ) {
    guard let colour = DunstValue.colour(option.value) else { return refuse(option, &draft) }
    draft.set(key, in: &rule, to: [.string(colour)], from: option)
  }

  private static func setNumber(
    _ key: String, _ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft
  ) {
    draft.set(
      key, in: &rule, to: DunstValue.number(option.value).map { [.number(Double($0))] } ?? [], from: option)
  }

  private static func setTimeout(
    _ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft
  ) {
    guard let seconds = DunstValue.seconds(option.value) else {
      return draft.leaveOut(option, "expected a duration such as 10s")
    }
    guard seconds >= 0 else { return draft.carry(option) }
    draft.set("timeout", in: &rule, to: [.number(seconds)], from: option)
  }

  /// Runs a script with the arguments that dunst gives it.
  private static func setScript(_ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft)
  {
    let values = #""$HYALINE_APP" "$HYALINE_SUMMARY" "$HYALINE_BODY" "$HYALINE_ICON" "$HYALINE_URGENCY""#
    draft.set("command", in: &rule, to: [.shell("exec \(option.value) \(values)")], from: nil)
    draft.approximate(option, "its arguments are the same but for small letters of the urgency")
  }

  /// Do not disturb while a window is in fullscreen is for all notifications, and only critical ones can be excepted.
  ///
  /// - Parameter urgency: The urgency, if that is the only condition; empty if there is no condition, nil if there are others.
  static func setFullscreen(_ option: SourceOption, urgency: String?, _ draft: inout BannerDraft) {
    switch (option.value, urgency) {
    case ("delay", ""), ("pushback", ""):
      draft.set("do_not_disturb", "while_fullscreen", to: [.boolean(true)], from: nil)
      draft.approximate(option, "do not disturb is on while a window is in fullscreen")
    case ("show", "critical"):
      draft.set("do_not_disturb", "show_critical", to: [.boolean(true)], from: option)
    case ("show", _): draft.carry(option)
    default: draft.leaveOut(option, "do not disturb while a window is in fullscreen is for all notifications")
    }
  }
}
