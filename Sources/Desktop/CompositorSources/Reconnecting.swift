import Geometry
import Loop

/// Reconnects to a compositor that is away, and disconnects from one that does not answer.
final class Reconnecting {
  /// Longest time for an answer: a compositor that is busy with the start of a session
  /// answers within a second.
  private static let patience = Duration.seconds(5)
  /// Longest delay between attempts: an attempt is cheap, since nothing is redrawn while the compositor is away.
  private static let longestDelay = Duration.seconds(10)

  private let loop: EventLoop
  private let onSilence: () -> Void
  private let reconnection: Reconnection
  private var answerTimer: Loop.Timer?

  /// Keeps `connect` for later attempts; `onSilence` is called when an expected answer does not come in time.
  init(loop: EventLoop, connect: @escaping () -> Void, onSilence: @escaping () -> Void) {
    (self.loop, self.onSilence) = (loop, onSilence)
    reconnection = Reconnection(loop, upTo: Self.longestDelay, connect: connect)
  }

  isolated deinit { stop() }

  /// Starts the time limit of an answer if it is not running, or stops it.
  func expectAnswer(_ isOutstanding: Bool) {
    guard isOutstanding else {
      answerTimer?.cancel()
      answerTimer = nil
      return
    }
    guard answerTimer == nil else { return }
    answerTimer = loop.schedule(at: loop.now + Self.patience, tolerance: .seconds(1)) { [unowned self] in
      answerTimer = nil
      onSilence()
    }
  }

  /// Records that the compositor has answered, which only the first answer of a connection changes.
  func succeed() { reconnection.succeed() }

  /// Records that connecting has failed or the connection was lost, and schedules the next attempt.
  func fail() {
    expectAnswer(false)
    reconnection.fail()
  }

  /// Stops attempts and the time limit of an answer; idempotent.
  func stop() {
    reconnection.stop()
    expectAnswer(false)
  }
}
