/// A moment of the wall clock, which the user, the network and a suspend may set forth or back.
public nonisolated struct WallTime: Equatable, Hashable, Comparable, Sendable {
  /// Time since 1 January 1970, UTC, without leap seconds.
  public var sinceEpoch: Duration

  public init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  /// Whole seconds since the epoch, rounded down: a `time_t`.
  public var seconds: Int {
    let (seconds, attoseconds) = sinceEpoch.components
    return Int(attoseconds < 0 ? seconds - 1 : seconds)
  }

  public static func < (a: WallTime, b: WallTime) -> Bool { a.sinceEpoch < b.sinceEpoch }
  public static func + (a: WallTime, b: Duration) -> WallTime { WallTime(sinceEpoch: a.sinceEpoch + b) }
  public static func - (a: WallTime, b: WallTime) -> Duration { a.sinceEpoch - b.sinceEpoch }
}
