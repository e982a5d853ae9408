public import Geometry
import Glibc
import Synchronization

/// A clock that is turned by hand, which a loop can read in place of the system's.
///
/// Timers of such a loop fire when the clock has been turned past their deadlines, however much real time has
/// passed; descriptors and children are served as usual. Tests use it to decide the order of events.
public nonisolated final class ManualClock: Sendable {
  private struct State {
    var now = Instant(sinceOrigin: readClock(CLOCK_MONOTONIC))
    var wallTime = WallTime(sinceEpoch: readClock(CLOCK_REALTIME))
    var settingCount = 0
  }

  /// The clock's state, behind a lock since threads of workers read it too.
  private let state = Mutex(State())

  /// Makes a clock that stands at the system's current time.
  public init() {}

  /// The monotonic time, which `EventLoop.now` reads.
  public var now: Instant { state.withLock(\.now) }
  /// The wall clock's time, which `EventLoop.wallTime` reads.
  public var wallTime: WallTime { state.withLock(\.wallTime) }
  /// The number of times the wall clock was set by `set(wallTime:)`; `advance` does not count.
  var settingCount: Int { state.withLock(\.settingCount) }

  /// Lets time pass; the loop sees it in its next iteration.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "\(duration)")
    state.withLock {
      $0.now = $0.now + duration
      $0.wallTime = $0.wallTime + duration
    }
  }

  /// Sets the wall clock, as the user or the network may do; the monotonic clock stays.
  public func set(wallTime: WallTime) {
    state.withLock {
      $0.wallTime = wallTime
      $0.settingCount += 1
    }
  }

  func reading(of clock: clockid_t) -> Duration {
    clock == CLOCK_REALTIME ? wallTime.sinceEpoch : now.sinceOrigin
  }
}
