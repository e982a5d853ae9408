/// The pause before a service that runs but has not answered is queried again, which doubles each time.
struct RetryPause {
  private var next = Self.range.lowerBound

  private static let range = Duration.seconds(5)...Duration.seconds(320)

  /// Returns the pause to wait now, and doubles the next one.
  mutating func take() -> Duration {
    defer { next = min(next * 2, Self.range.upperBound) }
    return next
  }

  /// Starts again with the shortest pause, after an answer.
  mutating func reset() { next = Self.range.lowerBound }
}
