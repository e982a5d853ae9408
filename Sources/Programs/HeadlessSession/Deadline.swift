import Glibc

/// A time limit for waiting.
public struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// Makes a deadline `limit` from now.
  public init(_ limit: Duration) {
    end = .now + limit
  }

  public var hasPassed: Bool { ContinuousClock.now >= end }

  /// Calls `question` repeatedly until it returns an answer; nil if there is none in time.
  public func answer<Answer>(_ question: () throws -> Answer?) rethrows -> Answer? {
    while true {
      if let answer = try question() { return answer }
      if hasPassed { return nil }
      usleep(2000)
    }
  }

  /// Calls `isTrue` repeatedly until it returns true; returns false if it does not in time.
  public func wait(until isTrue: () throws -> Bool) rethrows -> Bool {
    try answer { try isTrue() ? () : nil } != nil
  }
}
