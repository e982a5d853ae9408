import Geometry
import Localization
import Loop
import ModuleModel
import Settings
import TextProcessing

extension ScriptSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    let (loop, outlet) = (start.loop, start.outlet)
    if speaksI3bar { return I3barSource(settings: self, loop: loop, outlet: outlet) }
    if isContinuous { return ContinuousScriptSource(settings: self, loop: loop, outlet: outlet) }
    return PolledScriptSource(settings: self, loop: loop, outlet: outlet)
  }
}

/// The first lines that a command writes, run again and again.
///
/// Runs start at multiples of the interval; one that is due while another still runs is left out.
final class PolledScriptSource: HearsSignals, FollowsCommands, FollowsBars {
  /// The shortest interval in seconds: a mistyped one must not start processes without end.
  private static let shortestInterval = 0.1

  private let settings: ScriptSettings
  /// The time between two runs; nil to run once.
  private let interval: Duration?
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  private let errors: ErrorOutput?
  private var process: ChildProcess?
  private var earlier = EarlierRuns()
  private var timer: RunTimer?
  /// The output of the command: a line of JSON, or a text, a tooltip and a class on lines of their own.
  private var output = ""
  private var history = ScriptHistory()
  /// The command is to run once more when it has ended.
  private var isWanted = false

  /// Runs the command.
  init(settings: ScriptSettings, loop: EventLoop, outlet: ModuleOutlet) {
    (self.settings, self.loop, self.outlet) = (settings, loop, outlet)
    interval = settings.interval > 0 ? .seconds(max(settings.interval, Self.shortestInterval)) : nil
    errors = try? ErrorOutput(loop: loop, report: outlet.report)
    timer = interval.map { RunTimer(loop, every: $0) { [unowned self] in poll(due: $0) } }
    poll(due: loop.now)
  }

  func stop() {
    timer?.stop()
    process?.terminate()
    process = nil
    earlier.end()
    errors?.close()
    outlet.close()
  }

  /// Runs the command at once, or once more when the one that runs has ended.
  func refresh() {
    if process == nil { run() } else { isWanted = true }
  }

  /// The command is not run by its interval while nobody sees it, and at once at the end if a run was due meanwhile.
  func barsAreSeen(_ areSeen: Bool) { timer?.barsAreSeen(areSeen) }

  var signal: Int? { settings.signal }

  /// Runs the command again, since a command of a gesture has probably changed what it shows.
  func commandEnded() { if settings.followsCommands { refresh() } }

  private func poll(due: Instant) {
    if process == nil { run() }
    guard let interval, !outlet.isClosed else { return }
    // Late by more than an interval, as after SIGSTOP, it does not catch up.
    timer?.schedule(at: max(due + interval, loop.now))
  }

  private func run() {
    earlier.end()
    guard let condition = settings.condition else { return runCommand() }
    start(condition) { status in
      if status.failure == nil { self.runCommand() } else { self.outlet.show(.text("")) }
    }
  }

  private func runCommand() {
    output = ""
    start(settings.command) { status in
      if let failure = status.failure {
        return self.outlet.fail(failure.reason, words: failure.words)
      }
      do throws(JSONError) {
        let reading = try self.reading
        self.outlet.show(
          ScriptReading.marked(self.history.completing(reading, by: self.settings), by: self.settings))
      } catch {
        self.outlet.fail("expected a line of JSON: \(error)", words: ScriptReading.noJSON)
      }
    }
  }

  private var reading: ModuleReading {
    get throws(JSONError) {
      settings.isJSON
        ? try ScriptReading.reading(of: output, isJSON: true) : ScriptReading.reading(ofLines: output)
    }
  }

  private func start(_ command: [String], onExit: @escaping (ChildProcess.Status) -> Void) {
    do throws(LoopError) {
      process = try ChildProcess(
        command, selecting: .first(lines: settings.isJSON ? 1 : 3), keepsStandardError: false,
        errors: errors, endsOthers: true, loop: loop, onLine: { self.output = $0 },
        onExit: { status in
          self.earlier.add(self.process)
          self.process = nil
          onExit(status)
          guard self.isWanted, self.process == nil, !self.outlet.isClosed else { return }
          self.isWanted = false
          self.run()
        })
    } catch {
      outlet.fail("\(error)", words: localized("The command could not be started."))
    }
  }
}

extension ChildProcess.Status {
  /// The reason of a failure for the log, and in a sentence in the user's language; nil after success.
  var failure: (reason: String, words: String)? {
    switch self {
    case .exited(0): nil
    case .exited(let status):
      (
        reason: "exited with status \(status)",
        words: localized("The command failed with the status \(status).")
      )
    case .killed(let signal):
      (
        reason: "killed by signal \(signal)",
        words: localized("The command was ended by the signal \(signal).")
      )
    }
  }
}
