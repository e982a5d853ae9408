public import Geometry
public import Settings

/// All open notifications, and the state that decides on them; `update` is its only writer.
///
/// The cost of an event does not depend on the number of open notifications, unless the event
/// concerns all of them.
public struct NotificationStore: Equatable, Sendable {
  /// Shortest time that a banner stays after the pointer has left it.
  static let grace = Duration.seconds(1)
  /// Shortest time between two sounds, so that a flood of notifications makes no noise.
  static let soundInterval = Duration.milliseconds(250)
  /// Most identifiers that one banner counts; beyond that the oldest are closed.
  static let duplicates = 100

  public private(set) var settings: NotificationSettings
  public private(set) var doNotDisturb = DoNotDisturb()
  /// The modes that are on, in the order in which they were turned on.
  public private(set) var modes: [String] = []
  /// The banner under the pointer; nil for none.
  public private(set) var hovered: BannerID?
  /// Whether the session is locked, so that new notifications wait and deadlines are paused; nil: unknown.
  public private(set) var isLocked: Bool?
  /// Whether the user is away, so that deadlines are paused.
  public private(set) var isUserIdle = false
  /// Whether banners are hidden until panels are closed that leave no room for them, so that deadlines are paused.
  public private(set) var isWaitingForRoom = false
  /// The rules that were turned on or off by their names, whatever the settings say.
  private(set) var ruleSwitches: [String: Bool] = [:]
  /// The number of banners that expired since all were dismissed or the user has seen the list of all, less one for each notification
  /// that was restored.
  public private(set) var missedCount = 0
  /// The number of those among them that the history keeps, so that they can be shown again.
  public private(set) var restorableCount = 0
  private(set) var notifications = OpenNotifications()
  /// The number of the notification that `makeIdentifier` made last.
  private var lastID: UInt32 = 0
  /// The number of the last record of the history.
  private var lastRecord: UInt64 = 0
  private var lastSound: Instant?
  /// The names of all outputs.
  public private(set) var outputs: [String] = []
  public private(set) var focusedOutput: String?
  /// The greatest number of physical pixels per logical one on an output; nil: no output is known.
  private var outputScale: Double?
  /// Total time for which deadlines have been paused.
  private var paused = Duration.zero
  private var pausedSince: Instant?
  private var clockTime = ClockTime(seconds: 0, day: 0, minute: 0)

  public init(settings: NotificationSettings = NotificationSettings()) {
    self.settings = settings
  }

  // MARK: - Deadlines

