/// A moment of the monotonic clock, read once per wake-up and passed on as a parameter.
public struct Instant: Equatable, Hashable, Comparable, Sendable {
  /// Time since the clock's origin, which is arbitrary but fixed while the system is up.
  public var sinceOrigin: Duration

  public init(sinceOrigin: Duration) {
    self.sinceOrigin = sinceOrigin
  }

  public static func < (a: Instant, b: Instant) -> Bool { a.sinceOrigin < b.sinceOrigin }
  public static func + (a: Instant, b: Duration) -> Instant { Instant(sinceOrigin: a.sinceOrigin + b) }
  public static func - (a: Instant, b: Instant) -> Duration { a.sinceOrigin - b.sinceOrigin }
}
