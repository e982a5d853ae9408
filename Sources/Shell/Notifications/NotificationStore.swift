public import Geometry
public import Settings

/// All open notifications; `update` is its only writer.
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
  public internal(set) var doNotDisturb = DoNotDisturb()
  /// The modes that are on, in the order in which they were turned on.
  public private(set) var modes: [String] = []
  /// The banner under the pointer; nil for none.
  public private(set) var hovered: BannerID?
  /// Whether the session is locked, so that new notifications wait and deadlines are paused; nil: unknown.
  public private(set) var isLocked: Bool?
  /// Whether the user is away, so that deadlines are paused.
  public private(set) var isUserIdle = false
  /// The rules that were turned on or off by their names, whatever the settings say.
  private(set) var ruleSwitches: [String: Bool] = [:]
  /// The number of banners that expired since all were dismissed, less one for each notification that was restored.
  public internal(set) var missedCount = 0
  /// The names of the stacks that are expanded.
  private(set) var expandedGroups: Set<String> = []

  var entries = EntryTable()
  /// The banner of every open notification.
  var banners: [NotificationID: BannerID] = [:]
  var order = ArrivalOrder()
  var tags: [Tag: BannerID] = [:]
  /// The banners of notifications that may count duplicates, by the hashes of their contents.
  var duplicates: [Int: BannerID] = [:]
  var deadlines = DeadlineQueue()
  var pictureQueue = PictureQueue()
  /// The number of entries in each stack.
  var groupSizes: [String: Int] = [:]
  var lastID: UInt32 = 0
  var lastBanner: UInt64 = 0
  var lastRecord: UInt64 = 0
  var lastSound: Instant?
  /// The names of all outputs.
  public private(set) var outputs: [String] = []
  public private(set) var focusedOutput: String?
  /// Total time for which deadlines have been paused.
  private var paused = Duration.zero
  private var pausedSince: Instant?
  private var clockTime = ClockTime(seconds: 0, day: 0, minute: 0)

  public init(settings: NotificationSettings = NotificationSettings()) {
    self.settings = settings
  }

  /// An open notification, or several with the same content.
  struct Entry: Equatable, Sendable {
    /// The newest notification.
    var notification: Notification
    /// The identifiers of all notifications, from the oldest to the newest; never empty.
    var ids: [NotificationID]
    /// The number of arrivals, including those whose identifiers are closed.
    var count = 1
    /// The time after which the banner expires; nil if it stays until it is closed.
    var stay: Duration?
    /// The name of its stack; nil for none.
    var group: String?
    /// Whether a rule hides it.
    var isHidden = false
    /// The level of do not disturb up to which it is shown, 0 … 100; nil: no rule sets it.
    var pauseLevel: Int8?
    var keepsHistory = false
    /// The number of its record in the history.
    var record: UInt64 = 0
    var past = Past.none
    /// The name of the output where it appeared; nil: it appears on any output.
    var output: String?
    var tag: Tag?
    /// A hash of its content; nil if it cannot have duplicates. The content itself would take 250 bytes more.
    var contentHash: Int?

    /// The record of the history that is shown again; nil for a notification of a client.
    var origin: HistoryRecord? {
      get { if case .record(let record) = past { record } else { nil } }
      set { past = newValue.map { .record($0) } ?? .none }
    }

    /// The origin of an entry, indirect since few entries have a record.
    indirect enum Past: Equatable, Sendable {
      case none
      case record(HistoryRecord)
    }
  }

  /// A tag of one application; tags of different applications are independent.
  struct Tag: Hashable, Sendable {
    var application: String
    var tag: String
  }

  /// The content by which duplicates are recognised.
  struct Content: Hashable, Sendable {
    var application: String
    var desktopEntry: String
    var summary: String
    var body: MarkedText
    var icon: String
    var urgency: Urgency
    var actions: [String]
  }

  // MARK: - Deadlines

  /// The time at which `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? {
    guard pausedSince == nil, let first = deadlines.first else { return nil }
    return Instant(sinceOrigin: first + paused)
  }

  /// The wall-clock time at which `deadlineReached` is due, in seconds since 1970; nil: never.
  public var nextClockDeadline: Int64? { doNotDisturb.nextChange(settings.doNotDisturb, after: clockTime) }

  /// The time of a clock that is paused while the pointer is over a banner, the session is locked or the user is away.
  func runningTime(_ now: Instant) -> Duration { (pausedSince ?? now).sinceOrigin - paused }

  private mutating func pause(_ now: Instant) {
    if pausedSince == nil { pausedSince = now }
  }

  private mutating func resume(_ now: Instant) {
    guard let since = pausedSince else { return }
    pausedSince = nil
    paused += now - since
    // All deadlines are moved so that the first banner stays for `grace`.
    if let first = deadlines.first { paused += max(.zero, Self.grace - (first - runningTime(now))) }
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
    if let hovered, !entries.contains(hovered) { self.hovered = nil }
    if hovered != nil || isLocked == true || isUserIdle { pause(now) } else { resume(now) }
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
      return restore(record, now: now, clock: clock)
    case .pictureRead(let picture, let bitmap, let id): return take(picture, bitmap, id)
    case .closeRequested(let id): return closeOne(id, .closed)
    case .sendersLeft(let ids): return endReplies(to: ids)
    case .deadlineReached: return expire(now)
    case .pointerMoved(let id): return hover(id)
    case .settingsLoaded(let new):
      if new == settings { return [] }
      settings = new
      doNotDisturb.update(new.doNotDisturb, at: clock)
      return [.redraw]
    case .outputsChanged(let names, let focused):
      (outputs, focusedOutput) = (names, focused)
      return [.redraw]
    case .serviceEnded: return Array(order.oldestFirst).flatMap { close($0, .undefined) }
    case .dismissed, .forgotten, .groupDismissed, .applicationDismissed, .allDismissed, .clicked,
      .actionChosen, .replied,
      .commandChosen, .groupToggled:
      return respond(event)
    case .doNotDisturbSet(let choice):
      doNotDisturb.set(choice, settings.doNotDisturb, at: clock)
    case .fullscreenChanged(let isFullscreen): doNotDisturb.setFullscreen(isFullscreen)
    case .sharingChanged(let isShared): doNotDisturb.setShared(isShared)
    case .sessionLocked(let new):
      let wasLocked = isLocked == true
      isLocked = new
      return wasLocked == (new == true) ? [] : [.redraw]
    case .userIdle(let isIdle): isUserIdle = isIdle
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
      guard let entry = entry(id) else { return [] }
      return close(id, .dismissed) + (entry.keepsHistory ? [.forget(entry.ids)] : [])
    case .groupDismissed(let id):
      guard let group = entry(id)?.group else { return close(id, .dismissed) }
      return order.oldestFirst.filter { entries[$0]?.group == group }.flatMap { close($0, .dismissed) }
    case .applicationDismissed(let id):
      guard let name = entry(id)?.notification.shownApplication else { return [] }
      return order.oldestFirst.filter { entries[$0]?.notification.shownApplication == name }
        .flatMap { close($0, .dismissed) }
    case .allDismissed:
      missedCount = 0
      return Array(order.oldestFirst).flatMap { close($0, .dismissed) }
    case .clicked(let id):
      guard let entry = entry(id) else { return [] }
      return entry.notification.hasDefaultAction
        ? invoke(id, Notification.defaultAction) : close(id, .dismissed)
    case .actionChosen(let id, let key):
      return entry(id)?.notification.hasAction(key) == true ? invoke(id, key) : []
    case .replied(let id, let text):
      guard let entry = entry(id), entry.notification.reply != nil else { return [] }
      let newest = entry.notification.id
      return [.emitReplied(id: newest, text: text)]
        + (entry.notification.isResident ? [] : close(id, .dismissed))
    case .commandChosen(let id, let command):
      return entry(id).map { [.run(command, environment: $0.notification.environment)] } ?? []
    case .groupToggled(let id):
      guard let group = entry(id)?.group else { return [] }
      if expandedGroups.remove(group) == nil { expandedGroups.insert(group) }
      return [.redraw]
    default: return []
    }
  }

  /// Removes the reply fields of notifications whose replies nobody can receive any more.
  private mutating func endReplies(to ids: [NotificationID]) -> [NotificationCommand] {
    var isSeen = false
    for id in ids {
      guard let banner = banners[id], let notification = entries[banner]?.notification, notification.id == id,
        notification.reply != nil
      else { continue }
      entries[banner]?.notification.reply = nil
      isSeen = true
    }
    return isSeen ? [.redraw] : []
  }

  func entry(_ id: NotificationID) -> Entry? { banners[id].flatMap { entries[$0] } }

  private mutating func invoke(_ id: NotificationID, _ key: String) -> [NotificationCommand] {
    guard let notification = entry(id)?.notification else { return [] }
    return [.emitActionInvoked(id: notification.id, key: key)]
      + (notification.isResident ? [] : close(id, .dismissed))
  }

  private mutating func hover(_ id: BannerID?) -> [NotificationCommand] {
    let known = id.flatMap { entries.contains($0) ? $0 : nil }
    guard known != hovered else { return [] }
    hovered = known
    return [.redraw]
  }

  /// Closes all notifications whose time is over.
  private mutating func expire(_ now: Instant) -> [NotificationCommand] {
    guard pausedSince == nil else { return [] }
    var commands: [NotificationCommand] = []
    let time = runningTime(now)
    while let id = deadlines.popDue(time) { commands += close(id, .expired) }
    return commands
  }

  /// Changes the size of a stack (nil: none); a stack that becomes empty is folded when it fills again.
  mutating func count(_ change: Int, in group: String?) {
    guard let group else { return }
    groupSizes[group, default: 0] += change
    if groupSizes[group] == 0 {
      groupSizes[group] = nil
      expandedGroups.remove(group)
    }
  }
}
