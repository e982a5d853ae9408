import Loop
import ModuleModel
import Settings

/// Each line that a command writes, as long as it runs; when it ends it is started again, later each time.
final class ContinuousScriptSource: ModuleSource {
  private let settings: ScriptSettings
  private let command: LastingCommand
  private let outlet: ModuleOutlet

  /// Starts the command; `firstDelay` is that of the first restart, doubled with each to a minute.
  init(
    module: ModuleName, settings: ScriptSettings, loop: EventLoop, outlet: ModuleOutlet,
    firstDelay: Duration = .seconds(1)
  ) {
    self.settings = settings
    self.outlet = outlet
    command = LastingCommand(settings, loop: loop, firstDelay: firstDelay)
    command.start(
      LastingCommand.Reports(
        line: { line in
          if let reading = ScriptReading.reading(of: line, isJSON: settings.isJSON) {
            outlet.show(ScriptReading.marked(reading, by: settings))
          } else {
            outlet.fail("\(module): expected a line of JSON")
          }
        },
        isUnwanted: { outlet.show(.text("")) }, failed: { outlet.fail("\(module): \($0)") }))
  }

  func signalled(_ n: Int) { if settings.signal == n { refresh() } }

  /// Starts the command anew.
  func refresh() { command.restart() }

  func stop() {
    command.stop()
    outlet.close()
  }
}
