public import HeadlessSession

/// One run of a program under test that ends by itself and needs no compositor.
public struct CommandRun {
  public let ending: SessionProcess.Ending?
  /// The program's standard output and standard error.
  public let text: String

  /// Runs the program with `arguments` in a directory whose files they may name, and waits for its end; `added` are further
  /// environment variables.
  public init(
    _ arguments: [String], program: String = "hyaline", in directory: PrivateDirectory,
    environment added: [String: String] = [:]
  ) throws {
    let process = try Self.start(arguments, program: program, in: directory, environment: added)
    ending = process.waitForEnd()
    process.stop()
    text = process.logText
    try directory.write("", to: "run.log")
  }

  /// Starts the program in the same way, and does not wait for its end.
  public static func start(
    _ arguments: [String], program: String = "hyaline", in directory: PrivateDirectory,
    environment added: [String: String] = [:]
  ) throws -> SessionProcess {
    var environment = Program.sharedEnvironment
    environment["PATH"] = environmentVariable("PATH") ?? "/usr/bin:/bin"
    environment["HOME"] = directory.path
    // Configurations that other programs have for all users are none of the test's.
    environment["XDG_CONFIG_DIRS"] = directory.path
    environment["LANG"] = "C.UTF-8"
    environment.merge(added) { $1 }
    return try SessionProcess(
      [try Program.path(of: program, in: directory)] + arguments, environment: environment,
      log: directory.file("run.log"), isUnprivileged: false)
  }
}
