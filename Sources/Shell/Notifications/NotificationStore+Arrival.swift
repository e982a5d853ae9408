import Geometry
import Scenes
import Settings

extension NotificationStore {
  /// The identifier to answer a call of Notify with, before the call is processed.
  ///
  /// The event `notified` follows with both: at once if the request `mayReplace`, otherwise in the
  /// order of the calls.
  public mutating func identify(_ request: NotificationRequest) -> NotificationID {
    // The specification requires that the call returns the number that it was given, even if that is no longer open.
    if let id = request.replacesID { return id }
    return replaced(by: request) ?? makeIdentifier()
  }

  /// The open notification that a call of Notify replaces; nil if it replaces none.
  public func replaced(by request: NotificationRequest) -> NotificationID? {
    if let id = request.replacesID { return banners[id] == nil ? nil : id }
    return tag(of: request).flatMap { tags[$0] }.flatMap { entries[$0]?.notification.id }
  }

  /// The next number that is not open; never 0.
  public mutating func makeIdentifier() -> NotificationID {
    repeat {
      lastID = lastID == .max ? 1 : lastID + 1
    } while banners[NotificationID(rawValue: lastID)] != nil
    return NotificationID(rawValue: lastID)
  }

  private func tag(of request: NotificationRequest) -> Tag? {
    guard request.hasTag else { return nil }
    return Tag(Hints(request.hints), application: PlainText.line(request.applicationName, Limits.name))
  }

  /// Adds the notification of a call of Notify.
  mutating func take(
    _ request: NotificationRequest, id: NotificationID, now: Instant, clock: ClockTime
  ) -> [NotificationCommand] {
    let hints = Hints(request.hints)
    var notification = Notification(request, hints, id: id, time: clock.seconds)
    if settings.copiesCodes {
      notification.code = OneTimeCode.find(in: notification.summary + "\n" + notification.body.string)
    }
    if settings.honoursColours { notification.takeColours(hints) }
    let circumstances = RuleEffects.Circumstances(
      tag: hints.tag, isExpiring: request.expireTimeout > 0, modes: modes, output: placeForNew,
      switches: ruleSwitches)
    let effects = RuleEffects(&notification, settings: settings, circumstances)
    var entry = Entry(notification: notification, ids: [])
    entry.stay = stay(request.expireTimeout, notification.urgency, effects)
    entry.group = group(notification, effects)
    entry.isHidden = effects.isHidden
    entry.pauseLevel = effects.pauseLevel.map { Int8(clamping: $0) }
    entry.keepsHistory = effects.keepsHistory
    entry.output = effects.output.flatMap { outputs.contains($0) ? $0 : nil } ?? placeForNew
    entry.tag = Tag(hints, application: notification.applicationName)
    var commands = [NotificationCommand.announce(id: id)]
    admit(entry, replaces: request.replacesID != nil || banners[id] != nil, now: now, &commands)
    if !hints.problems.isEmpty {
      commands.append(.reportProblems(application: notification.applicationName, hints.problems))
    }
    if case .sent(let picture)? = hints.picture { commands.append(.readPicture(picture, id: id)) }
    commands += announce(id, hints, effects, now: now)
    return commands
  }

  /// Shows a notification of the history again, without a client and without another record.
  mutating func restore(_ record: HistoryRecord, now: Instant, clock: ClockTime) -> [NotificationCommand] {
    var request = NotificationRequest()
    request.applicationName = record.applicationName
    request.summary = record.summary
    request.icon = record.icon
    var hints = Hints()
    hints.urgency = record.urgency
    hints.category = record.category
    hints.desktopEntry = record.desktopEntry
    var notification = Notification(request, hints, id: makeIdentifier(), time: record.time)
    notification.body = MarkedText(plain: record.body)
    var entry = Entry(notification: notification, ids: [])
    entry.stay = stay(-1, record.urgency, nil)
    entry.group = group(notification, nil)
    entry.origin = record
    entry.output = placeForNew
    var commands: [NotificationCommand] = []
    admit(entry, replaces: false, now: now, &commands)
    return commands
  }

  /// Stores an entry, and closes others beyond the limit.
  private mutating func admit(
    _ new: Entry, replaces: Bool, now: Instant, _ commands: inout [NotificationCommand]
  ) {
    var entry = new
    let id = entry.notification.id
    lastRecord += 1
    entry.record = lastRecord
    entry.notification.arrival = lastRecord
    if replaces {
      replace(id, by: entry, &commands)
    } else {
      // A notification with a tag is replaced by the next one with that tag, and counts no duplicates.
      let content = settings.countsDuplicates && entry.tag == nil ? content(entry.notification) : nil
      entry.contentHash = content?.hashValue
      if let content, let hash = entry.contentHash, let same = duplicates[hash], let old = entries[same],
        old.isHidden == entry.isHidden, self.content(old.notification) == content
      {
        count(entry, in: same, &commands)
      } else {
        insert(entry, id)
      }
    }
    let banner = banners[id]!
    deadlines.set(entry.stay.map { runningTime(now) + $0 }, for: banner)
    keepPictures(of: banner)
    makeRoom(&commands)
  }

  private mutating func insert(_ entry: Entry, _ id: NotificationID) {
    lastBanner += 1
    let banner = BannerID(rawValue: lastBanner)
    var entry = entry
    entry.ids = [id]
    entries[banner] = entry
    banners[id] = banner
    order.append(banner)
    count(1, in: entry.group)
    index(entry, banner)
  }

