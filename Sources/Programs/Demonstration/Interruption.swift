import Glibc

/// Signals that ask the program to end, held back until they are polled or awaited.
public struct Interruption {
  private let signals: sigset_t

  /// Holds back SIGINT, SIGTERM and SIGHUP from now on.
  public init() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
    unsafe sigprocmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  /// Whether one of the signals is pending.
  public var isPending: Bool {
    var pending = sigset_t()
    unsafe sigpending(&pending)
    return [SIGINT, SIGTERM, SIGHUP].contains { unsafe sigismember(&pending, $0) == 1 }
  }

  /// Sleeps until one of the signals comes.
  public func wait() {
    var signals = signals
    var signal: Int32 = 0
    unsafe sigwait(&signals, &signal)
  }
}
