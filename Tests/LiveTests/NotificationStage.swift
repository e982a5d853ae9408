import DBus
import DesktopModel
import Glibc
import HeadlessSession
import Loop
import NotificationService
import TestSupport

/// A compositor and a bus of their own, for instances that serve notifications and for their clients.
final class NotificationStage {
  let sway: HeadlessSway
  let session: DesktopSession
  let client: MessageBus
  /// The started instances, which end when they are released.
  private(set) var instances: [RunningHyaline] = []

  init() throws {
    sway = try HeadlessSway(output: "resolution 640x360@60Hz")
    session = try DesktopSession(sway)
    client = session.connect()
    try session.eventually("the client's connection") { client.state == .connected }
  }

  func stop() { sway.stop() }

  /// Starts an instance; returns before it serves.
  func start(
    _ options: [String], settings: String = "", name: String = "hyaline", environment: [String: String] = [:]
  ) throws -> RunningHyaline {
    let hyaline = try RunningHyaline(
      in: sway, settings: settings, options: options, name: name, environment: environment)
    instances.append(hyaline)
    return hyaline
  }

  /// The owner of the name of the notification service.
  func owner() throws -> NameOwner? {
    var answer: NameOwner??
    client.findOwner(of: NotificationInterface.name) { answer = .some($0) }
    try session.eventually("the bus's answer") { answer != nil }
    return answer ?? nil
  }

  /// Whether it is on the bus, whatever for.
  func isConnected(_ hyaline: RunningHyaline) throws -> Bool {
    func ask(_ member: String, _ arguments: [DBusValue] = [], expects: String) throws -> DBusValue {
      let bus = "org.freedesktop.DBus"
      let call = Call(to: bus, "/org/freedesktop/DBus", bus, member, arguments, expects: expects)
      return try answer(to: call)[0]
    }
    return try (ask("ListNames", expects: "as").strings ?? []).contains { name in
      // One that has gone meanwhile has no process.
      let process = try? ask("GetConnectionUnixProcessID", [.string(name)], expects: "u")
      return process?.integer == Int(hyaline.process.pid)
    }
  }

  func waitForOwner(_ hyaline: RunningHyaline) throws {
    try session.eventually("the name of process \(hyaline.process.pid)") {
      try owner()?.processID == Int(hyaline.process.pid)
    }
  }

  /// Waits until the instance owns the name and takes commands, which it does a little later.
  func waitUntilServing(_ hyaline: RunningHyaline) throws {
    try waitForOwner(hyaline)
    try hyaline.waitForStatistics("an answer")
  }

  /// Runs `hyaline notifications` to its end, and returns what it printed.
  func command(_ arguments: String...) throws -> String {
    String(
      decoding: try sway.run([try Program.path(in: sway.directory), "notifications"] + arguments),
      as: UTF8.self)
  }

  /// Why `hyaline notifications` failed, or nil if it did not.
  func failure(_ arguments: String...) throws -> String? { try failure(arguments) }

  func failure(_ arguments: [String]) throws -> String? {
    do {
      _ = try sway.run([try Program.path(in: sway.directory), "notifications"] + arguments)
      return nil
    } catch .failed(_, let log) {
      return log
    }
  }

  /// Runs `hyaline notifications`; returns its exit status and its output.
  func outcome(_ arguments: String...) throws -> Outcome { try outcome(arguments) }

  func outcome(_ arguments: [String]) throws -> Outcome {
    let output = sway.directory.file("outcome.out")
    let process = try sway.start(
      [try Program.path(in: sway.directory), "notifications"] + arguments, name: "outcome", output: output)
    let ending = process.waitForEnd()
    defer {
      unsafe unlink(output)
      unsafe unlink(process.log)
    }
    return Outcome(ending: ending, output: readText(output) ?? "", errors: process.logText)
  }

  /// The result of a command.
  struct Outcome {
    var ending: SessionProcess.Ending?
    /// The text on standard output.
    var output: String
    /// The text on standard error.
    var errors: String
  }

  /// Calls Notify and returns the number.
  @discardableResult
  func notify(_ call: Call) throws -> UInt32 {
    guard let id = try answer(to: call)[0].uint32 else {
      throw SessionError.timeout(awaited: "a number", log: "")
    }
    return id
  }

  /// Calls, and returns the answer's values.
  @discardableResult
  func answer(to call: Call) throws -> [DBusValue] {
    var answer: Result<[DBusValue], BusError>?
    client.call(call) { answer = $0 }
    try session.eventually("the answer to \(call.member)") { answer != nil }
    return try answer!.get()
  }

  /// Processes that have a word in their command line and this parent.
  func processes(named word: String, of parent: pid_t) -> [Int32] {
    names(in: "/proc").compactMap { Int32($0) }.filter { process in
      (readText("/proc/\(process)/cmdline") ?? "").contains(word)
        && (readText("/proc/\(process)/status") ?? "").contains("PPid:\t\(parent)\n")
    }
  }

  /// The signals of the notifications from now on, each with its arguments.
  func follow() throws -> NotificationSignals {
    let signals = NotificationSignals()
    client.subscribe(.ofAnyone(interface: NotificationInterface.name)) { signals.all.append($0) }
    // The bus has taken the match once it answers.
    _ = try owner()
    return signals
  }
}

/// The signals that were received, and a record of them.
final class NotificationSignals {
  fileprivate(set) var all: [Signal] = []

  /// Forgets the signals so far.
  func forget() { all = [] }

  /// The signals in words such as `NotificationClosed 5 2`.
  var lines: [String] {
    all.map { signal in
      ([signal.member] + signal.arguments.map { $0.string ?? $0.integer.map(String.init) ?? "?" })
        .joined(separator: " ")
    }
  }
}
