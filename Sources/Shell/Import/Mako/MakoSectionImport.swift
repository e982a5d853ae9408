import Settings

/// Makes a rule of a section of mako's configuration.
struct MakoSectionImport {
  private let section: MakoFile.Section
  /// Whether the section is for notifications in a stack.
  private let isForStacks: Bool
  private let padding: MakoPadding
  private var rule: BannerRule? = BannerRule()

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
    var maker = MakoSectionImport(section, over: general)
    guard maker.makeConditions(&draft) else { return }
    if maker.isForStacks {
      maker.addStackFormat(&draft)
      return
    }
    // Whether timeouts are ignored counts where there is a time.
    for option in section.inForce.filter({ $0.key != "ignore-timeout" })
      + section.inForce.filter({ $0.key == "ignore-timeout" })
    {
      maker.set(option, hasTimeouts, &draft)
    }
    if let rule = maker.rule { draft.add(rule) }
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

  /// Sets the texts of banners in stacks, of all or of those that a rule is for.
  private mutating func addStackFormat(_ draft: inout BannerDraft) {
    var own = rule?.conditions.isEmpty == true ? nil : rule
    for option in section.inForce {
      switch option.key {
      case "format": MakoStyle.setFormat(option, of: "stack_format", in: &own, &draft)
      // The newest notification of a stack is shown in any case.
      case "invisible" where MakoValue.boolean(option.value) == false: draft.carry(option)
      default: draft.leaveOut(option, "banners in stacks have only texts of their own")
      }
    }
    if let own { draft.add(own) }
  }

  // MARK: - Conditions

  /// Makes the conditions; returns false if there is none for a criterion, which is reported.
  private mutating func makeConditions(_ draft: inout BannerDraft) -> Bool {
    for criterion in section.criteria where !(isForStacks && criterion.words == "grouped") {
      guard let (key, value) = condition(criterion), BannerDraft.accepts(condition: key, value) else {
        draft.leaveOut(loss(criterion), at: section.place)
        return false
      }
      rule?.add(condition: key, value)
      if key == "mode" {
        draft.approximate(
          "mode=\(criterion.value)", "\"hyaline notifications mode \(criterion.value) on\" turns the mode on",
          at: criterion.place)
      }
    }
    return true
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
    let keys = [
      "app-name": "app", "summary": "summary", "body": "body", "category": "category",
      "desktop-entry": "desktop_entry", "output": "output",
    ]
    if let key = keys[criterion.field] {
      let pattern =
        criterion.isExpression ? PatternText.expression(criterion.value) : PatternText.exact(criterion.value)
      return pattern.map { (key, .string($0)) }
    }
    switch criterion.field {
    case "urgency":
      let name = criterion.value == "high" ? "critical" : criterion.value
      return ["low", "normal", "critical"].contains(name) ? ("urgency", .string(name)) : nil
    case "mode": return criterion.value.isEmpty ? nil : ("mode", .string(criterion.value))
    case "actionable", "expiring": return (criterion.field, .boolean(criterion.value == "true"))
    default: return nil
    }
  }

  /// The urgency, if that is the only condition.
  private var urgency: String? {
    guard let rule, rule.conditions.count == 1, case .string(let name) = rule.conditions[0].value.content
    else { return nil }
    return rule.conditions[0].key == "urgency" ? name : nil
  }

  // MARK: - Options

  private mutating func set(_ option: SourceOption, _ hasTimeouts: Bool, _ draft: inout BannerDraft) {
    switch option.key {
    case "default-timeout": setTimeout(option, hasTimeouts && !ignoresTimeouts, &draft)
    // A time of the rule replaces that of the application in any case.
    case "ignore-timeout" where ignoresTimeouts && rule?.value("timeout") != nil: draft.carry(option)
    case "layer" where urgency == "critical":
      draft.set("critical_layer", to: [.string(option.value)], from: option)
    case "group-by": setGroup(option, &draft)
    case "output": draft.set("set_output", in: &rule, to: [.string(option.value)], from: option)
    case "padding":
      guard let edges = MakoValue.edges(option.value) else {
        return draft.leaveOut(option, "expected one to four numbers")
      }
      padding.set(edges, in: &rule, from: option, &draft)
    case "on-touch": draft.leaveOut(option, "a touch has the effect of the left button")
    default: MakoStyle.set(option, in: &rule, &draft)
    }
  }

  /// Whether the section takes no timeouts of applications.
  private var ignoresTimeouts: Bool {
    section.options.last { $0.key == "ignore-timeout" }.flatMap { MakoValue.boolean($0.value) } == true
  }

  private mutating func setTimeout(_ option: SourceOption, _ hasTimeouts: Bool, _ draft: inout BannerDraft) {
    guard let seconds = MakoStyle.seconds(option.value) else {
      return draft.leaveOut(option, "expected a number of milliseconds")
    }
    if let urgency { return draft.set("timeout_\(urgency)", to: [seconds], from: option) }
    draft.set("timeout", in: &rule, to: [seconds], from: hasTimeouts ? nil : option)
    if hasTimeouts { draft.approximate(option, "it replaces a timeout that the application requests, too") }
  }

  /// Stacks the banners of a section as mako does, or all of them by the name of its criteria.
  private mutating func setGroup(_ option: SourceOption, _ draft: inout BannerDraft) {
    if let (name, isWhole) = MakoStyle.grouping(option) {
      draft.set("group_by", in: &rule, to: [.string(name)], from: isWhole ? option : nil)
      if !isWhole { draft.approximate(option, "stacks have the banners of one \(name)") }
      return
    }
    let names = section.criteria.filter { !$0.isExpression }.map(\.value)
    guard let name = names.first, !name.isEmpty else {
      return draft.leaveOut(option, "rules stack banners by a name")
    }
    draft.set("group", in: &rule, to: [.string(name)], from: nil)
    draft.approximate(option, "all banners of this rule are in one stack")
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
