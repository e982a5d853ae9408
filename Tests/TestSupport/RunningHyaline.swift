import Glibc
public import HeadlessSession

/// The program under test, running in a session of its own with settings of the test's.
public final class RunningHyaline {
  public let process: ChildProcess
  /// The settings file in use; write it anew with `changeSettings`.
  public let settingsPath: String
  private let sway: HeadlessSway
  private let controlName: String

  /// Starts it; returns before anything is shown.
  ///
  /// - Parameters:
  ///   - settings: The contents of the settings file.
  ///   - arguments: The command line after the program's name; `run` with the settings file if nil.
  ///   - options: Of `run`, if `arguments` is nil.
  public init(
    in sway: HeadlessSway, settings: String, arguments: [String]? = nil, options: [String] = [],
    name: String = "hyaline", environment: [String: String] = [:]
  ) throws {
    self.sway = sway
    let environment = sway.environment.merging(Program.sharedEnvironment) { $1 }.merging(environment) { $1 }
    let suffix = options.contains("--notifications-only") ? "-notifications" : ""
    controlName = "hyaline-\(environment["WAYLAND_DISPLAY"] ?? "")\(suffix).sock"
    settingsPath = try sway.directory.write(settings, to: name + ".toml")
    process = try ChildProcess(
      [try Program.path(in: sway.directory)] + (arguments ?? ["run", "--settings", settingsPath] + options),
      environment: environment, log: sway.directory.file(name + ".log"),
      isUnprivileged: Program.canRunUnprivileged)
  }

  /// What it has written on standard error and output.
  public var log: String { process.logText }

  /// The lines of `log` but for those about the session's bus, which come some time after the start where a test has none.
  public var linesButBus: [Substring] {
    log.split(separator: "\n").filter { !$0.contains("no notifications: ") }
  }

  /// Where it listens for commands.
  public var controlSocket: String { sway.directory.file(controlName) }

  /// Sends one line of JSON and returns the line that comes back.
  public func request(_ line: String) throws(SessionError) -> String {
    try LineSocket(controlSocket).exchange(line)
  }

  /// Waits until it answers and `isTrue` of its numbers, and returns them.
  @discardableResult
  public func waitForStatistics(
    _ awaited: String,
    until isTrue: (Statistics) -> Bool = { _ in true }
  ) throws -> Statistics {
    var last: Statistics?
    let found = try Deadline.patient.answer { () throws(SessionError) -> Statistics? in
      if let ending = process.poll() {
        throw .failed(["hyaline", "\(ending)"], log: "awaited: \(awaited)\n" + log)
      }
      last = try? statistics()
      return last.flatMap { isTrue($0) ? $0 : nil }
    }
    guard let found else {
      throw SessionError.timeout(awaited: awaited, log: "\(last.map { "\($0)" } ?? "no answer")\n" + log)
    }
    return found
  }

  /// Its numbers at this moment.
  public func statistics() throws(SessionError) -> Statistics {
    Statistics(json: try request(#"{"command":"statistics"}"#))
  }

  /// How many frames of banners were shown and captures seen, if all banners rest and look as they should; else nil.
  ///
  /// `mayBeCovered`: also where nothing of them is drawn by the compositor, whose slowness looks just so.
  public func restingBanners(mayBeCovered: Bool = false) throws(SessionError) -> [Int]? {
    let now = try statistics()
    guard let shown = now["shown"], now.values("awaits").isEmpty else { return nil }
    if !mayBeCovered, now.values("glass").contains("proving") { return nil }
    return [shown, now["frames"]!, now["looks"]!]
  }

  /// Replaces the settings as most editors do: a new file, renamed over the old one.
  public func replaceSettings(_ text: String) throws(SessionError) {
    let new = try sway.directory.write(text, to: "settings.new")
    guard unsafe rename(new, settingsPath) == 0 else { throw .file(settingsPath, code: errno) }
  }

  /// Replaces the settings in place.
  public func rewriteSettings(_ text: String) throws(SessionError) {
    try sway.directory.write(text, to: String(settingsPath.split(separator: "/").last!))
  }

  /// Asks it to end, as a session does, and tells how it did.
  public func terminate() -> ChildProcess.Ending? {
    process.send(SIGTERM)
    return process.waitForEnd()
  }
}
