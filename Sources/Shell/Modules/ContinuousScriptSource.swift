import Geometry
import Loop
import ModuleModel
import Settings

/// Each line that a command writes, as long as it runs; when it ends it is started again, later each time.
final class ContinuousScriptSource: ModuleSource {
  private static let longestDelay = Duration.seconds(60)

  private let module: ModuleName
  private let settings: ScriptSettings
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  private var process: ChildProcess?
  private var timer: Timer?
  private var delay: Duration
  private let firstDelay: Duration
  private var started: Instant

  /// Starts the command; `firstDelay` is that of the first restart, doubled with each to a minute.
  init(
    module: ModuleName, settings: ScriptSettings, loop: EventLoop, outlet: ModuleOutlet,
    firstDelay: Duration = .seconds(1)
  ) {
    self.module = module
    self.settings = settings
    self.loop = loop
    self.outlet = outlet
    self.firstDelay = firstDelay
    delay = firstDelay
    started = loop.now
    run()
  }

  func signalled(_ n: Int) { if settings.signal == n { refresh() } }

  /// Starts the command anew.
  func refresh() {
    timer?.cancel()
    process?.terminate()
    process = nil
    delay = firstDelay
    run()
  }

  func stop() {
    timer?.cancel()
    timer = nil
    process?.terminate()
    process = nil
    outlet.close()
  }

  private func run() {
    started = loop.now
    guard let condition = settings.condition else { return runCommand() }
    do throws(LoopError) {
      process = try ChildProcess(condition, loop: loop, onLine: nil) { status in
        self.process = nil
        if status.failure == nil { return self.runCommand() }
        self.outlet.show(.text(""))
        self.restartLater()
      }
    } catch {
      outlet.fail("\(module): \(error)")
      restartLater()
    }
  }

  private func show(_ line: String) {
    if let reading = ScriptReading.reading(of: line, isJSON: settings.isJSON) {
      outlet.show(reading)
    } else {
      outlet.fail("\(module): expected a line of JSON")
    }
  }

  private func runCommand() {
    do throws(LoopError) {
      process = try ChildProcess(
        settings.command, selecting: .newest, loop: loop,
        onLine: { self.show($0) },
        onExit: { status in
          self.process = nil
          // What it said last stays unless it failed.
          if let failure = status.failure { self.outlet.fail("\(self.module): \(failure)") }
          self.restartLater()
        })
    } catch {
      outlet.fail("\(module): \(error)")
      restartLater()
    }
  }

  private func restartLater() {
    guard !outlet.isClosed else { return }
    // One that ran for long had no trouble in starting.
    if loop.now - started >= Self.longestDelay { delay = firstDelay }
    timer = loop.schedule(at: loop.now + delay) { self.run() }
    delay = min(delay * 2, Self.longestDelay)
  }
}
