import Localization
import TextProcessing

/// A program that sends notifications, for all of which one rule of the settings can turn something off.
public struct NotifyingProgram: Equatable, Hashable, Sendable {
  /// The parts of a program's notifications that can be turned off.
  public enum Part: CaseIterable, Hashable, Sendable {
    case banners, sounds, history
  }

  /// A part of all notifications of a program that is on or off, or that the user wants to turn on or off.
  public struct Switch: Equatable, Hashable, Sendable {
    public var program: NotifyingProgram
    public var part: Part
    public var isOn: Bool

    public init(_ program: NotifyingProgram, _ part: Part, isOn: Bool) {
      (self.program, self.part, self.isOn) = (program, part, isOn)
    }

    /// The wish for the other state.
    public var turned: Switch { Switch(program, part, isOn: !isOn) }
  }

  /// The name that the program gives; empty if it gives none.
  public var name: String
  public var desktopEntry: String

  /// Describes a program by the name or the desktop entry of its notifications; nil if it gives neither.
  public init?(name: String, desktopEntry: String) {
    guard !name.isEmpty || !desktopEntry.isEmpty else { return nil }
    (self.name, self.desktopEntry) = (name, desktopEntry)
  }

  /// The parts that the settings let the user turn on and off: sounds and the history may be off for all programs.
  public func parts(_ settings: NotificationSettings) -> [Part] {
    let isExcluded = settings.historyExclude.contains {
      $0.matches(name) || !desktopEntry.isEmpty && $0.matches(desktopEntry)
    }
    return Part.allCases.filter { part in
      switch part {
      case .banners: true
      case .sounds: settings.playsSounds
      case .history: !isExcluded
      }
    }
  }

  /// Whether the rules that concern all notifications of the program leave a part of them on.
  public func isOn(_ part: Part, _ settings: NotificationSettings) -> Bool {
    settings.rules.lazy.filter(concerns).compactMap(part.state).last
      ?? (part == .history ? settings.keepsHistory : true)
  }

  /// The present state of the parts that the settings let the user turn on and off.
  public func switches(_ settings: NotificationSettings) -> [Switch] {
    parts(settings).map { Switch(self, $0, isOn: isOn($0, settings)) }
  }

  /// The programs of which a rule for them alone turns something off, in the order of the rules.
  public static func turnedOff(in settings: NotificationSettings) -> [NotifyingProgram] {
    var found: [NotifyingProgram] = []
    for rule in settings.rules {
      guard let program = NotifyingProgram(named: rule), program.concerns(rule), !found.contains(program),
        program.switches(settings).contains(where: { !$0.isOn && $0.part.state(rule) == false })
      else { continue }
      found.append(program)
    }
    return found
  }

  /// The program that a rule names by a pattern that matches nothing else; nil if it names none.
  private init?(named rule: NotificationRule) {
    var found: NotifyingProgram?
    if let pattern = rule.application, rule.desktopEntry == nil {
      found = Self.literal(pattern.description).flatMap { NotifyingProgram(name: $0, desktopEntry: "") }
    } else if let pattern = rule.desktopEntry, rule.application == nil {
      found = Self.literal(pattern.description).flatMap { NotifyingProgram(name: "", desktopEntry: $0) }
    }
    guard let found else { return nil }
    self = found
  }

  /// The name for the user: the one that the program gives, or the last part of its desktop entry.
  public var shownName: String {
    name.isEmpty ? desktopEntry.split(separator: ".").last.map(String.init) ?? desktopEntry : name
  }

  /// Whether a rule is applied to all notifications of the program.
  private func concerns(_ rule: NotificationRule) -> Bool {
    let patterns = [rule.summary, rule.body, rule.category, rule.tag, rule.output]
    let facts = [rule.isActionable, rule.isExpiring, rule.hasIcon, rule.isTransient]
    return rule.isEnabled ?? true && rule.urgency == nil && rule.mode == nil
      && patterns.allSatisfy { $0 == nil } && facts.allSatisfy { $0 == nil }
      && rule.application?.matches(name) ?? true && rule.desktopEntry?.matches(desktopEntry) ?? true
  }

