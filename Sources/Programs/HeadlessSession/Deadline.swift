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
  ///
  /// The longer it takes the more seldom it is called, since whoever is asked needs the processor to get ready.
  public func answer<Answer>(_ question: () throws -> Answer?) rethrows -> Answer? {
    let start = ContinuousClock.now
    while true {
      if let answer = try question() { return answer }
      if hasPassed { return nil }
      let pause = min(max((ContinuousClock.now - start) / 8, .milliseconds(2)), .milliseconds(20))
      usleep(UInt32(pause / .microseconds(1)))
    }
  }

  /// Calls `isTrue` repeatedly until it returns true; returns false if it does not in time.
  public func wait(until isTrue: () throws -> Bool) rethrows -> Bool {
    try answer { try isTrue() ? () : nil } != nil
  }
}
