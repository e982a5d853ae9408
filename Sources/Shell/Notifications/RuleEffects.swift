import Settings
import TextProcessing

/// The effects of the rules on a notification.
struct RuleEffects {
  /// The facts beside the notification that conditions of rules refer to.
  struct Circumstances {
    /// The tag of the notification; empty for none.
    var tag: String
    /// Whether the application requests a time after which the banner closes.
    var isExpiring: Bool
    var modes: [String]
    /// The name of the output on which the banner would be shown.
    var output: String?
    /// The rules that were turned on or off by their names.
    var switches: [String: Bool]
  }

  /// Seconds that the banner stays, 0: until it is closed; nil if no rule sets it.
  var timeout: Double?
  /// The sound, empty for none; nil if no rule sets it.
  var sound: String?
  var isHidden = false
  /// The level of do not disturb up to which the banner is shown; nil if no rule sets it.
  var pauseLevel: Int?
  var keepsHistory: Bool
  /// The name of the stack, empty for none; nil if no rule sets it.
  var group: String?
  /// The criterion of its stack; nil if no rule sets it.
  var grouping: NotificationSettings.Grouping?
  /// The name of its output; nil if no rule sets it.
  var output: String?
  var commands: [[String]] = []

  /// Applies the rules from the first to the last; also changes the fields of `notification` that they set.
  init(_ notification: inout Notification, settings: NotificationSettings, _ circumstances: Circumstances) {
    keepsHistory = settings.keepsHistory
    for rule in settings.rules where rule.matches(notification, circumstances) {
      notification.urgency = rule.newUrgency ?? notification.urgency
      notification.material = rule.material ?? notification.material
      notification.ink = rule.ink ?? notification.ink
      notification.style = notification.style.overridden(by: rule.style)
      timeout = rule.timeout ?? timeout
      sound = rule.sound ?? sound
      isHidden = rule.isHidden ?? isHidden
      pauseLevel = rule.pauseLevel ?? pauseLevel
      keepsHistory = rule.keepsHistory ?? keepsHistory
      group = rule.group ?? group
      grouping = rule.grouping ?? grouping
      output = rule.newOutput ?? output
      if let command = rule.command { commands.append(command) }
    }
    let isExcluded = settings.historyExclude.contains {
      $0.matches(notification.applicationName)
        || !notification.desktopEntry.isEmpty && $0.matches(notification.desktopEntry)
    }
    if notification.isTransient || isExcluded { keepsHistory = false }
  }
}

extension NotificationRule {
  /// Whether the rule is on and all its conditions hold.
  func matches(_ notification: Notification, _ circumstances: RuleEffects.Circumstances) -> Bool {
    func holds(_ pattern: NegatablePattern?, _ text: String) -> Bool { pattern?.matches(text) ?? true }
    func holds(_ wanted: Bool?, _ fact: Bool) -> Bool { (wanted ?? fact) == fact }
    // Cheap comparisons come first.
    guard name.flatMap({ circumstances.switches[$0] }) ?? isEnabled ?? true else { return false }
    if let urgency, urgency != notification.urgency { return false }
    if let mode, !circumstances.modes.contains(mode) { return false }
    return holds(isActionable, notification.isActionable) && holds(isExpiring, circumstances.isExpiring)
      && holds(hasIcon, notification.hasOwnPicture) && holds(isTransient, notification.isTransient)
      && holds(tag, circumstances.tag) && holds(application, notification.applicationName)
      && holds(category, notification.category) && holds(desktopEntry, notification.desktopEntry)
      && holds(output, circumstances.output ?? "") && holds(summary, notification.summary)
      && holds(body, notification.body.string)
  }
}

extension NotificationStore {
  /// The names of rules in the order of the settings, with whether the first rule of that name is on.
  public var namedRules: [(name: String, isOn: Bool)] {
    var names: Set<String> = []
    return settings.rules.compactMap { rule in
      guard let name = rule.name, names.insert(name).inserted else { return nil }
      return (name, ruleSwitches[name] ?? rule.isEnabled ?? true)
    }
  }
}

extension Notification {
  /// Whether it has actions or takes a reply.
  fileprivate var isActionable: Bool { hasDefaultAction || !buttons.isEmpty || reply != nil }

  /// Whether the application has sent an icon or a picture with it.
  fileprivate var hasOwnPicture: Bool {
    pictures.contains { if case .application = $0 { false } else { true } }
  }
}
