import Geometry
import Loop
import Settings

/// Each line that a command writes, as long as it runs; when it ends it is started again, later each time.
final class ContinuousScriptSource: ModuleSource {
  private static let longestDelay = Duration.seconds(60)

  private let module: ModuleName
  private let command: [String]
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
    command = settings.command
    self.loop = loop
    self.outlet = outlet
    self.firstDelay = firstDelay
    delay = firstDelay
    started = loop.now
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
    do throws(LoopError) {
      process = try ChildProcess(
        command, selecting: .newest, loop: loop,
        onLine: { self.outlet.show($0) },
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