  /// The change of the rules that turns a part on or off; nil if a rule about other notifications too decides on it.
  public func edit(_ part: Part, isOn: Bool, _ settings: NotificationSettings) -> RuleEdit? {
    guard let empty = emptyRule else { return nil }
    // A later rule may decide on the part, which only a rule after that one changes.
    if let own = settings.rules.lastIndex(where: { isOwn($0, empty) }),
      let edit = edit(own, empty, part, isOn: isOn, settings)
    {
      return edit
    }
    var rule = empty
    part.set(isOn, in: &rule)
    var changed = settings
    changed.rules.append(rule)
    guard self.isOn(part, changed) == isOn else { return nil }
    return RuleEdit(.append([condition, .init(part.key, part.literal(isOn))]), changed.rules)
  }

  /// The change of the program's own rule at an index that turns a part on or off; nil if another rule decides on it.
  private func edit(
    _ index: Int, _ empty: NotificationRule, _ part: Part, isOn: Bool, _ settings: NotificationSettings
  ) -> RuleEdit? {
    // A rule that leaves the part out is tried first, since other rules or the default may turn the part on or off already.
    for state in [nil, isOn] {
      var changed = settings
      part.set(state, in: &changed.rules[index])
      guard self.isOn(part, changed) == isOn else { continue }
      if changed.rules[index] == empty {
        changed.rules.remove(at: index)
        return RuleEdit(.remove(index), changed.rules)
      }
      return RuleEdit(
        state == nil ? .unset(index, part.key) : .set(index, part.key, part.literal(isOn)), changed.rules)
    }
    return nil
  }

  /// Whether a rule does nothing but turn parts of this program's notifications on or off.
  private func isOwn(_ rule: NotificationRule, _ empty: NotificationRule) -> Bool {
    // A sound of its own is more than sounds that are on.
    guard rule.sound?.isEmpty ?? true else { return false }
    var rule = rule
    for part in Part.allCases { part.set(nil, in: &rule) }
    return rule == empty
  }

  /// A rule for the program that does nothing yet.
  private var emptyRule: NotificationRule? {
    var rule = NotificationRule()
    guard let pattern = try? NegatablePattern(pattern) else { return nil }
    if name.isEmpty { rule.desktopEntry = pattern } else { rule.application = pattern }
    return rule
  }

  /// The key of the rule's condition and the text of its value.
  private var condition: RuleEdit.Entry {
    RuleEdit.Entry(name.isEmpty ? "desktop_entry" : "app", TomlText.string(pattern))
  }

  /// The pattern that matches the program's name and nothing else.
  private var pattern: String { Self.pattern(of: name.isEmpty ? desktopEntry : name) }

  /// The text that a pattern matches and that has this very pattern; nil if it matches others too.
  private static func literal(_ pattern: String) -> String? {
    var (text, isEscaped) = ("", false)
    for scalar in pattern.unicodeScalars {
      isEscaped = scalar == "\\" && !isEscaped
      if !isEscaped { text.unicodeScalars.append(scalar) }
    }
    return Self.pattern(of: text) == pattern ? text : nil
  }

  private static func pattern(of text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      let isSpecial = pattern.isEmpty ? "*?[\\/!" : "*?[\\"
      if isSpecial.unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}

extension NotifyingProgram.Part {
  /// The label of the entry of a menu that turns the part on and off.
  public var label: String {
    switch self {
    case .banners: localized("Show banners")
    case .sounds: localized("Play sounds")
    case .history: localized("Keep in the history")
    }
  }

  fileprivate var key: String {
    switch self {
    case .banners: "hidden"
    case .sounds: "sound"
    case .history: "history"
    }
  }

  /// The text of the value that turns the part on or off; a sound is on without a value.
  fileprivate func literal(_ isOn: Bool) -> String {
    switch self {
    case .banners: "\(!isOn)"
    case .sounds: TomlText.string("")
    case .history: "\(isOn)"
    }
  }

  /// Whether a rule turns the part on or off; nil: it does neither.
  fileprivate func state(_ rule: NotificationRule) -> Bool? {
    switch self {
    case .banners: rule.isHidden.map { !$0 }
    case .sounds: rule.sound.map { !$0.isEmpty }
    case .history: rule.keepsHistory
    }
  }

  /// Makes a rule turn the part on or off, or, with nil, do neither.
  fileprivate func set(_ state: Bool?, in rule: inout NotificationRule) {
    switch self {
    case .banners: rule.isHidden = state.map { !$0 }
    case .sounds: rule.sound = state == false ? "" : nil
    case .history: rule.keepsHistory = state
    }
  }
}
