/// How long to wait before the next try to connect: longer after each failure.
public nonisolated struct Backoff: Equatable, Sendable {
  /// What is started anew is there again soon.
  public static let first = Duration.milliseconds(100)

  /// What is not there for long is looked for once in a while.
  private let last: Duration
  private var delay = first

  /// Begins with the shortest time, which doubles with each try up to `last`.
  public init(upTo last: Duration = .seconds(60)) {
    self.last = last
  }

  /// A service that is only just being started has been waited for.
  public var isPatient: Bool { delay >= .seconds(3) }

  /// The time until the next try.
  public mutating func next() -> Duration {
    defer { delay = min(delay * 2, last) }
    return delay
  }
}
