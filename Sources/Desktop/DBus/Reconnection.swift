import Geometry
import Glibc
import Loop

/// Sees to it that a bus that is away is tried again: after a while, or as soon as it makes its socket.
final class Reconnection {
  private let path: String?
  private let loop: EventLoop
  private let connect: () -> Void
  private var backoff = Backoff()
  private var retry: Loop.Timer?
  /// Of the bus's socket, while there is no connection.
  private var watcher: FileWatcher?
  private var connectedSince: Instant?
  /// The last try has failed, or its connection has ended.
  private var isAway = false

  /// A connection that lasted is not a failed try.
  private static let lasting = Duration.seconds(10)

  /// `connect` is called for each try, after which `fail` may be told at once.
  init(_ address: BusAddress, loop: EventLoop, connect: @escaping () -> Void) {
    path = address.socketPath
    self.loop = loop
    self.connect = connect
  }

  isolated deinit { stop() }

  /// The bus has answered.
  func succeed() {
    connectedSince = loop.now
    watcher?.cancel()
    watcher = nil
  }

  /// There is no connection, or no more: the next try is made later, or when the bus makes its socket, as nothing need be
  /// tried while there is none.
  func fail(_ failure: LoopError) {
    isAway = true
    if let since = connectedSince, loop.now - since >= Self.lasting { backoff = Backoff() }
    connectedSince = nil
    if watcher != nil {
      if failure.errorNumber == ENOENT { return }
      // A socket that nobody listens at is a dead bus's, or one's that is just starting.
      if failure.errorNumber == ECONNREFUSED, backoff.isPatient { return }
    }
    var delay = backoff.next()
    if watcher == nil, let path {
      watcher = try? FileWatcher(path: path, loop: loop) { [unowned self] in
        guard isAway else { return }
        backoff = Backoff()
        tryAgain()
      }
      // It may have come before it was watched for.
      delay = .zero
    }
    retry = loop.schedule(at: loop.now + delay, tolerance: .milliseconds(50)) { [unowned self] in
      if isAway { tryAgain() }
    }
  }

  /// Tries no more; idempotent.
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