  private mutating func index(_ entry: Entry, _ banner: BannerID) {
    if let tag = entry.tag { tags[tag] = banner }
    if let hash = entry.contentHash { duplicates[hash] = banner }
  }

  /// Replaces an entry; an identifier with a banner of its own keeps its place.
  private mutating func replace(
    _ id: NotificationID, by entry: Entry, _ commands: inout [NotificationCommand]
  ) {
    guard let banner = banners[id], let old = entries[banner] else { return insert(entry, id) }
    if old.ids.count > 1 {
      detach(id, from: banner)
      return insert(entry, id)
    }
    forgetIndices(of: banner)
    var entry = entry
    entry.ids = old.ids
    entry.output = old.output ?? entry.output
    entry.record = old.record
    entries[banner] = entry
    index(entry, banner)
    count(1, in: entry.group)
    count(-1, in: old.group)
  }

  /// Counts a duplicate on the banner of `same`, which becomes the newest.
  private mutating func count(_ new: Entry, in same: BannerID, _ commands: inout [NotificationCommand]) {
    guard var entry = entries[same] else { return }
    entry.notification = new.notification
    entry.ids.append(new.notification.id)
    entry.count += 1
    entry.stay = new.stay
    entry.keepsHistory = new.keepsHistory
    entry.record = new.record
    entry.origin = new.origin
    banners[new.notification.id] = same
    entries[same] = entry
    order.append(same)
    if entry.ids.count > Self.duplicates {
      let oldest = entry.ids[0]
      commands += closeOne(oldest, .undefined, keepsCount: true)
    }
  }

  /// Closes the oldest notifications beyond the limit, critical ones last.
  private mutating func makeRoom(_ commands: inout [NotificationCommand]) {
    while order.count > Limits.open, let id = leastImportant { commands += close(id, .undefined) }
  }

  /// The oldest banner that is not critical, or the oldest if the first ones all are critical.
  ///
  /// The sequence of banners ends with this property: while it lives, a change of `order` copies all of them.
  private var leastImportant: BannerID? {
    // The search is limited, since a flood of critical notifications would make it expensive.
    let oldest = order.oldestFirst.prefix(16)
    return oldest.first { entries[$0]?.notification.urgency != .critical } ?? oldest.first { _ in true }
  }

  private mutating func keepPictures(of banner: BannerID) {
    guard let entry = entries[banner] else { return }
    pictureQueue.add(entry.notification.pictures.reduce(0) { $0 + $1.cost }, of: banner)
    while let oldest = pictureQueue.popBeyond(Limits.keptImageBytes) {
      entries[oldest]?.notification.pictures.removeAll { $0.cost > 0 }
    }
  }

  /// Stores a scaled picture, unless its notification was closed or replaced meanwhile.
  mutating func take(_ picture: SentImage, _ bitmap: Bitmap?, _ id: NotificationID) -> [NotificationCommand] {
    guard let banner = banners[id], let pictures = entries[banner]?.notification.pictures,
      let index = pictures.firstIndex(of: .sent(picture))
    else { return [] }
    if let bitmap {
      entries[banner]?.notification.pictures[index] = .bitmap(bitmap)
    } else {
      entries[banner]?.notification.pictures.remove(at: index)
    }
    keepPictures(of: banner)
    return [.redraw]
  }

  // MARK: - What belongs to a notification

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

  private func content(_ notification: Notification) -> Content? {
    // A notification with a picture of its own, a progress bar or a reply field is never a duplicate.
    guard notification.progress == nil, notification.reply == nil,
      !notification.pictures.contains(where: { $0.cost > 0 })
    else { return nil }
    return Content(
      application: notification.applicationName, desktopEntry: notification.desktopEntry,
      summary: notification.summary, body: notification.body,
      icon: HistoryRecord(notification).icon, urgency: notification.urgency,
      actions: notification.buttons.flatMap { [$0.key, $0.label] }
        + (notification.hasDefaultAction ? [""] : []))
  }

  /// The commands that a new notification causes: its record, its sound and the commands of rules.
  private mutating func announce(
    _ id: NotificationID, _ hints: Hints, _ effects: RuleEffects, now: Instant
  ) -> [NotificationCommand] {
    guard let banner = banners[id], let entry = entries[banner] else { return [] }
    var commands: [NotificationCommand] = [.redraw]
    if entry.keepsHistory {
      commands.append(.record(HistoryRecord(entry.notification, number: entry.record)))
    }
    if settings.playsSounds, isVisible(entry), !hints.isSilent || effects.sound != nil,
      let sound = effects.sound.map({ Sound($0) }) ?? hints.sound,
      lastSound.map({ now - $0 >= Self.soundInterval }) ?? true
    {
      lastSound = now
      commands.append(.playSound(sound))
    }
    for command in effects.commands where !isHeldByLock(entry) {
      commands.append(.run(command, environment: entry.notification.environment))
    }
    return commands
  }
}

extension NotificationStore.Tag {
  /// The tag in the hints; nil if they have none.
  fileprivate init?(_ hints: Hints, application: String) {
    if hints.tag.isEmpty { return nil }
    self.init(application: application, tag: hints.tag)
  }
}

extension Notification {
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
