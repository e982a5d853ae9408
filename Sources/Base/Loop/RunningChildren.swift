import Glibc

/// The programs that end with ours, from their start until they are reaped.
final class RunningChildren {
  /// Between two looks at who is left, milliseconds: next to nothing beside the end of a program.
  private static let interval: Int32 = 2

  private var processes: [pid_t: ChildProcess] = [:]

  func add(_ process: ChildProcess) { processes[process.identifier] = process }

  func remove(_ process: ChildProcess) { processes[process.identifier] = nil }

  /// Ends them, see `EventLoop.endChildren`.
  func end(grace: Duration) {
    var left = Array(processes.values)
    for process in left { process.askToEnd() }
    let deadline = ContinuousClock.now + grace
    while true {
      left.removeAll { $0.hasEnded() }
      if left.isEmpty { return }
      if ContinuousClock.now >= deadline { break }
      // The group of a program has no descriptor that could be waited for.
      _ = poll(nil, 0, Self.interval)
    }
    // What not even this ends at once is waited for by nobody.
    for process in left { process.forceToEnd() }
  }
}
