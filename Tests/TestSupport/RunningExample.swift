public import HeadlessSession

/// One of the example programs, running in a session.
public final class RunningExample {
  public let process: SessionProcess

  /// Starts the program, without waiting until it shows anything.
  public init(_ name: String, in sway: HeadlessSway, arguments: [String] = []) throws {
    process = try SessionProcess(
      [try Program.path(of: name, in: sway.directory)] + arguments,
      environment: sway.environment.merging(Program.sharedEnvironment) { $1 },
      log: sway.directory.file(name + ".log"), isUnprivileged: Program.canRunUnprivileged)
  }

  /// The program's standard error and output so far.
  public var log: String { process.logText }
}
