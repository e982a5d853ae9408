import Geometry
import Loop

/// A time that runs out while it is shown, counted in whole seconds.
final class Countdown {
  /// Called when another number of seconds is left.
  var onTick: () -> Void = {}
  /// Called when no time is left.
  var onEnd: () -> Void = {}
  private let loop: EventLoop
  private var end: Instant?
  private var timer: Loop.Timer?

  /// Makes one that does not run yet.
  init(_ loop: EventLoop) { self.loop = loop }

  /// The seconds that are left, with the one that has begun; nil: no time runs.
  var secondsLeft: Int? {
    end.map { max(0, Int((($0 - loop.now) / .seconds(1)).rounded(.up))) }
  }

  /// Begins a time of this length, in place of one that runs.
  func start(_ length: Duration) {
    end = loop.now + length
    arm()
  }

  /// Ends the time, without a call of `onEnd`; idempotent.
  func stop() {
    end = nil
    timer.end()
  }

  /// Schedules the next change of the number of seconds, so that nothing happens more often than once a second.
  private func arm() {
    timer.end()
    guard let end, let left = secondsLeft else { return }
    let next = end + .seconds(-max(0, left - 1))
    timer = loop.schedule(at: next) { [unowned self] in pass() }
  }

  private func pass() {
    guard secondsLeft == 0 else {
      arm()
      return onTick()
    }
    stop()
    onEnd()
  }
}
