import Geometry
import Loop

/// Reconnects to a service that is away, with growing delays, and disconnects from one that does not answer.
final class Reconnecting {
  /// Longest time for an answer: a compositor that is busy with the start of a session
  /// answers within a second.
  private static let patience = Duration.seconds(5)
  /// Longest delay between attempts: an attempt is cheap, since nothing is redrawn while the service is away.
  private static let longestDelay = Duration.seconds(10)
  /// Duration after which a connection counts as a success, so that the delays start anew.
  private static let lasting = Duration.seconds(10)

  private let loop: EventLoop
  private let connect: () -> Void
  private let onSilence: () -> Void
  private var backoff = Backoff(upTo: longestDelay)
  private var retry: Loop.Timer?
  private var answerTimer: Loop.Timer?
  private var connectedSince: Instant?

  /// Keeps `connect` for later attempts; `onSilence` is called when an expected answer does not come in time.
  init(loop: EventLoop, connect: @escaping () -> Void, onSilence: @escaping () -> Void) {
    self.loop = loop
    self.connect = connect
    self.onSilence = onSilence
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

  /// Records that the service has answered, which only the first answer of a connection changes.
  func succeed() { if connectedSince == nil { connectedSince = loop.now } }

  /// Records that connecting has failed or the connection was lost, and schedules the next attempt.
  func fail() {
    expectAnswer(false)
    if let since = connectedSince, loop.now - since >= Self.lasting {
      backoff = Backoff(upTo: Self.longestDelay)
    }
    connectedSince = nil
    retry?.cancel()
    retry = loop.schedule(at: loop.now + backoff.next(), tolerance: .milliseconds(50)) { [unowned self] in
      retry = nil
      connect()
    }
  }

  /// Stops attempts and the time limit of an answer; idempotent.
  func stop() {
    retry?.cancel()
    retry = nil
    expectAnswer(false)
  }
}
