import Geometry
import Notifications
import Settings
import Testing

/// A store with a clock of its own, and what it told the world.
struct Driver {
  var store: NotificationStore
  var now = Instant(sinceOrigin: .seconds(1000))
  /// A Wednesday, 12:00.
  var clock = ClockTime(seconds: 1_000_000, day: 2, minute: 720)
  private(set) var commands: [NotificationCommand] = []

  init(_ change: (inout NotificationSettings) -> Void = { _ in }) {
    var settings = NotificationSettings()
    change(&settings)
    store = NotificationStore(settings: settings)
  }

  /// Performs an event; its commands are also in `commands`.
  @discardableResult
  mutating func send(_ event: NotificationEvent) -> [NotificationCommand] {
    commands = store.update(event, now: now, clock: clock)
    return commands
  }

  /// The identifier that a call is answered with.
  @discardableResult
  mutating func notify(
    _ summary: String = "", app: String = "app", replaces: NotificationID? = nil, timeout: Int32 = -1,
    hints: [NotificationRequest.Hint] = [], actions: [String] = [], body: String = ""
  ) -> NotificationID {
    var request = NotificationRequest()
    request.applicationName = app
    request.summary = summary
    request.body = body
    request.replacesID = replaces
    request.expireTimeout = timeout
    request.hints = hints
    request.actions = actions
    let id = store.identify(request)
    send(.notified(request, id: id))
    return id
  }

  /// Lets time go by, stopping at every deadline; what was closed on the way.
  mutating func wait(_ duration: Duration) -> [Closed] {
    let end = now + duration
    var closed: [Closed] = []
    while let next = store.nextDeadline, next <= end {
      now = max(now, next)
      send(.deadlineReached)
      closed += self.closed
    }
    let (seconds, _) = (end - now).components
    clock.seconds += seconds
    now = end
    return closed
  }

  struct Closed: Equatable {
    var id: NotificationID
    var reason: CloseReason
    init(_ id: NotificationID, _ reason: CloseReason) { (self.id, self.reason) = (id, reason) }
  }

  /// The identifiers that the last event closed, with the reasons.
  var closed: [Closed] {
    commands.compactMap {
      guard case .emitClosed(let id, let reason) = $0 else { return nil }
      return Closed(id, reason)
    }
  }

  var records: [HistoryRecord] {
    commands.compactMap {
      guard case .record(let record) = $0 else { return nil }
      return record
    }
  }

  var sounds: [Sound] {
    commands.compactMap {
      guard case .playSound(let sound) = $0 else { return nil }
      return sound
    }
  }

  /// The programs that rules run after the last event, with their arguments.
  var programs: [[String]] {
    commands.compactMap {
      guard case .run(let program, _) = $0 else { return nil }
      return program
    }
  }

  /// Summaries from top to bottom, with counts.
  func shown(on output: String = "") -> [String] {
    store.arrangement(on: output).banners.map { banner in
      banner.notification.summary + (banner.count > 1 ? "×\(banner.count)" : "")
        + (banner.behind > 0 ? "+\(banner.behind)" : "")
    }
  }
}
