import Loop

/// The commands of a module that have ended and have left processes in their groups, such as one that a script has put into the
/// background.
///
/// The processes are ended before the command runs again, so that their number does not grow with each run. A process in a session
/// of its own, as setsid(1) starts it, is left alone.
struct EarlierRuns {
  private var commands: [ChildProcess] = []

  /// Keeps a command that has ended, if there is one and it has left processes.
  mutating func add(_ command: ChildProcess?) {
    if let command, command.hasLeftOthers { commands.append(command) }
  }

  /// Ends the processes that are left.
  mutating func end() {
    for command in commands { command.terminate() }
    commands = []
  }
}
