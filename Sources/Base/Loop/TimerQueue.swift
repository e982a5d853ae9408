import CPlatform
import Glibc

/// The timers of one clock behind one timerfd, which is armed for the earliest of them only.
final class TimerQueue {
  let descriptor: Descriptor
  private let clock: clockid_t
  /// The wall clock's: a change of the clock makes the descriptor readable too.
  private let firesOnClockChange: Bool
  /// Few, so that an array beats a heap; in the order of `schedule`.
  private var timers: [Timer] = []
  private var armed: Duration?
  /// Read in place of `clock`; nil outside of tests.
  private let manualClock: ManualClock?
  /// How often the manual clock had been set when that was last acknowledged.
  private var knownSettings = 0

  init(clock: clockid_t, firesOnClockChange: Bool, manualClock: ManualClock?) throws(LoopError) {
    let raw = timerfd_create(clock, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard raw >= 0 else { throw LoopError("create a timer") }
    descriptor = Descriptor(adopting: raw)
    self.clock = clock
    self.firesOnClockChange = firesOnClockChange
    self.manualClock = manualClock
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

  /// Calls what is due at `now`, earliest first; what is scheduled meanwhile waits for the next time.
  ///
  /// Returns whether anything was.
  func fire(now: Duration, all: Bool = false) -> Bool {
    let due = timers.filter { all || $0.deadline <= now }
    guard !due.isEmpty else { return false }
    timers.removeAll { timer in due.contains { $0 === timer } }
    // The sort is stable: of two with one deadline the older goes first.
    for timer in due.sorted(by: { $0.deadline < $1.deadline }) { timer.fire() }
    return true
  }

  /// Sets the descriptor to the earliest moment by which something must be called, or to `deadline` if that is earlier.
  func arm(also deadline: Duration? = nil) {
    var earliest = [timers.lazy.map(\.latest).min(), deadline].compactMap(\.self).min()
    if let manualClock { earliest = hasReason(toFireBy: manualClock, or: deadline) ? .zero : nil }
    guard earliest != armed else { return }
    armed = earliest
    var setting = itimerspec()
    // Zero would disarm; what lies in the past fires at once.
    if let earliest { setting.it_value = timespec(max(earliest, .nanoseconds(1))) }
    let flags = firesOnClockChange ? TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET : TFD_TIMER_ABSTIME
    let result = unsafe timerfd_settime(descriptor.raw, Int32(flags), &setting, nil)
    precondition(result == 0, "timerfd_settime: \(errno)")
  }

  /// Takes the descriptor's readiness back; returns whether the clock was set.
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

/// The corresponding C function is `clock_gettime`.
nonisolated func readClock(_ clock: clockid_t) -> Duration {
  var time = timespec()
  let result = unsafe clock_gettime(clock, &time)
  precondition(result == 0, "clock_gettime: \(errno)")
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

extension timespec {
  /// Rounded up to whole nanoseconds, so that no deadline comes early.
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = (attoseconds + 999_999_999) / 1_000_000_000
    self.init(tv_sec: Int(seconds + nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
