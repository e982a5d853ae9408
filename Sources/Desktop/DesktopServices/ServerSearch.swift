import Geometry
import Loop

/// The attempts to connect to a server of the user that may not run: the first one, and those after it did not run or
/// has ended.
///
/// The server's socket is watched if its path is known, and now and then a connection is attempted.
@MainActor final class ServerSearch {
  private let loop: EventLoop
  private let socket: () -> String?
  private let attempt: () -> Void
  private var retry: Loop.Timer?
  private var watcher: FileWatcher?
  private var backoff = Backoff(upTo: longestDelay)

  /// The longest delay between two attempts, which matters if no socket can be watched.
  private static let longestDelay = Duration.seconds(600)

  /// Schedules the first attempt for the next iteration of the loop, so that drawing does not wait until a library is
  /// loaded. `socket` returns the path of the socket, or nil if it is unknown. `attempt` tries to connect, and is
  /// followed by `wait`, by `end`, or by nothing if another attempt is of no use.
  init(_ loop: EventLoop, socket: @escaping () -> String?, attempt: @escaping () -> Void) {
    (self.loop, self.socket, self.attempt) = (loop, socket, attempt)
    retry = loop.schedule(at: loop.now) { [unowned self] in begin() }
  }

  isolated deinit { end() }

  /// Attempts to connect at once.
  func look() {
    backoff = Backoff(upTo: Self.longestDelay)
    begin()
  }

  /// Schedules another attempt, after a delay that grows each time, or as soon as the socket appears.
  func wait() {
    // The socket may appear before it is watched, so the first delays are short.
    let delay = backoff.next()
    if watcher == nil, let path = socket() {
      watcher = try? FileWatcher(path: path, loop: loop) { [unowned self] in look() }
    }
    retry?.cancel()
    retry = loop.schedule(at: loop.now + delay, tolerance: delay / 10) { [unowned self] in begin() }
  }

  /// Ends the search, because the server was reached or is no longer needed; idempotent. `wait` starts it again.
  func end() {
    backoff = Backoff(upTo: Self.longestDelay)
    retry?.cancel()
    watcher?.cancel()
    (retry, watcher) = (nil, nil)
  }

  private func begin() {
    retry?.cancel()
    retry = nil
    attempt()
  }
}
