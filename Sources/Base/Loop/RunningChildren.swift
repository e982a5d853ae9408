import Glibc

/// The programs whose lifetime is `endsWithUs`, from their start until they are reaped.
final class RunningChildren {
  /// Milliseconds between two checks of which processes are left; short beside the time that a
  /// program takes to end.
  private static let interval: Int32 = 2

  private var processes: [pid_t: ChildProcess] = [:]

  func add(_ process: ChildProcess) { processes[process.identifier] = process }

  func remove(_ process: ChildProcess) { processes[process.identifier] = nil }

  /// Ends the programs, see `EventLoop.endChildren`.
  func end(grace: Duration) {
    var left = Array(processes.values)
    for process in left { process.askToEnd() }
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
