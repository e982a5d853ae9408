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
    waited(by: "/proc/\(process)/schedstat")
  }

  /// The same of all threads of these programs and of this one, and of the machine if it is a virtual one: so much of
  /// what is seen late is not theirs.
  public static func waited(byAll processes: [pid_t]) -> Duration {
    (processes + [getpid()]).flatMap { process in
      threads(of: process).map { waited(by: "/proc/\(process)/task/\($0)/schedstat") }
    }.reduce(stolen, +)
  }

  /// For how long the machine's processors were another machine's, as proc(5) has it: the eighth number.
  private static var stolen: Duration {
    let words = (readText("/proc/stat") ?? "").prefix { $0 != "\n" }.split(separator: " ")
    return words.count > 8 ? .seconds(Double(words[8]) ?? 0) / Double(sysconf(Int32(_SC_CLK_TCK))) : .zero
  }

  private static func waited(by file: String) -> Duration {
    let words = (readText(file) ?? "").split(separator: " ")
    return .nanoseconds(words.count > 1 ? Int64(words[1]) ?? 0 : 0)
  }

  private static func threads(of process: pid_t) -> [Int32] {
    names(in: "/proc/\(process)/task").compactMap { Int32($0) }
  }

  private static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
