public import Settings

/// The state of do not disturb, in which notifications are held back, and its reasons.
public struct DoNotDisturb: Equatable, Sendable {
  /// The user's choice.
  public enum Choice: Equatable, Sendable {
    /// The schedule, fullscreen windows and the sharing of the screen decide.
    case automatic
    case on
    /// Do not disturb is off, even against reasons that turned it on, as long as those last.
    case off
    /// Do not disturb is on until this time, in seconds since 1970.
    case until(Int64)
    /// Do not disturb is on with a level, 1 … 100; 0: it is off.
    case level(Int)
    /// Do not disturb is turned on if it is off, and off if it is on.
    case toggled
  }

  /// The reasons why it is on.
  public struct Reasons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let asked = Reasons(rawValue: 1)
    public static let scheduled = Reasons(rawValue: 2)
    public static let fullscreen = Reasons(rawValue: 4)
    public static let shared = Reasons(rawValue: 8)
  }

  /// The current choice; `off`, `level` and `toggled` are replaced by `automatic` or `on`.
  public private(set) var choice = Choice.automatic
  /// The level that a command has set; nil: that of the settings counts.
  private var ownLevel: Int?
  public private(set) var isFullscreen = false
  /// Whether a program receives the picture of the screen.
  public private(set) var isShared = false
  private var isScheduled = false
  /// Reasons that the user overruled, until they end.
  private var overruled: Reasons = []

  /// The reasons why it is on; empty if it is off.
  public func reasons(_ settings: DoNotDisturbSettings) -> Reasons {
    var reasons = circumstances(settings).subtracting(overruled)
    switch choice {
    case .on, .until: reasons.insert(.asked)
    case .automatic, .off, .level, .toggled: break
    }
    return reasons
  }

  /// The level while it is on, 1 … 100: notifications of a lower one are held back.
  public func level(_ settings: DoNotDisturbSettings) -> Int { ownLevel ?? settings.level }

  /// The reasons without the user's choice.
  private func circumstances(_ settings: DoNotDisturbSettings) -> Reasons {
    var reasons: Reasons = []
    if isScheduled { reasons.insert(.scheduled) }
    if isFullscreen, settings.whileFullscreen { reasons.insert(.fullscreen) }
    if isShared, settings.whileSharing { reasons.insert(.shared) }
    return reasons
  }

  mutating func set(_ new: Choice, _ settings: DoNotDisturbSettings, at time: ClockTime) {
    ownLevel = nil
    switch new {
    case .level(let level) where level > 0:
      (choice, overruled) = (.on, [])
      ownLevel = min(level, 100)
    case .level: set(.off, settings, at: time)
    case .toggled: set(reasons(settings).isEmpty ? .on : .off, settings, at: time)
    case .off: (choice, overruled) = (.automatic, circumstances(settings))
    case .until(let end): (choice, overruled) = (end > time.seconds ? new : .automatic, [])
    case .automatic, .on: (choice, overruled) = (new, [])
    }
  }

  mutating func setFullscreen(_ isFullscreen: Bool) {
    self.isFullscreen = isFullscreen
    if !isFullscreen { overruled.remove(.fullscreen) }
  }

  mutating func setShared(_ isShared: Bool) {
    self.isShared = isShared
    if !isShared { overruled.remove(.shared) }
  }

  /// Updates the state to the time of the clock.
  mutating func update(_ settings: DoNotDisturbSettings, at time: ClockTime) {
    if case .until(let end) = choice, end <= time.seconds { choice = .automatic }
    isScheduled = settings.schedule.contains { $0.contains(day: time.day, minute: time.minute) }
    if !isScheduled { overruled.remove(.scheduled) }
  }

  /// When `update` must be called again, in seconds since 1970; nil: never.
  ///
  /// `minuteOfDay` returns the minutes since midnight at a second since 1970: the time zone may have another offset then, as at the
  /// end of summer time.
  func nextChange(
    _ settings: DoNotDisturbSettings, after time: ClockTime, minuteOfDay: (Int64) -> Int
  ) -> Int64? {
    var next: Int64?
    if case .until(let end) = choice { next = end }
    // The fraction of the current second is ignored.
    let minuteStart = time.seconds - Int64(time.second)
    for schedule in settings.schedule {
      for edge in [schedule.start, schedule.end % 1440] {
        let minutes = edge > time.minute ? edge - time.minute : edge - time.minute + 1440
        let plain = minuteStart + Int64(minutes) * 60
        // The shift is at most half a day in either direction.
        let shift = (edge - minuteOfDay(plain) + 2160) % 1440 - 720
        let shifted = plain + Int64(shift) * 60
        // A time that is skipped when summer time begins stays where it is.
        let at = shifted > time.seconds ? shifted : plain
        next = min(next ?? at, at)
      }
    }
    return next
  }
}

/// A moment of the wall clock in the system's time zone.
public struct ClockTime: Equatable, Hashable, Sendable {
  /// Seconds since 1970, UTC.
  public var seconds: Int64
  /// Day of the week; 0 is Monday, 6 Sunday.
  public var day: Int
  /// Minutes since midnight, 0 … 1439.
  public var minute: Int
  /// Seconds since the minute began, 0 … 60.
  public var second: Int

  public init(seconds: Int64, day: Int, minute: Int, second: Int = 0) {
    self.seconds = seconds
    self.day = day
    self.minute = minute
    self.second = second
  }

  /// The same minute at a later second; nil if that minute is over or the clock was set back.
  public func moved(to seconds: Int64) -> ClockTime? {
    let second = Int64(second) + seconds - self.seconds
    guard seconds >= self.seconds, second < 60 else { return nil }
    return ClockTime(seconds: seconds, day: day, minute: minute, second: Int(second))
  }
}
