public import DesktopModel
public import Geometry
public import Settings

/// Decides which level the short banner shows, and until when; one level is shown at a time.
///
/// A level is shown when a key or another program has changed it, and when a key has asked this program for a change, also
/// at a limit. What is changed on a bar or in a panel is seen there, so that it only updates a banner that shows the same
/// level. Do not disturb has no effect on levels: whoever presses a key wants to see what it does.
public struct LevelDisplay: Equatable, Sendable {
  /// An input of the display.
  public enum Event: Equatable, Sendable {
    case reported(LevelReport)
    /// Levels are shown by these settings; nil: none is shown.
    case settingsChanged(LevelSettings?)
    /// The session was locked or unlocked. Above a lock nothing is shown.
    case locked(Bool)
    /// The time of `deadline` has come.
    case deadlineReached
  }

  /// The level that is shown; nil: none is.
  public private(set) var shown: Level?
  /// The time at which the banner closes; nil while nothing is shown.
  public private(set) var deadline: Instant?
  private var settings: LevelSettings?
  private var isLocked = false
  /// The last level of each kind.
  private var last: [LevelKind: Level] = [:]
  /// The times at which this program last changed a level of each kind.
  private var adjusted: [LevelKind: Instant] = [:]

  /// The time after a change by this program within which the device may round the value, without that counting as a
  /// change by others.
  static let settlingTime = Duration.seconds(1)

  /// Shows nothing before the first settings.
  public init() {}

  /// Applies an event.
  public mutating func update(_ event: Event, now: Instant) {
    switch event {
    case .reported(let report): take(report, now: now)
    case .settingsChanged(let new):
      settings = new
      if let shown, !isWanted(shown.kind) { hide() }
      // Changes of unwanted levels are not reported, so that the last known levels become stale.
      last = last.filter { isWanted($0.key) }
      adjusted = adjusted.filter { isWanted($0.key) }
    case .locked(let locked):
      isLocked = locked
      if locked { hide() }
    case .deadlineReached: if let deadline, deadline <= now { hide() }
    }
  }

  private mutating func take(_ report: LevelReport, now: Instant) {
    switch report {
    case .changed(let level):
      let former = last.updateValue(level, forKey: level.kind)
      show(level, after: former, now: now)
    case .adjusted(let level):
      last[level.kind] = level
      adjusted[level.kind] = now
      follow(level)
    case .asked(let level):
      last[level.kind] = level
      adjusted[level.kind] = now
      show(level, now: now)
    case .told(let level):
      let former = last.updateValue(level, forKey: level.kind)
      guard let former, former != level else { return }
      if former.device == level.device { show(level, after: former, now: now) } else { follow(level) }
    case .lost(let kind):
      (last[kind], adjusted[kind]) = (nil, nil)
      if shown?.kind == kind { hide() }
    }
  }

  private mutating func show(_ level: Level, after former: Level?, now: Instant) {
    let isOutcomeOfOurs =
      former.map(level.isLike) == true
      && adjusted[level.kind].map { now - $0 < Self.settlingTime } == true
    if isOutcomeOfOurs { follow(level) } else { show(level, now: now) }
  }

  private mutating func show(_ level: Level, now: Instant) {
    guard isWanted(level.kind), !isLocked, let settings else { return follow(level) }
    shown = level
    deadline = now + .seconds(settings.timeout)
  }

  /// Updates a banner that shows the level, without keeping it longer.
  private mutating func follow(_ level: Level) {
    if shown?.kind == level.kind { shown = level }
  }

  private mutating func hide() { (shown, deadline) = (nil, nil) }

  private func isWanted(_ kind: LevelKind) -> Bool { settings?.shownKinds.contains(kind) == true }
}