  /// The time at which `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? {
    guard pausedSince == nil, let first = notifications.firstDeadline else { return nil }
    return Instant(sinceOrigin: first + paused)
  }

  /// Returns the wall-clock time at which `deadlineReached` is due, in seconds since 1970; nil: never. `minuteOfDay` returns the
  /// minutes since midnight at such a time.
  public func nextClockDeadline(minuteOfDay: (Int64) -> Int) -> Int64? {
    doNotDisturb.nextChange(settings.doNotDisturb, after: clockTime, minuteOfDay: minuteOfDay)
  }

  /// The time of a clock that is paused while the pointer is over a banner, banners wait for room, the session is locked or the user
  /// is away.
  private func runningTime(_ now: Instant) -> Duration { (pausedSince ?? now).sinceOrigin - paused }

  private mutating func pause(_ now: Instant) {
    if pausedSince == nil { pausedSince = now }
  }

  private mutating func resume(_ now: Instant) {
    guard let since = pausedSince else { return }
    pausedSince = nil
    paused += now - since
    // All deadlines are moved so that the first banner stays for `grace`.
    if let first = notifications.firstDeadline {
      paused += max(.zero, Self.grace - (first - runningTime(now)))
    }
  }

  // MARK: - Events

  /// Applies an event, and returns the commands to perform, in this order.
  public mutating func update(_ event: NotificationEvent, now: Instant, clock: ClockTime)
    -> [NotificationCommand]
  {
    clockTime = clock
    let formerLevel = quietLevel
    doNotDisturb.update(settings.doNotDisturb, at: clock)
    var commands = perform(event, now: now, clock: clock)
    if let hovered, !notifications.contains(hovered) { self.hovered = nil }
    let isPaused = hovered != nil || isLocked == true || isUserIdle || isWaitingForRoom
    if isPaused { pause(now) } else { resume(now) }
    if formerLevel != quietLevel { commands.append(.redraw) }
    return commands
  }

  /// The level below which notifications are held back; 0 while do not disturb is off.
  private var quietLevel: Int { isQuiet ? doNotDisturb.level(settings.doNotDisturb) : 0 }

  /// Whether do not disturb is on.
  public var isQuiet: Bool { !doNotDisturb.reasons(settings.doNotDisturb).isEmpty }

  private mutating func perform(
    _ event: NotificationEvent, now: Instant, clock: ClockTime
  ) -> [NotificationCommand] {
    switch event {
    case .notified(let request, let id): return take(request, id: id, now: now, clock: clock)
    case .restored(let record):
      missedCount = max(0, missedCount - 1)
      restorableCount = max(0, restorableCount - 1)
      return restore(record, now: now)
    case .pictureRead(let picture, let bitmap, let id):
      return notifications.set(bitmap, for: picture, of: id) ? [.redraw] : []
    case .closeRequested(let id): return closeOne(id, .closed)
    case .sendersLeft(let ids): return endReplies(to: ids)
    case .deadlineReached: return expire(now)
    case .pointerMoved(let id): return hover(id)
    case .settingsLoaded(let new):
      if new == settings { return [] }
      settings = new
      doNotDisturb.update(new.doNotDisturb, at: clock)
      return [.redraw]
    case .outputsChanged(let names, let focused, let scale):
      (outputs, focusedOutput, outputScale) = (names, focused, scale)
      return [.redraw]
    case .serviceEnded: return closeAll(.undefined)
    case .dismissed, .forgotten, .groupDismissed, .applicationDismissed, .programDismissed, .allDismissed,
      .clicked,
      .actionChosen, .replied,
      .commandChosen, .groupToggled:
      return respond(event)
    case .listSeen: (missedCount, restorableCount) = (0, 0)
    case .doNotDisturbSet(let choice):
      doNotDisturb.set(choice, settings.doNotDisturb, at: clock)
    case .fullscreenChanged(let isFullscreen): doNotDisturb.setFullscreen(isFullscreen)
    case .sharingChanged(let isShared): doNotDisturb.setShared(isShared)
    case .sessionLocked(let new):
      let wasLocked = isLocked == true
      isLocked = new
      return wasLocked == (new == true) ? [] : [.redraw]
    case .userIdle(let isIdle): isUserIdle = isIdle
    case .waitingForRoom(let isWaiting): isWaitingForRoom = isWaiting
    case .ruleSet(let name, let isOn): ruleSwitches[name] = isOn
    case .modeSet(let mode, let isOn):
      modes.removeAll { $0 == mode }
      if isOn { modes.append(mode) }
    case .modeSetAlone(let mode): modes = [mode]
    }
    return []
  }

  /// Applies the user's actions on banners.
  private mutating func respond(_ event: NotificationEvent) -> [NotificationCommand] {
    switch event {
    case .dismissed(let id): return close(id, .dismissed)
    case .forgotten(let id):
      guard let entry = notifications[id] else { return [] }
      return close(id, .dismissed)
        + (entry.keepsHistory ? [.forget(entry.ids, since: entry.firstRecord)] : [])
    case .groupDismissed(let id):
      guard let group = notifications[id]?.group else { return close(id, .dismissed) }
      return closeAll(.dismissed) { $0.group == group }
    case .applicationDismissed(let id):
      guard let name = notifications[id]?.notification.shownApplication else { return [] }
      return closeAll(.dismissed) { $0.notification.shownApplication == name }
    case .programDismissed(let program): return closeAll(.dismissed) { program.sent($0.notification) }
    case .allDismissed:
      (missedCount, restorableCount) = (0, 0)
      return closeAll(.dismissed)
    case .clicked(let id):
      guard let entry = notifications[id] else { return [] }
      return entry.notification.hasDefaultAction
        ? invoke(id, Notification.defaultAction) : close(id, .dismissed)
    case .actionChosen(let id, let key):
      return notifications[id]?.notification.hasAction(key) == true ? invoke(id, key) : []
    case .replied(let id, let text):
      guard let entry = notifications[id], entry.notification.reply != nil else { return [] }
      let newest = entry.notification.id
      return [.emitReplied(id: newest, text: text)]
        + (entry.notification.isResident ? [] : close(id, .dismissed))
    case .commandChosen(let id, let command):
      return notifications[id].map { [.run(command, environment: $0.notification.environment)] } ?? []
    case .groupToggled(let id):
      guard let group = notifications[id]?.group else { return [] }
      notifications.toggle(group: group)
      return [.redraw]
    default: return []
    }
  }

  /// Removes the reply fields of notifications whose replies nobody can receive any more.
  private mutating func endReplies(to ids: [NotificationID]) -> [NotificationCommand] {
    var isSeen = false
    for id in ids where notifications.removeReply(of: id) { isSeen = true }
    return isSeen ? [.redraw] : []
  }

  private mutating func invoke(_ id: NotificationID, _ key: String) -> [NotificationCommand] {
    guard let notification = notifications[id]?.notification else { return [] }
    return [.emitActionInvoked(id: notification.id, key: key)]
      + (notification.isResident ? [] : close(id, .dismissed))
  }

  private mutating func hover(_ id: BannerID?) -> [NotificationCommand] {
    let known = id.flatMap { notifications.contains($0) ? $0 : nil }
    guard known != hovered else { return [] }
    hovered = known
    return [.redraw]
  }

  /// Closes all notifications whose time is over.
  private mutating func expire(_ now: Instant) -> [NotificationCommand] {
    guard pausedSince == nil else { return [] }
    var commands: [NotificationCommand] = []
    let time = runningTime(now)
    while let id = notifications.popDue(time) { commands += close(id, .expired) }
    return commands
  }

  // MARK: - Arrival

  /// The identifier to answer a call of Notify with, before the call is processed.
  ///
  /// The event `notified` follows with both: at once if the request `mayReplace`, otherwise in the
  /// order of the calls.
  public mutating func identify(_ request: NotificationRequest) -> NotificationID {
    // The specification requires that the call returns the number that it was given, even if that is no longer open.
    if let id = request.replacesID { return id }
    return replaced(by: request) ?? makeIdentifier()
  }

  /// The next number that is not open; never 0.
  public mutating func makeIdentifier() -> NotificationID {
    repeat {
      lastID = lastID == .max ? 1 : lastID + 1
    } while contains(NotificationID(rawValue: lastID))
    return NotificationID(rawValue: lastID)
  }

  /// Adds the notification of a call of Notify.
  private mutating func take(
    _ request: NotificationRequest, id: NotificationID, now: Instant, clock: ClockTime
  ) -> [NotificationCommand] {
    let hints = Hints(
      request.hints,
      picturesWithin: SentImage.mostSize(bannerWidth: settings.greatestWidth, scale: outputScale))
    let (entry, effects) = makeEntry(of: request, hints, id: id, clock: clock)
    var commands = [NotificationCommand.announce(id: id)]
    admit(entry, replaces: request.replacesID != nil || contains(id), now: now, &commands)
    if !hints.problems.isEmpty {
      commands.append(.reportProblems(application: entry.notification.applicationName, hints.problems))
    }
    if case .sent(let picture)? = hints.picture { commands.append(.readPicture(picture, id: id)) }
    commands += announce(id, hints, effects, now: now)
    return commands
  }

  /// Shows a notification of the history again, without a client and without another record.
  private mutating func restore(_ record: HistoryRecord, now: Instant) -> [NotificationCommand] {
    var commands: [NotificationCommand] = []
    admit(makeEntry(of: record, id: makeIdentifier()), replaces: false, now: now, &commands)
    return commands
  }

  /// Stores an entry, and closes others beyond the limit.
  private mutating func admit(
    _ new: OpenNotification, replaces: Bool, now: Instant, _ commands: inout [NotificationCommand]
  ) {
    var entry = new
    let id = entry.notification.id
    lastRecord += 1
    entry.record = lastRecord
    entry.notification.arrival = lastRecord
    if replaces {
      notifications.replace(by: entry, countsDuplicates: countsDuplicates(of: entry))
    } else {
      // A notification of the history keeps a banner of its own, which stands for its record.
      let isDuplicate = notifications.open(
        entry, mayBeDuplicate: countsDuplicates(of: entry) && entry.origin == nil)
      if isDuplicate, let ids = notifications[id]?.ids, ids.count > Self.duplicates {
        commands += closeOne(ids[0], .undefined, keepsCount: true)
      }
    }
    notifications.setDeadline(entry.stay.map { runningTime(now) + $0 }, of: id)
    notifications.keepPictures(of: id)
    // The oldest ones beyond the limit are closed, critical ones last.
    while notifications.count > Limits.open, let least = notifications.leastImportant {
      commands += close(least, .undefined)
    }
  }

  /// Whether equal notifications are counted on the banner of an entry. One with a tag is replaced by the next one with that tag, and
  /// counts none.
  private func countsDuplicates(of entry: OpenNotification) -> Bool {
    settings.countsDuplicates && entry.tag == nil
  }

  /// The commands that a new notification causes: its record, its sound and the commands of rules.
  private mutating func announce(
    _ id: NotificationID, _ hints: Hints, _ effects: RuleEffects, now: Instant
  ) -> [NotificationCommand] {
    guard let entry = notifications[id] else { return [] }
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

  // MARK: - Closing

  /// Closes a banner with all notifications that it counts.
  private mutating func close(_ banner: BannerID, _ reason: CloseReason) -> [NotificationCommand] {
    guard let entry = notifications.remove(banner) else { return [] }
    if reason == .expired, !entry.isHidden {
      missedCount += 1
      if entry.keepsHistory { restorableCount += 1 }
    }
    return entry.ids.map { .emitClosed(id: $0, reason) } + [.redraw]
  }

  /// Closes all banners that meet a condition, the oldest first.
  private mutating func closeAll(
    _ reason: CloseReason, where isMeant: (OpenNotification) -> Bool = { _ in true }
  ) -> [NotificationCommand] {
    let meant = notifications.oldestFirst.filter { notifications[$0].map(isMeant) == true }
    return meant.flatMap { close($0, reason) }
  }

  /// Closes the banner of a notification with all notifications that it counts.
  private mutating func close(_ id: NotificationID, _ reason: CloseReason) -> [NotificationCommand] {
    banner(of: id).map { close($0, reason) } ?? []
  }

  /// Closes one notification; its banner stays if it counts others.
  private mutating func closeOne(
    _ id: NotificationID, _ reason: CloseReason, keepsCount: Bool = false
  ) -> [NotificationCommand] {
    guard let entry = notifications[id] else { return [] }
    guard entry.ids.count > 1 else { return close(id, reason) }
    notifications.detach(id, keepsCount: keepsCount)
    return [.emitClosed(id: id, reason), .redraw]
  }
}

extension NotifyingProgram {
  /// Whether a notification is the program's: it has its name, or its desktop entry if it has no name.
  fileprivate func sent(_ notification: Notification) -> Bool {
    name.isEmpty
      ? notification.applicationName.isEmpty && notification.desktopEntry == desktopEntry
      : notification.applicationName == name
  }
}
