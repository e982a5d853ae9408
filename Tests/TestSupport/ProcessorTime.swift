public import Glibc
import HeadlessSession

/// The time for which the processor works on something: what other programs do at the same time does not count.
public enum ProcessorTime {
  /// Of this thread alone.
  public static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = now
    try work()
    return now - start
  }

  /// For how long the main thread of `process` could have run so far, but others had the processor.
  public static func waited(by process: pid_t) -> Duration {
    let words = (readText("/proc/\(process)/schedstat") ?? "").split(separator: " ")
    return .nanoseconds(words.count > 1 ? Int64(words[1]) ?? 0 : 0)
  }

  private static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
