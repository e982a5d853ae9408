/// Delays between attempts to connect or to get an answer, which grow with each failure.
public nonisolated struct Backoff: Equatable, Sendable {
  /// The shortest delay unless another one is given: a service that restarts is usually back within this.
  public static let first = Duration.milliseconds(100)

  private let first: Duration
  /// The longest delay, which the delays reach if the service stays away.
  private let last: Duration
  private var delay: Duration

  /// Starts with the delay `first`, which doubles with each attempt up to `last`.
  public init(from first: Duration = Self.first, upTo last: Duration = .seconds(60)) {
    (self.first, self.last, delay) = (first, last, first)
  }

  /// Whether the next delay is 3 s or more, so that a service that is just starting has been waited for.
  var isPatient: Bool { delay >= .seconds(3) }

  /// Returns the time until the next attempt, and lengthens the one after it.
  public mutating func next() -> Duration {
    defer { delay = min(delay * 2, last) }
    return delay
  }

  /// Starts again with the shortest delay, after a success.
  public mutating func reset() { delay = first }
}
