import Geometry
import Loop
import Notifications

/// Runs the commands of rules, a limited number at a time, and reports how many were left out.
final class RuleCommands {
  private let loop: EventLoop
  private let report: (Log.Level, String) -> Void
  private var queue = CommandQueue()
  private var timer: Loop.Timer?

  /// `report` takes lines for the log.
  init(loop: EventLoop, report: @escaping (Log.Level, String) -> Void) {
    (self.loop, self.report) = (loop, report)
  }

  isolated deinit { timer?.cancel() }

  /// Runs a program with its arguments as soon as others leave it room; `environment` is added to ours.
  func run(_ arguments: [String], _ environment: [String: String]) {
    queue.add(.init(arguments, environment: environment), now: loop.now)
    startNext()
  }

  /// Starts no command while `isHeld`, and the waiting ones when that ends.
  func hold(_ isHeld: Bool) {
    guard isHeld != queue.isHeld else { return }
    queue.isHeld = isHeld
    startNext()
  }

  /// Starts no more commands; those that run go on. Idempotent.
  func close() {
    timer?.cancel()
    let leftOut = queue.end()
    if leftOut > 0 { report(.warning, Self.words(leftOut, "hyaline ends")) }
  }

  private func startNext() {
    while let command = queue.next() {
      do throws(LoopError) {
        _ = try ChildProcess(command.arguments, environment: command.environment, loop: loop, onLine: nil) {
          [weak self] _ in self?.ended()
        }
      } catch {
        queue.ended()
        report(.warning, "notifications.rules: \(error)")
      }
    }
    guard let due = queue.reportDeadline, timer?.isPending != true else { return }
    timer = loop.schedule(at: due) { [unowned self] in
      let reason = "\(Limits.runningCommands) ran and \(Limits.waitingCommands) waited already"
      report(.warning, Self.words(queue.takeReport(now: loop.now), reason))
    }
  }

  private func ended() {
    queue.ended()
    startNext()
  }

  private static func words(_ count: Int, _ reason: String) -> String {
    "notifications.rules: \(count) \(count == 1 ? "command was" : "commands were") left out: \(reason)"
  }
}
