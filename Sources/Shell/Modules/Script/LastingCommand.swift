import Geometry
import Localization
import Loop
import Settings

/// A command that is to run all the time: when it ends it is started again, later each time.
///
/// Before each start the condition of the settings is asked, if there is one.
final class LastingCommand {
  /// The events of the command that its owner is told of.
  struct Reports {
    /// Called before the command is started.
    var starts: () -> Void = {}
    /// A line of its output; nil: `bytes` are wanted.
    var line: ((String) -> Void)?
    /// Called with the command's output as it comes.
    var bytes: (([UInt8]) -> Void)?
    /// The condition does not hold.
    var isUnwanted: () -> Void
    /// Called if the command could not be started or has failed, with the reason for the log and a sentence in the user's
    /// language.
    var failed: (_ reason: String, _ words: String) -> Void
  }

  private static let longestDelay = Duration.seconds(60)

  private let settings: ScriptSettings
  private let takesInput: Bool
  private let errors: ErrorOutput?
  private let loop: EventLoop
  private var reports: Reports?
  private var process: ChildProcess?
  private var earlier = EarlierRuns()
  private var timer: Timer?
  private var delay: Duration
  private let firstDelay: Duration
  private var started: Instant

  /// Starts nothing yet; `firstDelay` is that of the first restart, doubled with each to a minute. `log` takes lines for the
  /// log.
  init(
    _ settings: ScriptSettings, takesInput: Bool = false, loop: EventLoop, firstDelay: Duration,
    log: @escaping (String) -> Void
  ) {
    self.settings = settings
    self.takesInput = takesInput
    self.loop = loop
    self.firstDelay = firstDelay
    errors = try? ErrorOutput(loop: loop, report: log)
    delay = firstDelay
    started = loop.now
  }

  /// Starts the command, which is told of from now on.
  func start(_ reports: Reports) {
    self.reports = reports
    run()
  }

  /// Starts the command anew.
  func restart() {
    timer?.cancel()
    process?.terminate()
    process = nil
    delay = firstDelay
    run()
  }

  /// Ends the command, and starts it again later as if it had ended by itself.
  func giveUp() {
    process?.terminate()
    process = nil
    restartLater()
  }

  /// Ends the command for good, and tells nothing any more. Idempotent.
  func stop() {
    reports = nil
    timer.end()
    process?.terminate()
    process = nil
    earlier.end()
    errors?.close()
  }

  /// Writes to its input, if it takes any; false: it does not read.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool { process?.write(bytes) ?? false }

  /// Sends a signal to it and its children.
  func send(_ signal: Int32) { process?.send(signal) }

  private func run() {
    started = loop.now
    earlier.end()
    guard let condition = settings.condition else { return runCommand() }
    do throws(LoopError) {
      process = try ChildProcess(
        condition, keepsStandardError: false, errors: errors, endsOthers: true, loop: loop, onLine: nil
      ) { status in
        self.ended()
        if status.failure == nil { return self.runCommand() }
        self.reports?.isUnwanted()
        self.restartLater()
      }
    } catch {
      reports?.failed("\(error)", localized("The command could not be started."))
      restartLater()
    }
  }

  private func runCommand() {
    reports?.starts()
    guard let reports else { return }
    do throws(LoopError) {
      process = try ChildProcess(
        settings.command, selecting: .newest, keepsStandardError: false, errors: errors,
        takesInput: takesInput, endsOthers: true, loop: loop, onLine: reports.line, onBytes: reports.bytes,
        onExit: { status in
          self.ended()
          // The last output stays unless the command failed.
          if let failure = status.failure { self.reports?.failed(failure.reason, failure.words) }
          self.restartLater()
        })
    } catch {
      reports.failed("\(error)", localized("The command could not be started."))
      restartLater()
    }
  }

  private func ended() {
    earlier.add(process)
    process = nil
  }

  private func restartLater() {
    guard reports != nil else { return }
    // One that ran for long had no trouble in starting.
    if loop.now - started >= Self.longestDelay { delay = firstDelay }
    timer?.cancel()
    timer = loop.schedule(at: loop.now + delay) { self.run() }
    delay = min(delay * 2, Self.longestDelay)
  }
}
