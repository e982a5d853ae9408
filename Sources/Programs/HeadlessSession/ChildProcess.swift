public import Glibc

/// A program that we started as the leader of its own process group.
///
/// Blocks where it waits: for demonstrations and tests, not for the bar's loop.
public final class ChildProcess {
  public let pid: pid_t
  /// The file that has its standard output and standard error.
  public let log: String
  private var ending: Ending?

  /// How a program ended.
  public enum Ending: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
  }

  /// Starts a program found by PATH; it dies with the thread that started it, works in /, and reads
  /// from /dev/null.
  ///
  /// - Parameters:
  ///   - environment: All of it; nothing is inherited.
  ///   - output: Where standard output goes if not to `log` too; both are appended to.
  ///   - isUnprivileged: As nobody, if we are root.
  public init(
    _ arguments: [String], environment: [String: String], log: String, output: String? = nil,
    isUnprivileged: Bool = true
  ) throws(SessionError) {
    // Our own directory may be closed to an unprivileged program. Every Debian has env and setpriv.
    var prefix = ["env", "--chdir=/", "setpriv", "--pdeathsig", "KILL"]
    if isUnprivileged { prefix += Account.unprivileged.setprivOptions }
    pid = try spawn(
      prefix + ["--"] + arguments, environment: environment, log: log, output: output ?? log)
    self.log = log
  }

  /// How it ended, or nil while it runs.
  public func poll() -> Ending? {
    if ending == nil { wait(options: WNOHANG) }
    return ending
  }

  /// Waits until it ends; nil if it still runs after `limit`.
  public func waitForEnd(within limit: Duration) -> Ending? {
    Deadline(limit).answer { poll() }
  }

  /// Sends it a signal, if it still runs.
  public func send(_ signal: Int32) {
    if poll() == nil { kill(pid, signal) }
  }

  /// Asks the whole group to end, and kills what has not ended in time.
  public func stop(within limit: Duration = .seconds(2)) {
    if poll() == nil {
      kill(-pid, SIGTERM)
      _ = waitForEnd(within: limit)
    }
    if ending == nil {
      kill(-pid, SIGKILL)
      wait(options: 0)
    }
  }

  /// What it has written so far.
  public var logText: String { readText(log) ?? "" }

  private func wait(options: Int32) {
    var status: Int32 = 0
    while true {
      let reaped = unsafe waitpid(pid, &status, options)
      if reaped == pid {
        let signal = status & 0x7f
        // Children of its own may outlive it.
        kill(-pid, SIGKILL)
        ending = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
        return
      }
      if reaped == -1, errno == EINTR { continue }
      return
    }
  }

  deinit {
    stop(within: .zero)
  }
}

private func spawn(
  _ arguments: [String], environment: [String: String], log: String, output: String
) throws(SessionError) -> pid_t {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  let appending = O_WRONLY | O_CREAT | O_APPEND
  unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  unsafe posix_spawn_file_actions_addopen(&actions, 1, output, appending, 0o644)
  if output == log {
    unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
  } else {
    unsafe posix_spawn_file_actions_addopen(&actions, 2, log, appending, 0o644)
  }

  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  // Whoever waits for signals blocks them; a child starts with none blocked or ignored.
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe posix_spawnattr_setsigmask(&attributes, &signals)
  unsafe sigfillset(&signals)
  unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
  unsafe posix_spawnattr_setpgroup(&attributes, 0)
  let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
  unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

  var pid: pid_t = 0
  let code = unsafe withCStrings(arguments) { argv in
    unsafe withCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
      unsafe posix_spawnp(&pid, argv[0]!, &actions, &attributes, argv, envp)
    }
  }
  guard code == 0 else { throw .spawn(arguments, code: code) }
  return pid
}

private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  return unsafe pointers.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress!) }
}
