import Geometry
import Loop
import Settings

/// The first line that a command writes, run again and again.
///
/// Runs start at multiples of the interval; one that is due while another still runs is left out.
final class PolledScriptSource: ModuleSource {
  /// A mistyped interval must not become a storm of processes.
  private static let shortestInterval = 0.1

  private let module: ModuleName
  private let command: [String]
  /// Nil: run once.
  private let interval: Duration?
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  private var process: ChildProcess?
  private var timer: Timer?
  private var line = ""

  init(module: ModuleName, settings: ScriptSettings, loop: EventLoop, outlet: ModuleOutlet) {
    self.module = module
    command = settings.command
    interval = settings.interval > 0 ? .seconds(max(settings.interval, Self.shortestInterval)) : nil
    self.loop = loop
    self.outlet = outlet
    poll(due: loop.now)
  }

  func stop() {
    timer?.cancel()
    timer = nil
    process?.terminate()
    process = nil
    outlet.close()
  }

  private func poll(due: Instant) {
    if process == nil { run() }
    guard let interval, !outlet.isClosed else { return }
    // Late by more than an interval, as after SIGSTOP, it does not catch up.
    let next = max(due + interval, loop.now)
    // A little later is as good if something else wakes us then.
    timer = loop.schedule(at: next, tolerance: min(interval / 10, .seconds(1))) { self.poll(due: next) }
  }

  private func run() {
    line = ""
    do throws(LoopError) {
      process = try ChildProcess(
        command, selecting: .first, loop: loop,
        onLine: { self.line = $0 },
        onExit: { status in
          self.process = nil
          if let failure = status.failure {
            self.outlet.fail("\(self.module): \(failure)")
          } else {
            self.outlet.show(self.line)
          }
        })
    } catch {
      outlet.fail("\(module): \(error)")
    }
  }
}

extension ChildProcess.Status {
  /// What went wrong, nil if nothing did.
  var failure: String? {
    switch self {
    case .exited(0): nil
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal): "killed by signal \(signal)"
    }
  }
}
