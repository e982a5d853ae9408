import Loop

/// A lock of logind that keeps the machine from sleeping, from shutting down or from heeding its lid.
///
/// systemd-inhibit(1) takes it, and gives it back when it ends, as it does with this program.
final class LoginLock {
  /// The command that holds the lock.
  let command: [String]
  private let loop: EventLoop
  private let report: (String) -> Void
  private var process: ChildProcess?

  /// Whether the lock is taken, or about to be.
  var isHeld: Bool { process != nil }

  /// Creates the lock without taking it. `locks` are logind's names of what it is for; `report` takes lines for the log.
  convenience init(_ locks: [String], loop: EventLoop, report: @escaping (String) -> Void) {
    let command = [
      "systemd-inhibit", "--what=" + locks.joined(separator: ":"), "--who=Hyaline", "--why=Kept awake",
      "--mode=block", "sleep", "infinity",
    ]
    self.init(command: command, loop: loop, report: report)
  }

  /// Creates a lock that is held by another command.
  init(command: [String], loop: EventLoop, report: @escaping (String) -> Void) {
    (self.command, self.loop, self.report) = (command, loop, report)
  }

  /// Starts or ends the command that holds the lock; idempotent.
  func hold(_ holds: Bool) {
    guard holds != (process != nil) else { return }
    guard holds else {
      process?.terminate()
      process = nil
      return
    }
    do throws(LoopError) {
      process = try ChildProcess(command, loop: loop, onLine: nil) { [weak self] status in
        // A lock that was given back ends by a signal.
        guard let self, process != nil else { return }
        process = nil
        if let failure = status.failure { report("systemd-inhibit \(failure)") }
      }
    } catch {
      report("\(error)")
    }
  }
}
