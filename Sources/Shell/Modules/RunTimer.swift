import Geometry
import Loop

/// The time of the next run of a module's command, which is not run while nobody sees the module.
final class RunTimer {
  private let loop: EventLoop
  private let tolerance: Duration
  private let run: (_ due: Instant) -> Void
  private var timer: Loop.Timer?
  /// Whether nobody sees the module.
  private var isPaused = false
  /// The time at which the next run is due; nil: none is.
  private var due: Instant?

  /// Schedules nothing yet. A run of a command that is run every `interval` may be up to a tenth of that late, and at most a
  /// second, if something else wakes the program then. `run` is called with the time at which it was due.
  init(_ loop: EventLoop, every interval: Duration, run: @escaping (_ due: Instant) -> Void) {
    (self.loop, self.run) = (loop, run)
    tolerance = min(interval / 10, .seconds(1))
  }

  /// Schedules the next run, in place of one that was scheduled before.
  func schedule(at due: Instant) {
    self.due = due
    arm()
  }

  /// Stops the timer while the module is not seen. When it is seen again, a run that was due meanwhile is made at once, however
  /// many were left out.
  func barsAreSeen(_ areSeen: Bool) {
    isPaused = !areSeen
    if areSeen { due = due.map { max($0, loop.now) } }
    arm()
  }

  /// Schedules nothing any more; idempotent.
  func stop() {
    due = nil
    arm()
  }

  private func arm() {
    timer.end()
    guard !isPaused, let due else { return }
    timer = loop.schedule(at: due, tolerance: tolerance) { [unowned self] in run(due) }
  }
}
