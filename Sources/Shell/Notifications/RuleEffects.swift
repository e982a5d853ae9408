import Settings
import TextProcessing

/// The effects of the rules on a notification.
struct RuleEffects {
  /// Seconds that the banner stays, 0: until it is closed; nil if no rule sets it.
  var timeout: Double?
  /// The sound, empty for none; nil if no rule sets it.
  var sound: String?
  var isHidden = false
  var keepsHistory: Bool
  /// The name of the stack, empty for none; nil if no rule sets it.
  var group: String?
  var commands: [[String]] = []

  /// Applies the rules from the first to the last; also changes the fields of `notification` that they set.
  init(
    _ notification: inout Notification, settings: NotificationSettings, modes: [String], output: String?
  ) {
    keepsHistory = settings.keepsHistory
    for rule in settings.rules where rule.matches(notification, modes: modes, output: output) {
      notification.urgency = rule.newUrgency ?? notification.urgency
      notification.material = rule.material ?? notification.material
      notification.ink = rule.ink ?? notification.ink
      notification.style = notification.style.overridden(by: rule.style)
      timeout = rule.timeout ?? timeout
      sound = rule.sound ?? sound
      isHidden = rule.isHidden ?? isHidden
      keepsHistory = rule.keepsHistory ?? keepsHistory
      group = rule.group ?? group
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
  /// Whether all conditions of the rule hold.
  func matches(_ notification: Notification, modes: [String], output: String?) -> Bool {
    func holds(_ pattern: TextPattern?, _ text: String) -> Bool { pattern?.matches(text) ?? true }
    // Cheap comparisons come first.
    if let urgency, urgency != notification.urgency { return false }
    if let mode, !modes.contains(mode) { return false }
    return holds(application, notification.applicationName) && holds(category, notification.category)
      && holds(desktopEntry, notification.desktopEntry) && holds(self.output, output ?? "")
      && holds(summary, notification.summary) && holds(body, notification.body.string)
  }
}
