public import Geometry

/// Commands of rules on their way: so many run at a time, so many wait in their order, and what comes beyond is left out.
public struct CommandQueue: Equatable, Sendable {
  /// A program with its arguments, and what is added to its environment.
  public struct Command: Equatable, Sendable {
    public var arguments: [String]
    public var environment: [String: String]

    public init(_ arguments: [String], environment: [String: String]) {
      self.arguments = arguments
      self.environment = environment
    }
  }

  /// Commands that have begun and not ended.
  public private(set) var runningCount = 0
  /// When `takeReport` is due; nil: nothing was left out since the last.
  public private(set) var reportDeadline: Instant?
  /// Nothing begins while this is true, as behind the lock of the session; what waits goes on waiting.
  public var isHeld = false
  private var waiting: [Command] = []
  private var leftOut = 0
  private var lastReport: Instant?

  /// The time from the first command that is left out to its report, so that one line tells of a burst.
  static let reportDelay = Duration.seconds(1)
  /// The least time between two reports.
  static let reportInterval = Duration.seconds(60)

  public init() {}

  /// Takes a command; `next` gives it when its turn has come, unless it is left out.
  public mutating func add(_ command: Command, now: Instant) {
    guard waiting.count < Limits.waitingCommands + Limits.runningCommands - runningCount else {
      leftOut += 1
      let earliest = lastReport.map { $0 + Self.reportInterval } ?? now
      reportDeadline = reportDeadline ?? max(now + Self.reportDelay, earliest)
      return
    }
    waiting.append(command)
  }

  /// The command that begins now; nil: none waits, enough run, or all are held.
  public mutating func next() -> Command? {
    guard !isHeld, runningCount < Limits.runningCommands, !waiting.isEmpty else { return nil }
    runningCount += 1
    return waiting.removeFirst()
  }

  /// One that `next` gave has ended, or could not begin.
  public mutating func ended() {
    precondition(runningCount > 0, "no command runs")
    runningCount -= 1
  }

  /// How many were left out since the last report.
  public mutating func takeReport(now: Instant) -> Int {
    defer { (leftOut, reportDeadline, lastReport) = (0, nil, now) }
    return leftOut
  }

  /// Leaves out all that wait; how many that are, with those that no report has told of.
  public mutating func end() -> Int {
    defer { (waiting, leftOut, reportDeadline) = ([], 0, nil) }
    return waiting.count + leftOut
  }
}
