public import Geometry

/// Measures how fast calls arrive, and decides when drawing waits for them.
///
/// In a burst, calls arrive so fast that drawing in between would only delay their answers; in a stream they
/// arrive so often that animations never end.
public struct CallRate: Equatable, Sendable {
  /// Longest time between two calls of one burst.
  static let pause = Duration.milliseconds(5)
  /// Longest time that drawing waits for the end of a burst.
  static let longest = Duration.milliseconds(100)

  /// The number of calls within `streamTime` that count as a stream: ten per second or more.
  static let streamCount = 8
  static let streamTime = Duration.milliseconds(800)

  /// Longest time between the calls of a stream for which drawing waits for the next call.
  static let longestGap = Duration.milliseconds(50)

  private var lastCall: Instant?
  /// The times of the last calls, at most `streamCount`.
  private var recentCalls: [Instant] = []
  private var beginning: Instant?
  /// When the current burst ends unless another call comes; nil if there is no burst.
  public private(set) var end: Instant?

  public init() {}

  /// The size in bytes from which a call counts as a burst: sending it takes longer than the pause after which drawing begins.
  static let largeSize = 32768

  /// Records that `calls` calls have come at `now`, the largest of which has as many bytes as `size`; 0 for another event.
  public mutating func take(_ calls: Int, size: Int = 0, now: Instant) {
    if let end, end <= now, now - (lastCall ?? now) >= Self.pause { beginning = nil }
    if let end, end <= now { self.end = nil }
    guard calls > 0 else { return }
    recentCalls = recentCalls.suffix(Self.streamCount - 1) + [now]
    // The first call counts as a burst, since graphics may have to be started for it, which takes long.
    let isBurst = calls > 1 || size >= Self.largeSize || lastCall.map { now - $0 < Self.pause } ?? true
    lastCall = now
    guard isBurst else { return }
    let start = beginning ?? now
    beginning = start
    if now - start >= Self.longest {
      // Drawing may begin now, and waits for at most as long again after this.
      (beginning, end) = (now, nil)
    } else {
      end = min(now + Self.pause, start + Self.longest)
    }
  }

  /// Whether calls have been frequent recently, one by one or several at once.
  public func isStream(at now: Instant) -> Bool {
    recentCalls.count == Self.streamCount && now - recentCalls[0] < Self.streamTime
  }

  /// When drawing may begin, so that few callers wait for it; nil for now.
  ///
  /// During a burst it is the end of the burst. If drawing `isSlow` and takes as long as a few calls, it
  /// begins just after a call of a dense stream, since the next call comes a gap later, or half a gap after
  /// the next call was due.
  public func drawingDeadline(at now: Instant, isSlow: Bool) -> Instant? {
    if let end { return end }
    guard isSlow, isStream(at: now), let lastCall else { return nil }
    let gap = (lastCall - recentCalls[0]) / Double(Self.streamCount - 1)
    let isJustAfterCall = now - lastCall <= gap / 4.0
    let latest = lastCall + gap * 1.5
    return gap > Self.longestGap || isJustAfterCall || latest <= now ? nil : latest
  }
}
