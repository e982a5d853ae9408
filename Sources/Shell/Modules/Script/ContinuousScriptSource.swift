import Loop
import ModuleModel
import Settings
import TextProcessing

/// Each line that a command writes, as long as it runs; when it ends it is started again, later each time.
final class ContinuousScriptSource: HearsSignals {
  private let settings: ScriptSettings
  private let command: LastingCommand
  private let outlet: ModuleOutlet
  /// Whether the running command has written a line that could be read.
  private var hasShown = false
  /// Whether a line that could not be read was reported.
  private var hasReported = false
  private var history = ScriptHistory()

  /// Starts the command; `firstDelay` is that of the first restart, doubled with each to a minute.
  init(
    settings: ScriptSettings, loop: EventLoop, outlet: ModuleOutlet, firstDelay: Duration = .seconds(1)
  ) {
    (self.settings, self.outlet) = (settings, outlet)
    command = LastingCommand(settings, loop: loop, firstDelay: firstDelay, log: outlet.report)
    command.start(
      LastingCommand.Reports(
        starts: { [unowned self] in hasShown = false }, line: { [unowned self] in take($0) },
        isUnwanted: { outlet.show(.text("")) }, failed: outlet.fail(_:words:)))
  }

  private func take(_ line: String) {
    do throws(JSONError) {
      let reading = try ScriptReading.reading(of: line, isJSON: settings.isJSON)
      hasShown = true
      outlet.show(ScriptReading.marked(history.completing(reading, by: settings), by: settings))
    } catch {
      let reason = "expected a line of JSON: \(error)"
      if !hasReported { outlet.report(reason) }
      hasReported = true
      // The text of an earlier line stays on the bar.
      if !hasShown { outlet.fail(reason, words: ScriptReading.noJSON) }
    }
  }

  var signal: Int? { settings.signal }

  /// Starts the command anew.
  func refresh() { command.restart() }

  func stop() {
    command.stop()
    outlet.close()
  }
}
