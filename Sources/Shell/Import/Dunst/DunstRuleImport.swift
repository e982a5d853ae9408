import Settings

/// Makes a rule of a section of dunst's configuration.
struct DunstRuleImport {
  private let section: DunstFile.Section
  private let hasExpressions: Bool

  /// Adds the rule to a draft, if there is one for such a section.
  ///
  /// - Parameter hasExpressions: Whether conditions are regular expressions in place of globs.
  static func add(_ section: DunstFile.Section, to draft: inout BannerDraft, hasExpressions: Bool) {
    let maker = DunstRuleImport(section: section, hasExpressions: hasExpressions)
    guard let rule = maker.rule(&draft) else { return }
    draft.rule = rule
    for option in section.inForce where conditions[option.key] == nil && option.key != "enabled" {
      if option.key == "fullscreen" {
        setFullscreen(option, urgency: rule.conditions.isEmpty ? "" : rule.urgency, &draft)
      } else {
        DunstOption.set(option, &draft)
      }
    }
    if draft.rule?.isEmpty == true || rule.isEnabled == nil {
      draft.leaveOut(section.option("enabled"), "the rule changes nothing")
    } else {
      draft.carry(section.option("enabled"))
    }
    draft.endRule()
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

  /// Makes a rule with the conditions; nil if there is none for one of dunst's, which is reported.
  private func rule(_ draft: inout BannerDraft) -> BannerRule? {
    var rule = BannerRule(section.name)
    rule.isEnabled = section.boolean("enabled")
    for option in section.inForce {
      guard let key = Self.conditions[option.key] else { continue }
      // A pattern for everything is no condition.
      if option.value != "*" {
        guard let value = condition(key, option.value), BannerDraft.accepts(condition: key, value) else {
          let rest = section.options.filter { Self.conditions[$0.key] == nil }.map(\.words)
          draft.leaveOut(
            option,
            "there is no such condition, so the rule \"\(section.name)\" is left out (\(rest.joined(separator: ", ")))"
          )
          return nil
        }
        rule.add(condition: key, value)
      }
      draft.carry(option)
    }
    return rule
  }

  private func condition(_ key: String, _ text: String) -> SettingsValue? {
    switch key {
    case "urgency": DunstImport.urgencies.contains(text) ? .string(text) : nil
    case "transient": DunstValue.boolean(text).map { .boolean($0) }
    default: (hasExpressions ? PatternText.expression(text) : PatternText.glob(text)).map { .string($0) }
    }
  }

  // MARK: - Options

  /// Sets the counterpart of an option that rules alone have, or colours of an urgency.
  static func set(_ option: SourceOption, _ draft: inout BannerDraft) {
    switch option.key {
    case "background":
      guard let colour = DunstValue.colour(option.value) else { return refuse(option, &draft) }
      draft.set(material: colour, from: option)
    case "foreground": setColour("ink", option, &draft)
    case "frame_color": setColour("border_color", option, &draft)
    case "highlight": DunstOption.setHighlight(option, &draft)
    case "timeout", "override_dbus_timeout": setTimeout(option, &draft)
    case "urgency": draft.set("set_urgency", to: .string(option.value), from: option)
    case "skip_display": draft.set("hidden", to: DunstOption.boolean(option), from: option)
    case "override_pause_level": DunstOption.setNumber("pause_level", option, &draft)
    case "history_ignore":
      draft.set("history", to: DunstValue.boolean(option.value).map { .boolean(!$0) }, from: option)
    case "script": setScript(option, &draft)
    case "set_stack_tag":
      draft.set(
        "group", to: .string(option.value), from: option,
        but: "banners with this tag are stacked, with the newest in front")
    case "origin": draft.set("anchor", to: .string(MakoStyle.anchor(option.value)), from: option)
    case "min_icon_size", "max_icon_size": DunstOption.setIconBound(option, &draft)
    default: draft.leaveOut(option, "rules have no such option")
    }
  }

  private static func refuse(_ option: SourceOption, _ draft: inout BannerDraft) {
    draft.leaveOut(option, "dunst takes no such value")
  }

  private static func setColour(_ key: String, _ option: SourceOption, _ draft: inout BannerDraft) {
    guard let colour = DunstValue.colour(option.value) else { return refuse(option, &draft) }
    draft.set(key, to: .string(colour), from: option)
  }

  private static func setTimeout(_ option: SourceOption, _ draft: inout BannerDraft) {
    guard let seconds = DunstValue.seconds(option.value) else {
      return draft.leaveOut(option, "expected a duration such as 10s")
    }
    guard seconds >= 0 else { return draft.carry(option) }
    draft.set("timeout", to: .number(seconds), from: option)
  }

  /// Runs a script with the arguments that dunst gives it.
  private static func setScript(_ option: SourceOption, _ draft: inout BannerDraft) {
    let values = #""$HYALINE_APP" "$HYALINE_SUMMARY" "$HYALINE_BODY" "$HYALINE_ICON" "$HYALINE_URGENCY""#
    draft.set(
      "command", to: .shell("exec \(option.value) \(values)"), from: option,
      but: "its arguments are the same but for small letters of the urgency")
  }

  /// Do not disturb while a window is in fullscreen is for all notifications, and only critical ones can be excepted.
  ///
  /// - Parameter urgency: The urgency, if that is the only condition; empty if there is no condition, nil if there are others.
  static func setFullscreen(_ option: SourceOption, urgency: String?, _ draft: inout BannerDraft) {
    switch (option.value, urgency) {
    case ("delay", ""), ("pushback", ""):
      draft.setForAll(
        "do_not_disturb.while_fullscreen", to: true, from: option,
        but: "do not disturb is on while a window is in fullscreen")
    case ("show", "critical"): draft.setForAll("do_not_disturb.show_critical", to: true, from: option)
    case ("show", _): draft.carry(option)
    default: draft.leaveOut(option, "do not disturb while a window is in fullscreen is for all notifications")
    }
  }
}
