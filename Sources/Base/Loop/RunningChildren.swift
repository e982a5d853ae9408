import Glibc

/// The programs whose lifetime is `endsWithUs`, from their start until they are reaped, and, if they have left processes that are to
/// be ended too, until these are ended.
final class RunningChildren {
  /// Milliseconds between two checks of which processes are left; short beside the time that a
  /// program takes to end.
  private static let interval: Int32 = 2

  private var processes: [pid_t: ChildProcess] = [:]

  func add(_ process: ChildProcess) { processes[process.identifier] = process }

  func remove(_ process: ChildProcess) {
    // A later program may have the same number, since this one was kept until the processes that it had left were gone.
    if processes[process.identifier] === process { processes[process.identifier] = nil }
  }

  /// Ends the programs, see `EventLoop.endChildren`.
  func end(grace: Duration) {
    for process in Array(processes.values) { process.askToEnd() }
    // `askToEnd` has removed the programs whose left processes have ended.
    var left = Array(processes.values)
    let deadline = ContinuousClock.now + grace
    while true {
      left.removeAll { $0.hasEnded() }
      if left.isEmpty { return }
      if ContinuousClock.now >= deadline { break }
      // A process group has no descriptor that could be polled.
      _ = poll(nil, 0, Self.interval)
    }
    // A process that does not end at once even after SIGKILL is not waited for.
    for process in left { process.forceToEnd() }
  }
}
