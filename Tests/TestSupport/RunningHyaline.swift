import Glibc
public import HeadlessSession

/// The program under test, running in a session of its own with settings of the test.
public final class RunningHyaline {
  public let process: SessionProcess
  /// The path of the settings file; `replaceSettings` and `rewriteSettings` change the file.
  public let settingsPath: String
  private let sway: HeadlessSway
  private let controlName: String

  /// The beginning of settings with which nothing moves.
  public static let still = "accessibility.reduce_motion = \"on\"\n"

  /// Starts the program, without waiting until it shows anything.
  ///
  /// - Parameters:
  ///   - settings: The contents of the settings file.
  ///   - arguments: The command line after the program's name; nil: `run` with the settings file.
  ///   - options: Further options of `run` if `arguments` is nil.
  public init(
    in sway: HeadlessSway, settings: String, arguments: [String]? = nil, options: [String] = [],
    name: String = "hyaline", environment: [String: String] = [:]
  ) throws {
    self.sway = sway
    let environment = sway.environment.merging(Program.sharedEnvironment) { $1 }.merging(environment) { $1 }
    let suffix = options.contains("--notifications-only") ? "-notifications" : ""
    controlName = "hyaline-\(environment["WAYLAND_DISPLAY"] ?? "")\(suffix).sock"
    settingsPath = try sway.directory.write(settings, to: name + ".toml")
    process = try SessionProcess(
      [try Program.path(in: sway.directory)] + (arguments ?? ["run", "--settings", settingsPath] + options),
      environment: environment, log: sway.directory.file(name + ".log"),
      isUnprivileged: Program.canRunUnprivileged)
  }

  /// The program's standard error and output so far, without the lines in which Mesa tells which drivers it has tried
  /// on a machine without a GPU.
  public var log: String {
    process.logText.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("MESA") }.joined(separator: "\n")
  }

  /// The lines of `log` without those about the session bus, which come some time after the start if a test has no
  /// bus.
  public var linesButBus: [Substring] {
    log.split(separator: "\n").filter { !$0.contains("no notifications: ") }
  }

  /// The path of the socket at which the program takes commands.
  public var controlSocket: String { sway.directory.file(controlName) }

  /// Sends one line of JSON and returns the answered line.
  public func request(_ line: String) throws(SessionError) -> String {
    try LineSocket(controlSocket).exchange(line)
  }

  /// Waits until the program answers with statistics for which `isTrue` holds, and returns them.
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

  /// The program's statistics now.
  public func statistics() throws(SessionError) -> Statistics {
    Statistics(json: try request(#"{"command":"statistics"}"#))
  }

  /// The numbers of shown banners, of their frames and of judged captures, if all banners rest and have their final
  /// look; nil otherwise.
  ///
  /// `mayBeCovered` accepts banners of which the compositor draws nothing, which cannot be distinguished from a slow
  /// compositor.
  public func restingBanners(mayBeCovered: Bool = false) throws(SessionError) -> [Int]? {
    let now = try statistics()
    guard let shown = now["shown"], now.values("awaits").isEmpty else { return nil }
    if !mayBeCovered, now.values("glass").contains("proving") { return nil }
    return [shown, now["frames"]!, now["looks"]!]
  }

  /// Replaces the settings file as most editors do, by a new file that is renamed.
  public func replaceSettings(_ text: String) throws(SessionError) {
    let new = try sway.directory.write(text, to: "settings.new")
    guard unsafe rename(new, settingsPath) == 0 else { throw .file(settingsPath, code: errno) }
  }

  /// Rewrites the settings file in place.
  public func rewriteSettings(_ text: String) throws(SessionError) {
    try sway.directory.write(text, to: String(settingsPath.split(separator: "/").last!))
  }

  /// Sends SIGTERM, as the end of a session does, and waits; returns how the program ended.
  public func terminate() -> SessionProcess.Ending? {
    process.send(SIGTERM)
    return process.waitForEnd()
  }
}
