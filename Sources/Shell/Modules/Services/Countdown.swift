import Geometry
import Loop

/// Counts down whole seconds while the machine is awake. A suspend ends the counting, since nobody sees it go on afterwards.
final class Countdown {
  /// Called when another number of seconds is left, or when a suspend has ended the counting.
  var onTick: () -> Void = {}
  /// Called when no time is left.
  var onEnd: () -> Void = {}
  private let loop: EventLoop
  private var end: Instant?
  /// The distance of the wall clock from the monotonic clock at the start.
  private var difference = Duration.zero
  private var timer: Loop.Timer?

  /// The change of the wall clock against the monotonic clock, which stands still in a suspend, that ends the counting.
  private static let mostDifference = Duration.seconds(5)

  /// Makes a countdown; `start` begins it.
  init(_ loop: EventLoop) { self.loop = loop }

  /// The seconds that are left, with the one that has begun; nil: no time runs.
  var secondsLeft: Int? {
    end.map { max(0, Int((($0 - loop.now) / .seconds(1)).rounded(.up))) }
  }

  /// Begins a time of this length, in place of one that runs.
  func start(_ length: Duration) {
    end = loop.now + length
    difference = clockDifference
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

  private var clockDifference: Duration { loop.wallTime.sinceEpoch - loop.now.sinceOrigin }

  private func pass() {
    let drift = clockDifference - difference
    if max(drift, .zero - drift) > Self.mostDifference {
      stop()
      return onTick()
    }
    guard secondsLeft == 0 else {
      arm()
      return onTick()
    }
    stop()
    onEnd()
  }
}
