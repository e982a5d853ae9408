/// The time until a service is asked again that is there and has not answered: at first the shortest, then twice as long each
/// time.
struct RetryPause {
  private var next = Self.range.lowerBound

  private static let range = Duration.seconds(5)...Duration.seconds(320)

  /// The time to wait now.
  mutating func take() -> Duration {
    defer { next = min(next * 2, Self.range.upperBound) }
    return next
  }

  /// Begins with the shortest time again, because there was an answer.
  mutating func reset() { next = Self.range.lowerBound }
}
