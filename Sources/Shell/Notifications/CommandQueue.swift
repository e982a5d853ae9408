public import Geometry

/// A queue for the commands of rules: a limited number run at a time, a limited number wait, and
/// others are dropped.
public struct CommandQueue: Equatable, Sendable {
  /// A program with its arguments, and the variables that are added to its environment.
  public struct Command: Equatable, Sendable {
    public var arguments: [String]
    public var environment: [String: String]

    public init(_ arguments: [String], environment: [String: String]) {
      self.arguments = arguments
      self.environment = environment
    }
  }

  /// The number of commands that run.
  public private(set) var runningCount = 0
  /// When `takeReport` is due; nil if no command was dropped since the last report.
  public private(set) var reportDeadline: Instant?
  /// Whether no command may begin, as while the session is locked; waiting commands keep waiting.
  public var isHeld = false
  private var waiting: [Command] = []
  private var leftOut = 0
  private var lastReport: Instant?

  /// Time from the first dropped command to its report, so that one line reports a burst.
  static let reportDelay = Duration.seconds(1)
  /// Shortest time between two reports.
  static let reportInterval = Duration.seconds(60)

  public init() {}

  /// Adds a command, which `next` returns when its turn has come, or drops it.
  public mutating func add(_ command: Command, now: Instant) {
    guard waiting.count < Limits.waitingCommands + Limits.runningCommands - runningCount else {
      leftOut += 1
      let earliest = lastReport.map { $0 + Self.reportInterval } ?? now
      reportDeadline = reportDeadline ?? max(now + Self.reportDelay, earliest)
      return
    }
    waiting.append(command)
  }

  /// The command to start now; nil if none waits, enough run or `isHeld`.
  public mutating func next() -> Command? {
    guard !isHeld, runningCount < Limits.runningCommands, !waiting.isEmpty else { return nil }
    runningCount += 1
    return waiting.removeFirst()
  }

  /// Records that a command has ended or could not be started.
  public mutating func ended() {
    precondition(runningCount > 0, "no command runs")
    runningCount -= 1
  }

  /// The number of commands that were dropped since the last report.
  public mutating func takeReport(now: Instant) -> Int {
    defer { (leftOut, reportDeadline, lastReport) = (0, nil, now) }
    return leftOut
  }

  /// Drops all waiting commands, and returns their number and that of unreported drops together.
  public mutating func end() -> Int {
    defer { (waiting, leftOut, reportDeadline) = ([], 0, nil) }
    return waiting.count + leftOut
  }
}
