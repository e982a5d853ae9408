import Geometry
import Loop

/// Connects to a service again and again as long as it is away, later each time, and gives up one that does not answer.
final class Reconnecting {
  /// How long an answer may take: a compositor that is busy with the start of a session answers within a second.
  private static let patience = Duration.seconds(5)
  /// Nothing is drawn anew for a service that is away, so that it costs little to look for it.
  private static let longestDelay = Duration.seconds(10)
  /// A connection that lasted is not a failed try.
  private static let lasting = Duration.seconds(10)

  private let loop: EventLoop
  private let connect: () -> Void
  private let onSilence: () -> Void
  private var backoff = Backoff(upTo: longestDelay)
  private var retry: Loop.Timer?
  private var answerTimer: Loop.Timer?
  private var connectedSince: Instant?

  /// `connect` makes a try, now for the first time; `onSilence` is called when an answer that is waited for does not come.
  init(loop: EventLoop, connect: @escaping () -> Void, onSilence: @escaping () -> Void) {
    self.loop = loop
    self.connect = connect
    self.onSilence = onSilence
  }

  isolated deinit { stop() }

  /// An answer is outstanding, or none is.
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

  /// The service has answered for the first time since it was connected.
  func succeed() { if connectedSince == nil { connectedSince = loop.now } }

  /// There is no connection, or no more.
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

  /// Tries no more, and expects no answer; idempotent.
  func stop() {
    retry?.cancel()
    retry = nil
    expectAnswer(false)
  }
}
