public import HeadlessSession

/// One run of a program under test that ends by itself and needs no compositor.
public struct CommandRun {
  public let ending: SessionProcess.Ending?
  /// The program's standard output and standard error.
  public let text: String

  /// Runs the program with `arguments` in a directory whose files they may name, and waits for its end.
  public init(
    _ arguments: [String], program: String = "hyaline", in directory: PrivateDirectory
  ) throws {
    var environment = Program.sharedEnvironment
    environment["PATH"] = environmentVariable("PATH") ?? "/usr/bin:/bin"
    environment["HOME"] = directory.path
    // Configurations that other programs have for all users are none of the test's.
    environment["XDG_CONFIG_DIRS"] = directory.path
    environment["LANG"] = "C.UTF-8"
    let log = directory.file("run.log")
    let process = try SessionProcess(
      [try Program.path(of: program, in: directory)] + arguments, environment: environment, log: log,
      isUnprivileged: false
    )
    ending = process.waitForEnd()
    process.stop()
    text = process.logText
    try directory.write("", to: "run.log")
  }
}
