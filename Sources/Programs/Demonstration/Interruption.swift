import Glibc

/// The user's wish to end, kept until it is asked for instead of ending the program where it stands.
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

  /// Whether it has been expressed.
  public var isPending: Bool {
    var pending = sigset_t()
    unsafe sigpending(&pending)
    return [SIGINT, SIGTERM, SIGHUP].contains { unsafe sigismember(&pending, $0) == 1 }
  }

  /// Sleeps until it is expressed.
  public func wait() {
    var signals = signals
    var signal: Int32 = 0
    unsafe sigwait(&signals, &signal)
  }
}
