/// How long to wait before the next try to connect: longer after each failure.
nonisolated struct Backoff: Equatable, Sendable {
  /// A bus that is started anew is there again soon.
  static let first = Duration.milliseconds(100)
  /// What is not there for long is looked for once in a while.
  static let last = Duration.seconds(60)

  private var delay = first
  /// A bus that is only just being started has been waited for.
  var isPatient: Bool { delay >= .seconds(3) }

  /// The time until the next try.
  mutating func next() -> Duration {
    defer { delay = min(delay * 2, Self.last) }
    return delay
  }
}
