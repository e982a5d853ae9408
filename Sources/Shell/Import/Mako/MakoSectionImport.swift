import Settings

/// Makes a rule of a section of mako's configuration.
struct MakoSectionImport {
  private let section: MakoFile.Section
  /// Whether the section is for notifications in a stack.
  private let isForStacks: Bool
  private let padding: MakoPadding

  /// Adds the rule to a draft, if there is one for such a section.
  ///
  /// - Parameters:
  ///   - general: The options of all banners.
  ///   - hasTimeouts: Whether applications choose timeouts.
  static func add(
    _ section: MakoFile.Section, over general: MakoFile.Section, to draft: inout BannerDraft,
    hasTimeouts: Bool
  ) {
    if section.criteria.map(\.words) == ["hidden"] { return addNote(section, to: &draft) }
    let maker = MakoSectionImport(section, over: general)
    guard let rule = maker.rule(&draft) else { return }
    if maker.isForStacks {
      // Stacks of all banners need no rule.
      draft.rule = rule.conditions.isEmpty ? nil : rule
      for option in section.inForce { maker.setForStacks(option, &draft) }
    } else {
      draft.rule = rule
      // Whether timeouts are ignored counts where there is a time.
      for isLast in [false, true] {
        for option in section.inForce where (option.key == "ignore-timeout") == isLast {
          maker.set(option, hasTimeouts, &draft)
        }
      }
    }
    draft.endRule()
  }

  private init(_ section: MakoFile.Section, over general: MakoFile.Section) {
    self.section = section
    padding = MakoPadding(of: section, over: general)
    isForStacks = section.criteria.contains { $0.words == "grouped" }
  }

  // MARK: - Stacks and the note

  /// Sets the text about notifications that are not shown.
  private static func addNote(_ section: MakoFile.Section, to draft: inout BannerDraft) {
    for option in section.inForce {
      if option.key == "format" {
        MakoStyle.setMoreFormat(option, &draft)
      } else {
        draft.leaveOut(option, "the note about other notifications has the look of banners")
      }
    }
  }

  /// Sets an option of banners in stacks.
  private func setForStacks(_ option: SourceOption, _ draft: inout BannerDraft) {
    switch option.key {
    case "format": MakoStyle.setFormat(option, of: "stack_format", &draft)
    // The newest notification of a stack is shown in any case.
    case "invisible" where MakoValue.boolean(option.value) == false: draft.carry(option)
    default: draft.leaveOut(option, "banners in stacks have only texts of their own")
    }
  }

  // MARK: - Conditions

  /// Makes a rule with the conditions; nil if there is none for a criterion, which is reported.
  private func rule(_ draft: inout BannerDraft) -> BannerRule? {
    var rule = BannerRule()
    for criterion in section.criteria where !(isForStacks && criterion.words == "grouped") {
      guard let (key, value) = condition(criterion), BannerDraft.accepts(condition: key, value) else {
        draft.leaveOut(loss(criterion), at: section.place)
        return nil
      }
      rule.add(condition: key, value)
      if key == "mode" {
        draft.approximate(
          "mode=\(criterion.value)", "\"hyaline notifications mode \(criterion.value) on\" turns the mode on",
          at: criterion.place)
      }
    }
    return rule
  }

  private func loss(_ criterion: MakoFile.Criterion) -> String {
    let options = section.options.map(\.words).joined(separator: ", ")
    let reason =
      switch criterion.field {
      case "grouped", "group-index": "a stack of banners shows the newest one and the number of the others"
      case "hidden": "the number of notifications that are not shown is below the banners"
      default: "there is no such condition, so this section is left out"
      }
    return "\(section.words): \(reason)" + (options.isEmpty ? "" : " (\(options))")
  }

  private func condition(_ criterion: MakoFile.Criterion) -> (key: String, value: SettingsValue)? {
    let (field, text) = (criterion.field, criterion.value)
    switch field {
    case "app-name", "summary", "body", "category", "desktop-entry", "output":
      let key = ["app-name": "app", "desktop-entry": "desktop_entry"][field] ?? field
      let pattern = criterion.isExpression ? PatternText.expression(text) : PatternText.exact(text)
      return pattern.map { (key, .string($0)) }
    case "urgency":
      let name = text == "high" ? "critical" : text
      return ["low", "normal", "critical"].contains(name) ? ("urgency", .string(name)) : nil
    case "mode": return text.isEmpty ? nil : ("mode", .string(text))
    case "actionable", "expiring": return (field, .boolean(text == "true"))
    default: return nil
    }
  }

  // MARK: - Options

  private func set(_ option: SourceOption, _ hasTimeouts: Bool, _ draft: inout BannerDraft) {
    switch option.key {
    case "default-timeout": setTimeout(option, hasTimeouts && !ignoresTimeouts, &draft)
    // A time of the rule replaces that of the application in any case.
    case "ignore-timeout" where ignoresTimeouts && draft.rule?.settings["timeout"] != nil: draft.carry(option)
    case "layer" where draft.rule?.urgency == "critical":
      draft.setForAll("critical_layer", to: .string(option.value), from: option)
    case "group-by": setGroup(option, &draft)
    case "output": draft.set("set_output", to: .string(option.value), from: option)
    case "padding":
      guard let edges = MakoValue.edges(option.value) else {
        return draft.leaveOut(option, "expected one to four numbers")
      }
      padding.set(edges, from: option, &draft)
    case "on-touch": draft.leaveOut(option, "a touch has the effect of the left button")
    default: MakoStyle.set(option, &draft)
    }
  }

  /// Whether the section takes no timeouts of applications.
  private var ignoresTimeouts: Bool {
    section.option("ignore-timeout").flatMap { MakoValue.boolean($0.value) } == true
  }

  private func setTimeout(_ option: SourceOption, _ hasTimeouts: Bool, _ draft: inout BannerDraft) {
    guard let seconds = MakoStyle.seconds(option.value) else {
      return draft.leaveOut(option, "expected a number of milliseconds")
    }
    if let urgency = draft.rule?.urgency {
      return draft.setForAll("timeout_\(urgency)", to: seconds, from: option)
    }
    draft.set(
      "timeout", to: seconds, from: option,
      but: hasTimeouts ? "it replaces a timeout that the application requests, too" : nil)
  }

  /// Stacks the banners of a section as mako does, or all of them by the name of its criteria.
  private func setGroup(_ option: SourceOption, _ draft: inout BannerDraft) {
    if MakoStyle.setGroups("group_by", option, &draft) { return }
    guard let name = section.criteria.first(where: { !$0.isExpression })?.value, !name.isEmpty else {
      return draft.leaveOut(option, "rules stack banners by a name")
    }
    draft.set("group", to: .string(name), from: option, but: "all banners of this rule are in one stack")
  }
}

extension MakoFile.Criterion {
  /// The name of a criterion that is true or false, after an exclamation mark if it is false; empty for other criteria.
  fileprivate var words: String {
    switch value {
    case "true": field
    case "false": "!" + field
    default: ""
    }
  }
}
