public import Geometry

/// Rate limit for changes of titles alone: they are passed on at once while they are rare, and twice a second while
/// programs change their titles continually, such as for a percentage of their progress.
///
/// The limit has no clock: the caller passes every moment.
public struct TitlePace: Equatable, Sendable {
  /// The time after which one more change may be passed on at once; a person who reads notices no more than that.
  public static let interval = Duration.milliseconds(500)
  /// The number of changes in a row that are passed on at once: a shell sets its title before and after a command, and a
  /// browser when a page begins to load and when its title is known.
  public static let burst = 4

  /// The moment at which the pace will have forgotten all changes; nil before the first one.
  private var rested: Instant?

  public init() {}

  /// Records a change at `now`, and returns the moment at which the titles are to be passed on: `now`, or a later one,
  /// with which all changes until then are passed on, too.
  public mutating func take(now: Instant) -> Instant {
    let begin = max(rested ?? now, now)
    rested = begin + Self.interval
    return max(now, begin + Self.interval * -(Self.burst - 1))
  }
}
