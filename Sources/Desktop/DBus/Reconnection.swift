import Geometry
import Glibc
import Loop

/// Schedules attempts to reconnect to a bus: after a delay, or as soon as its socket appears.
final class Reconnection {
  private let path: String?
  private let loop: EventLoop
  private let connect: () -> Void
  private var backoff = Backoff()
  private var retry: Loop.Timer?
  /// Watches the path of the bus's socket while there is no connection.
  private var watcher: FileWatcher?
  private var connectedSince: Instant?
  /// Whether the last attempt has failed or its connection has ended.
  private var isAway = false

  /// Duration after which a connection counts as a success, so that the delays start anew.
  private static let lasting = Duration.seconds(10)

  /// Keeps `connect`, which is called for each attempt and may call `fail`.
  init(_ address: BusAddress, loop: EventLoop, connect: @escaping () -> Void) {
    path = address.socketPath
    self.loop = loop
    self.connect = connect
  }

  isolated deinit { stop() }

  /// Records that the bus has answered.
  func succeed() {
    connectedSince = loop.now
    watcher?.cancel()
    watcher = nil
  }

  /// Records that connecting has failed or the connection was lost. The next attempt is made after a delay,
  /// or, if there is no socket, when the bus makes it.
  func fail(_ failure: LoopError) {
    isAway = true
    if let since = connectedSince, loop.now - since >= Self.lasting { backoff = Backoff() }
    connectedSince = nil
    if watcher != nil {
      if failure.errorNumber == ENOENT { return }
      // A socket without a listener belongs to a bus that has ended or is just starting.
      if failure.errorNumber == ECONNREFUSED, backoff.isPatient { return }
    }
    var delay = backoff.next()
    if watcher == nil, let path {
      watcher = try? FileWatcher(path: path, loop: loop) { [unowned self] in
        guard isAway else { return }
        backoff = Backoff()
        tryAgain()
      }
      // The socket may have appeared before it was watched.
      delay = .zero
    }
    retry = loop.schedule(at: loop.now + delay, tolerance: .milliseconds(50)) { [unowned self] in
      if isAway { tryAgain() }
    }
  }

  /// Stops attempts; idempotent.
  func stop() {
    retry?.cancel()
    watcher?.cancel()
    isAway = false
  }

  private func tryAgain() {
    retry?.cancel()
    isAway = false
    connect()
  }
}
