import Settings

/// The entries that settings and rules make of calls of Notify and of records.
extension NotificationStore {
  /// The open notification that a call of Notify replaces; nil if it replaces none.
  public func replaced(by request: NotificationRequest) -> NotificationID? {
    if let id = request.replacesID { return contains(id) ? id : nil }
    guard request.hasTag else { return nil }
    let application = PlainText.line(request.applicationName, Limits.name)
    return OpenNotification.Tag(Hints(request.hints), application: application)
      .flatMap { notifications.notification(tagged: $0) }
  }

  /// Makes the entry of a call of Notify; returns it with the effects of rules on it.
  func makeEntry(
    of request: NotificationRequest, _ hints: Hints, id: NotificationID, clock: ClockTime
  ) -> (OpenNotification, RuleEffects) {
    var notification = Notification(request, hints, id: id, time: clock.seconds)
    if settings.copiesCodes {
      notification.code = OneTimeCode.find(in: notification.summary + "\n" + notification.body.string)
    }
    if settings.honoursColours { notification.takeColours(hints) }
    let circumstances = RuleEffects.Circumstances(
      tag: hints.tag, isExpiring: request.expireTimeout > 0, modes: modes, output: placeForNew,
      switches: ruleSwitches)
    let effects = RuleEffects(&notification, settings: settings, circumstances)
    var entry = OpenNotification(notification)
    entry.stay = stay(request.expireTimeout, notification.urgency, effects)
    entry.group = group(notification, effects)
    entry.isHidden = effects.isHidden
    entry.pauseLevel = effects.pauseLevel.map { Int8(clamping: $0) }
    entry.keepsHistory = effects.keepsHistory
    entry.output = effects.output.flatMap { outputs.contains($0) ? $0 : nil } ?? placeForNew
    entry.tag = OpenNotification.Tag(hints, application: notification.applicationName)
    return (entry, effects)
  }

  /// Makes the entry of a record of the history that is shown again.
  func makeEntry(of record: HistoryRecord, id: NotificationID) -> OpenNotification {
    let notification = Notification(record, id: id)
    var entry = OpenNotification(notification)
    entry.stay = stay(-1, record.urgency, nil)
    entry.group = group(notification, nil)
    entry.origin = record
    // The user has asked for it, so that do not disturb does not hold it back.
    entry.pauseLevel = 100
    entry.output = placeForNew
    return entry
  }

  private func stay(_ asked: Int32, _ urgency: Urgency, _ effects: RuleEffects?) -> Duration? {
    let usual =
      switch urgency {
      case .low: settings.timeoutLow
      case .normal: settings.timeoutNormal
      case .critical: settings.timeoutCritical
      }
    var seconds = usual
    if settings.honoursTimeouts, asked >= 0 { seconds = Double(asked) / 1000 }
    seconds = effects?.timeout ?? seconds
    // A hidden notification could never be closed by the user.
    if seconds == 0, effects?.isHidden == true { seconds = max(settings.timeoutNormal, 1) }
    return seconds == 0 ? nil : .milliseconds(Int64((seconds * 1000).rounded()))
  }

  private func group(_ notification: Notification, _ effects: RuleEffects?) -> String? {
    if let name = effects?.group { return name.isEmpty ? nil : "rule " + name }
    let grouping = effects?.grouping ?? settings.grouping
    let name =
      switch grouping {
      case .none: ""
      case .application:
        notification.desktopEntry.isEmpty ? notification.applicationName : notification.desktopEntry
      case .category: notification.category
      case .summary: notification.summary
      }
    // The first word tells stacks of one criterion from those of others.
    return name.isEmpty ? nil : "\(grouping.rawValue) \(name)"
  }
}

extension Notification {
  /// Makes the notification of a record of the history, without actions, and with the picture that has a name or a path.
  init(_ record: HistoryRecord, id: NotificationID) {
    var request = NotificationRequest()
    request.applicationName = record.applicationName
    request.summary = record.summary
    request.icon = record.icon
    var hints = Hints()
    hints.urgency = record.urgency
    hints.category = record.category
    hints.desktopEntry = record.desktopEntry
    self.init(request, hints, id: id, time: record.time)
    body = MarkedText(plain: record.body)
  }

  /// Gives the banner the colours of its hints.
  fileprivate mutating func takeColours(_ hints: Hints) {
    ink = hints.ink
    var style = BannerStyle()
    (style.tint, style.borderColour, style.progressColour) = (
      hints.tint, hints.borderColour, hints.progressColour
    )
    self.style = style
  }

  /// The variables that are added to the environment of programs that rules or gestures run.
  var environment: [String: String] {
    [
      "HYALINE_ID": "\(id)", "HYALINE_APP": applicationName, "HYALINE_SUMMARY": summary,
      "HYALINE_BODY": body.string, "HYALINE_CATEGORY": category, "HYALINE_DESKTOP_ENTRY": desktopEntry,
      "HYALINE_URGENCY": urgency.rawValue, "HYALINE_PROGRESS": progress.map { "\($0)" } ?? "",
      "HYALINE_TIME": "\(time)", "HYALINE_ICON": HistoryRecord(self).icon,
      "HYALINE_LINKS": (body.links + urls).joined(separator: "\n"),
      "HYALINE_ACTIONS": ((hasDefaultAction ? [Self.defaultAction] : []) + buttons.map(\.key))
        .joined(separator: "\n"),
      "HYALINE_TRANSIENT": "\(isTransient)", "HYALINE_PID": senderPID.map { "\($0)" } ?? "",
      "HYALINE_CODE": code ?? "",
    ]
  }
}
