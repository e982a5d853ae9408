import Geometry
import Loop

/// The attempts to reach a server of the user that may not run: the first one, and those after it was not there or has ended.
///
/// The server's socket is watched where it has one, and now and then it is tried whether the server answers.
@MainActor final class ServerSearch {
  private let loop: EventLoop
  private let socket: () -> String?
  private let attempt: () -> Void
  private var retry: Loop.Timer?
  private var watcher: FileWatcher?
  private var backoff = Backoff(upTo: longestDelay)

  /// The longest delay between two attempts; it matters where no socket can be watched.
  private static let longestDelay = Duration.seconds(600)

  /// Plans the first attempt for the next iteration of the loop: what is on the screen does not wait until a library is loaded.
  /// `socket` returns the path of the socket, or nil where none is known; `attempt` tries to reach the server, and is followed
  /// by `wait`, by `end`, or by nothing if trying again is of no use.
  init(_ loop: EventLoop, socket: @escaping () -> String?, attempt: @escaping () -> Void) {
    (self.loop, self.socket, self.attempt) = (loop, socket, attempt)
    retry = loop.schedule(at: loop.now) { [unowned self] in begin() }
  }

  isolated deinit { end() }

  /// Makes an attempt at once.
  func look() {
    backoff = Backoff(upTo: Self.longestDelay)
    begin()
  }

  /// Plans another attempt, after a delay that becomes longer each time, or as soon as there is a socket.
  func wait() {
    // The socket may appear before it is watched: the first delays are short.
    let delay = backoff.next()
    if watcher == nil, let path = socket() {
      watcher = try? FileWatcher(path: path, loop: loop) { [unowned self] in look() }
    }
    retry?.cancel()
    retry = loop.schedule(at: loop.now + delay, tolerance: delay / 10) { [unowned self] in begin() }
  }

  /// Takes that the server was reached, or is not searched any more; idempotent. `wait` begins anew.
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
