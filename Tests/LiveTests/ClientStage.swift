import DBus
import DesktopModel
import Glibc
import HeadlessSession
import TestSupport
import Testing

/// An instance that serves notifications, and programs of others as its clients.
final class ClientStage {
  let stage: NotificationStage
  let hyaline: RunningHyaline
  private var programs = 0

  /// Settings in which notifications stay that come without a time of their own: programs may be slow.
  static let lasting = "[notifications]\ntimeout_low = 0\ntimeout_normal = 0\n"

  /// Returns once it serves, and banners can be shown.
  init(settings: String = lasting, environment: [String: String] = [:]) throws {
    stage = try NotificationStage()
    hyaline = try stage.start(["--notifications-only"], settings: settings, environment: environment)
    try stage.waitUntilServing(hyaline)
  }

  func stop() { stage.stop() }

  /// A program under way, and what it has printed.
  final class Program {
    let process: SessionProcess
    private let output: String
    private let stage: NotificationStage

    fileprivate init(_ arguments: [String], name: String, in stage: NotificationStage) throws {
      self.stage = stage
      output = stage.sway.directory.file(name + ".out")
      process = try stage.sway.start(arguments, name: name, output: output)
    }

    /// The program's whole lines on standard output so far.
    var lines: [String] {
      let text = readText(output) ?? ""
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Waits until it has printed so many lines, and returns them.
    @discardableResult
    func lines(_ count: Int) throws -> [String] {
      do {
        try stage.session.eventually("\(count) lines") { lines.count >= count }
      } catch {
        throw SessionError.timeout(awaited: "\(count) lines, got \(lines)", log: process.logText)
      }
      return lines
    }

    /// Waits for its end, and returns what it printed; throws if it failed.
    @discardableResult
    func end() throws -> [String] {
      try stage.session.eventually("the program's end") { process.poll() != nil }
      guard process.poll() == .exited(0) else {
        throw SessionError.failed(["\(process.poll()!)"], log: process.logText + "\(lines)")
      }
      return lines
    }
  }

  /// Starts a program that finds the bus by its environment.
  func start(_ arguments: [String]) throws -> Program {
    programs += 1
    return try Program(arguments, name: "client-\(programs)", in: stage)
  }

  /// Runs a program to its end.
  @discardableResult
  func run(_ arguments: [String]) throws -> [String] { try start(arguments).end() }

  /// Starts a script in the Python that Debian's libraries belong to.
  func python(_ script: String, _ arguments: [String] = []) throws -> Program {
    programs += 1
    let path = try stage.sway.directory.write(script, to: "client-\(programs).py")
    return try Program(["/usr/bin/python3", path] + arguments, name: "client-\(programs)", in: stage)
  }

  /// The open notifications, in the words of `hyaline notifications list --json`, the newest first.
  func list() throws -> String { try hyaline.request(#"{"command":"notifications","action":"list"}"#) }

  /// The number of the open notification with this summary; waits for it.
  func waitForNotification(_ summary: String) throws -> UInt32 {
    var found: UInt32?
    try stage.session.eventually("the notification \(summary)") {
      found = try number(of: summary)
      return found != nil
    }
    return found!
  }

  private func number(of summary: String) throws -> UInt32? {
    for item in try list().split(separator: "{").map(String.init)
    where item.contains("\"summary\":\"\(summary)\"") {
      guard let range = item.firstRange(of: "\"id\":") else { continue }
      return UInt32(item[range.upperBound...].prefix { $0.isNumber })
    }
    return nil
  }

  /// Sends the instance a command, as `hyaline notifications` does.
  func act(_ action: String, _ members: String = "") throws {
    let answer = try hyaline.request(
      #"{"command":"notifications","action":"\#(action)"\#(members.isEmpty ? "" : "," + members)}"#)
    guard answer.contains(#""ok":true"#) else { throw SessionError.failed([action, members], log: answer) }
  }

  /// Puts away what is open.
  func clear() throws {
    try act("dismiss", #""all":true"#)
    try stage.session.eventually("nothing") { try list().contains(#""notifications":[]"#) }
  }
}

/// Programs of others, which a machine may lack.
enum ClientPrograms {
  /// Whether all are there; if not, says which Debian packages would be needed.
  static func isInstalled() -> Bool {
    if missing.isEmpty { return true }
    Issue.record("not installed: \(missing.joined(separator: ", "))")
    return false
  }

  private static let missing: [String] = {
    var missing = HeadlessSway.missingPackages(["notify-send"]).isEmpty ? [] : ["libnotify-bin"]
    if !HeadlessSway.missingPackages(["gdbus"]).isEmpty { missing.append("libglib2.0-bin") }
    let check = "import gi; gi.require_version('Notify', '0.7'); from gi.repository import Notify"
    guard let directory = try? PrivateDirectory(),
      let process = try? SessionProcess(
        ["/usr/bin/python3", "-c", check], environment: ["PATH": "/usr/bin:/bin"],
        log: directory.file("python.log")),
      process.waitForEnd() == .exited(0)
    else { return missing + ["python3-gi", "gir1.2-notify-0.7"] }
    return missing
  }()
}
