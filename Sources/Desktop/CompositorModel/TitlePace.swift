public import Geometry

/// How often changes of nothing but titles are passed on: at once while they are rare, and twice a second while programs
/// change their titles continually, as with a figure of their progress.
///
/// It has no clock: every moment is passed in.
public struct TitlePace: Equatable, Sendable {
  /// The time after which one more change may be passed on at once; a person who reads notices no more than that.
  public static let interval = Duration.milliseconds(500)
  /// The number of changes in a row that are passed on at once: a shell sets its title before and after a command, and a
  /// browser when a page begins to load and when its title is known.
  public static let burst = 4

  /// The moment at which the pace will have forgotten all changes; nil before the first one.
  private var rested: Instant?

  public init() {}

  /// Takes a change that came at `now`, and returns the moment at which the titles are to be passed on: `now`, or a later one,
  /// with which all changes until then are passed on too.
  public mutating func take(now: Instant) -> Instant {
    let begin = max(rested ?? now, now)
    rested = begin + Self.interval
    return max(now, begin + Self.interval * -(Self.burst - 1))
  }
}
