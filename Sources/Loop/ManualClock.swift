import Glibc
public import Measures

/// A clock that is turned by hand, which a loop can read in place of the system's.
///
/// Timers of such a loop fire when the clock has been turned past their deadlines, however much real time has passed;
/// descriptors and children are served as ever. Tests decide by it what happens before what.
public final class ManualClock {
  /// What `EventLoop.now` reads.
  public private(set) var now: Instant
  /// What `EventLoop.wallTime` reads.
  public private(set) var wallTime: WallTime
  /// How often the wall clock was set, as opposed to having gone on.
  private(set) var settingCount = 0

  /// A clock that stands at the system's time of this moment.
  public init() {
    now = Instant(sinceOrigin: readClock(CLOCK_MONOTONIC))
    wallTime = WallTime(sinceEpoch: readClock(CLOCK_REALTIME))
  }

  /// Lets time pass; the loop sees it in its next iteration.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "\(duration)")
    now = now + duration
    wallTime = wallTime + duration
  }

  /// Sets the wall clock, as the user or the network may do; the monotonic clock stays.
  public func set(wallTime: WallTime) {
    self.wallTime = wallTime
    settingCount += 1
  }

  func reading(of clock: clockid_t) -> Duration {
    clock == CLOCK_REALTIME ? wallTime.sinceEpoch : now.sinceOrigin
  }
}
