public import Glibc
import Loop

/// A program that was started as the leader of its own process group.
///
/// Waiting for it blocks, which suits demonstrations and tests, and not the bar's loop.
public final class SessionProcess {
  public let pid: pid_t
  /// The file that has its standard output and standard error.
  public let log: String
  private var ending: Ending?

  public enum Ending: Equatable, Sendable {
    /// The program ended by itself, with this exit status.
    case exited(Int32)
    /// The program was killed by this signal.
    case signalled(Int32)
  }

  /// Starts a program found by PATH; it dies with the thread that started it, has / as its working directory,
  /// and reads from /dev/null.
  ///
  /// - Parameters:
  ///   - environment: The whole environment; nothing is inherited.
  ///   - output: The file for standard output, if not `log`; both files are appended to.
  ///   - isUnprivileged: Whether it runs as nobody if we are root.
  public init(
    _ arguments: [String], environment: [String: String], log: String, output: String? = nil,
    isUnprivileged: Bool = true
  ) throws(SessionError) {
    // An unprivileged program may not be able to enter our directory. Every Debian has env and setpriv.
    var prefix = ["env", "--chdir=/", "setpriv", "--pdeathsig", "KILL"]
    if isUnprivileged { prefix += Account.unprivileged.setprivOptions }
    let errors = try appending(log)
    let standard = try appending(output ?? log)
    let spawn = Spawn(
      prefix + ["--"] + arguments, environment: environment.map { "\($0.key)=\($0.value)" },
      output: standard.raw, errors: errors.raw)
    do throws(LoopError) { pid = try spawn.start() } catch {
      throw .spawn(arguments, code: error.errorNumber)
    }
    self.log = log
  }

  /// Returns the way in which the program ended, without waiting; nil while it runs.
  public func poll() -> Ending? {
    if ending == nil { wait(options: WNOHANG) }
    return ending
  }

  /// Waits until the program ends; nil if it still runs after `limit`.
  public func waitForEnd(within limit: Duration) -> Ending? {
    Deadline(limit).answer { poll() }
  }

  /// Sends the program a signal if it still runs.
  public func send(_ signal: Int32) {
    if poll() == nil { kill(pid, signal) }
  }

  /// Sends SIGTERM to the whole process group, and SIGKILL to what has not ended in time.
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

  /// The output of the program so far.
  public var logText: String { readText(log) ?? "" }

  private func wait(options: Int32) {
    var status: Int32 = 0
    while true {
      let reaped = unsafe waitpid(pid, &status, options)
      if reaped == pid {
        let signal = status & 0x7f
        // Children of the program may outlive it.
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

/// Opens a file to which output is appended.
private func appending(_ path: String) throws(SessionError) -> Descriptor {
  let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
  guard file >= 0 else { throw .file(path, code: errno) }
  return Descriptor(adopting: file)
}
