/// Delays between attempts to connect, which grow with each failure.
public nonisolated struct Backoff: Equatable, Sendable {
  /// The shortest delay: a service that restarts is usually back within this.
  public static let first = Duration.milliseconds(100)

  /// The longest delay, which the delays reach if the service stays away.
  private let last: Duration
  private var delay = first

  /// Starts with the shortest delay, which doubles with each attempt up to `last`.
  public init(upTo last: Duration = .seconds(60)) {
    self.last = last
  }

  /// Whether the next delay is 3 s or more, so that a service that is just starting has been waited for.
  public var isPatient: Bool { delay >= .seconds(3) }

  /// Returns the time until the next attempt, and lengthens the one after it.
  public mutating func next() -> Duration {
    defer { delay = min(delay * 2, last) }
    return delay
  }
}
