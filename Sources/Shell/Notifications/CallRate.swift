public import Geometry

/// Follows how fast calls come, and decides when drawing waits for them.
///
/// In a burst, calls come so fast that drawing in between would only keep them waiting; in a stream they come so often that
/// what they move never rests.
public struct CallRate: Equatable, Sendable {
  /// Calls that are at most this far apart belong to one burst.
  static let pause = Duration.milliseconds(5)
  /// The time after which something is drawn although a burst goes on.
  static let longest = Duration.milliseconds(100)

  /// The number of calls within `streamTime` that are a stream: ten in a second and more.
  static let streamCount = 8
  static let streamTime = Duration.milliseconds(800)

  /// Drawing waits for the next call of a stream whose calls are this far apart at most.
  static let longestGap = Duration.milliseconds(50)

  private var lastCall: Instant?
  /// The last ones, at most `streamCount`.
  private var recentCalls: [Instant] = []
  private var beginning: Instant?
  /// When the present burst is over if nothing more comes; nil: there is none.
  public private(set) var end: Instant?

  public init() {}

  /// Takes that so many calls have come at `now`; 0: something else has happened.
  public mutating func take(_ calls: Int, now: Instant) {
    if let end, end <= now, now - (lastCall ?? now) >= Self.pause { beginning = nil }
    if let end, end <= now { self.end = nil }
    guard calls > 0 else { return }
    recentCalls = recentCalls.suffix(Self.streamCount - 1) + [now]
    // Nobody knows what the first one will cost, and graphics may have to be started for it, which takes long.
    let isBurst = calls > 1 || lastCall.map { now - $0 < Self.pause } ?? true
    lastCall = now
    guard isBurst else { return }
    let start = beginning ?? now
    beginning = start
    if now - start >= Self.longest {
      // Now, and then again as long after this.
      (beginning, end) = (now, nil)
    } else {
      end = min(now + Self.pause, start + Self.longest)
    }
  }

  /// Whether calls have come often of late, be it one by one or several at once.
  public func isStream(at now: Instant) -> Bool {
    recentCalls.count == Self.streamCount && now - recentCalls[0] < Self.streamTime
  }

  /// When drawing may begin, so that few callers wait for it; nil: now.
  ///
  /// While a burst goes on, that is its end. What `isSlow`, and takes as long as a few calls, begins in a dense stream just after a
  /// call, since the next one comes a gap later; if that stays away, half a gap after it was due.
  public func drawingDeadline(at now: Instant, isSlow: Bool) -> Instant? {
    if let end { return end }
    guard isSlow, isStream(at: now), let lastCall else { return nil }
    let gap = (lastCall - recentCalls[0]) / Double(Self.streamCount - 1)
    let isJustAfterCall = now - lastCall <= gap / 4.0
    let latest = lastCall + gap * 1.5
    return gap > Self.longestGap || isJustAfterCall || latest <= now ? nil : latest
  }
}
