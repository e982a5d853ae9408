public import HeadlessSession

/// One of the example programs, running in a session.
public final class RunningExample {
  public let process: ChildProcess

  /// Starts it; returns before anything is shown.
  public init(_ name: String, in sway: HeadlessSway, arguments: [String] = []) throws {
    process = try ChildProcess(
      [try Program.path(of: name, in: sway.directory)] + arguments,
      environment: sway.environment.merging(Program.sharedEnvironment) { $1 },
      log: sway.directory.file(name + ".log"), isUnprivileged: Program.canRunUnprivileged)
  }

  /// What it has written on standard error and output.
  public var log: String { process.logText }
}
