import CPlatform
import Glibc

/// The timers of one clock behind one timerfd, which is armed for the earliest of them only.
final class TimerQueue {
  let descriptor: Descriptor
  private let clock: clockid_t
  /// Whether a change of the clock makes the descriptor readable too, as the wall clock needs.
  private let firesOnClockChange: Bool
  /// The timers in the order of `schedule`; they are few, so that an array is faster than a heap.
  private var timers: [Timer] = []
  private var armed: Duration?
  /// The clock that is read in place of `clock`; nil outside of tests.
  private let manualClock: ManualClock?
  /// The manual clock's `settingCount` when a change was last acknowledged.
  private var knownSettings = 0
  private let setTimer: (_ timer: Int32, _ flags: Int32, _ setting: itimerspec) -> Int32

  init(
    clock: clockid_t, firesOnClockChange: Bool, manualClock: ManualClock?, calls: SystemCalls = SystemCalls()
  ) throws(LoopError) {
    let raw = timerfd_create(clock, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard raw >= 0 else { throw LoopError("create a timer") }
    descriptor = Descriptor(adopting: raw)
    self.clock = clock
    self.firesOnClockChange = firesOnClockChange
    self.manualClock = manualClock
    setTimer = calls.setTimer
    knownSettings = manualClock?.settingCount ?? 0
  }

  var now: Duration { manualClock?.reading(of: clock) ?? readClock(clock) }
  var isEmpty: Bool { timers.isEmpty }

  func schedule(at deadline: Duration, tolerance: Duration, _ handler: @escaping () -> Void) -> Timer {
    let timer = Timer(queue: self, deadline: deadline, tolerance: tolerance, handler: handler)
    timers.append(timer)
    return timer
  }

  func forget(_ timer: Timer) {
    timers.removeAll { $0 === timer }
  }

  /// Calls the handlers of timers that are due at `now`, earliest first; those scheduled meanwhile wait for
  /// the next call. Returns whether any was due.
  func fire(now: Duration, all: Bool = false) -> Bool {
    let due = timers.filter { all || $0.deadline <= now }
    guard !due.isEmpty else { return false }
    timers.removeAll { timer in due.contains { $0 === timer } }
    // The sort is stable: of two with one deadline the older goes first.
    for timer in due.sorted(by: { $0.deadline < $1.deadline }) { timer.fire() }
    return true
  }

  /// Arms the descriptor for the earliest moment by which a timer must fire, or for
  /// `deadline` if that is earlier; returns whether the clock was set since the last acknowledgement, so that all
  /// timers have to fire.
  func arm(also deadline: Duration? = nil) -> Bool {
    var earliest = [timers.lazy.map(\.latest).min(), deadline].compactMap(\.self).min()
    if let manualClock { earliest = hasReason(toFireBy: manualClock, or: deadline) ? .zero : nil }
    guard earliest != armed else { return false }
    armed = earliest
    var setting = itimerspec()
    // Zero would disarm the timer; a moment in the past fires at once.
    if let earliest { setting.it_value = timespec(max(earliest, .nanoseconds(1))) }
    let flags = firesOnClockChange ? TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET : TFD_TIMER_ABSTIME
    let error = setTimer(descriptor.raw, Int32(flags), setting)
    // ECANCELED reports that the clock was set. The timer is armed all the same, and the report is not repeated.
    precondition(error == 0 || error == ECANCELED, "timerfd_settime: error \(error)")
    return error == ECANCELED
  }

  /// Resets the descriptor's readiness; returns whether the clock was set.
  func acknowledge() -> Bool {
    armed = nil
    var expirations: UInt64 = 0
    let count = unsafe read(descriptor.raw, &expirations, MemoryLayout<UInt64>.size)
    if let manualClock {
      defer { knownSettings = manualClock.settingCount }
      return manualClock.settingCount != knownSettings
    }
    return count < 0 && errno == ECANCELED
  }

  private func hasReason(toFireBy manualClock: ManualClock, or deadline: Duration?) -> Bool {
    let deadlines = [timers.lazy.map(\.deadline).min(), deadline]
    guard let earliest = deadlines.compactMap(\.self).min() else { return false }
    return earliest <= now || (firesOnClockChange && manualClock.settingCount != knownSettings)
  }
}

/// Reads a system clock. The corresponding C function is `clock_gettime`.
nonisolated func readClock(_ clock: clockid_t) -> Duration {
  var time = timespec()
  let result = unsafe clock_gettime(clock, &time)
  precondition(result == 0, "clock_gettime: \(errno)")
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

extension timespec {
  /// Converts a duration, rounded up to whole nanoseconds so that no deadline comes early.
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = (attoseconds + 999_999_999) / 1_000_000_000
    self.init(tv_sec: Int(seconds + nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
