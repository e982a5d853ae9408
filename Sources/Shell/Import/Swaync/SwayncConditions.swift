import Settings

/// Makes conditions of rules of those of swaync's visibility rules and scripts.
enum SwayncConditions {
  private static let patterns = [
    "app-name": "app", "desktop-entry": "desktop_entry", "summary": "summary", "body": "body",
    "category": "category",
  ]
  /// The members that are no conditions.
  private static let others: Set = ["state", "override-urgency", "exec", "run-on"]

  /// A rule with the conditions of an entry, whose name is its title; nil if one has no counterpart, which is reported.
  static func rule(_ entry: SourceValue.Member, _ draft: inout BannerDraft) -> BannerRule? {
    var rule = BannerRule(entry.name)
    for member in entry.value.members where !others.contains(member.name) {
      guard let (key, value) = condition(member), BannerDraft.accepts(condition: key, value) else {
        draft.leaveOut(
          SwayncImport.option(member), "there is no such condition, so \"\(entry.name)\" is left out")
        return nil
      }
      rule.add(condition: key, value)
    }
    return rule
  }

  private static func condition(_ member: SourceValue.Member) -> (key: String, value: SettingsValue)? {
    guard let text = member.value.string else { return nil }
    if let key = patterns[member.name] {
      return PatternText.expression(text).map { (key, .string($0)) }
    }
    let urgency = text.lowercased()
    guard member.name == "urgency", ["low", "normal", "critical"].contains(urgency) else { return nil }
    return ("urgency", .string(urgency))
  }
}
