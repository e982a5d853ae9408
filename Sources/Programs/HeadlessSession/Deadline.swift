import Glibc

/// A moment after which waiting is given up.
public struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// `limit` from now.
  public init(_ limit: Duration) {
    end = .now + limit
  }

  public var hasPassed: Bool { ContinuousClock.now >= end }

  /// Asks again and again until there is an answer; nil if there is none in time.
  public func answer<Answer>(_ question: () throws -> Answer?) rethrows -> Answer? {
    while true {
      if let answer = try question() { return answer }
      if hasPassed { return nil }
      usleep(2000)
    }
  }

  /// Asks again and again until it is true; false if it is not in time.
  public func wait(until isTrue: () throws -> Bool) rethrows -> Bool {
    try answer { try isTrue() ? () : nil } != nil
  }
}
