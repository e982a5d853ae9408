import Geometry
import Glibc

/// The attempts to connect to a service that may not run: after delays that grow with each failure, and as soon as the
/// service makes its socket.
///
/// The owner reports how each attempt has ended, by `succeed` or by `fail`; after neither, no other attempt is made.
@MainActor public final class Reconnection: Cancellable {
  private let loop: EventLoop
  private let longestDelay: Duration
  private let socket: () -> String?
  private let connect: () -> Void
  private var backoff: Backoff
  private var retry: Timer?
  /// Watches the path of the socket while the service is away; nil also if there is no path.
  private var watcher: FileWatcher?
  private var connectedSince: Instant?
  /// Whether another attempt is to be made: the last one has failed, or its connection has ended.
  private var isAway = false

  /// The duration after which a connection counts as a success, so that the delays start anew.
  private static let lasting = Duration.seconds(10)

  /// Makes no attempt yet. The delays grow up to `longestDelay`. `socket` returns the path of the service's socket, or
  /// nil if it is unknown. `connect` is called for each attempt, and may call `succeed` or `fail`.
  public init(
    _ loop: EventLoop, upTo longestDelay: Duration = .seconds(60), socket: @escaping () -> String? = { nil },
    connect: @escaping () -> Void
  ) {
    (self.loop, self.longestDelay, self.socket, self.connect) = (loop, longestDelay, socket, connect)
    backoff = Backoff(upTo: longestDelay)
  }

  isolated deinit { cancel() }

  /// Schedules the first attempt for the next iteration of the loop, so that nothing waits for it.
  public func begin() { tryAgain(after: .zero) }

  /// Makes an attempt at once, and lets the delays start anew.
  public func look() {
    backoff = Backoff(upTo: longestDelay)
    retry.end()
    isAway = false
    connect()
  }

  /// Records that the service has answered, which only the first answer of a connection changes.
  public func succeed() {
    if connectedSince == nil { connectedSince = loop.now }
    rest()
  }

  /// Records that connecting has failed or the connection was lost. The next attempt is made after a delay, or when the
  /// service makes its socket; `errorNumber` is that of the system for the attempt, 0 if there is none.
  public func fail(errorNumber: Int32 = 0) {
    if let since = connectedSince, loop.now - since >= Self.lasting { backoff = Backoff(upTo: longestDelay) }
    (connectedSince, isAway) = (nil, true)
    if watcher != nil {
      if errorNumber == ENOENT { return }
      // A socket without a listener belongs to a service that has ended or is just starting.
      if errorNumber == ECONNREFUSED, backoff.isPatient { return }
    }
    var delay = backoff.next()
    if watcher == nil, let path = socket() {
      watcher = try? FileWatcher(path: path, loop: loop) { [unowned self] in if isAway { look() } }
      // The socket may have appeared before it was watched.
      if watcher != nil { delay = .zero }
    }
    tryAgain(after: delay)
  }

  /// Ends the attempts; idempotent. `begin`, `look` and `fail` start them again.
  public func cancel() {
    (connectedSince, backoff) = (nil, Backoff(upTo: longestDelay))
    rest()
  }

  private func rest() {
    retry.end()
    watcher.end()
    isAway = false
  }

  private func tryAgain(after delay: Duration) {
    retry?.cancel()
    isAway = true
    retry = loop.schedule(at: loop.now + delay, tolerance: delay / 10) { [unowned self] in
      (retry, isAway) = (nil, false)
      connect()
    }
  }
}
