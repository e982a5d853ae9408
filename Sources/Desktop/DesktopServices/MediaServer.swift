public import DesktopModel
import Geometry
import Glibc
public import Loop

/// Who uses cameras, microphones and pictures of the screen through PipeWire, for all who show it: one connection, which
/// libpipewire makes.
///
/// libpipewire is loaded, and the server is followed, while somebody observes. A server that goes or is not there is waited for:
/// its socket is watched, and now and then it is tried whether it answers.
@MainActor public final class MediaServer {
  /// Who uses what; nobody while there is no server.
  public private(set) var use = MediaUse()
  /// Why no server can be reached, whatever runs; nil: it can be.
  public private(set) var failure: String?
  private let loop: EventLoop
  private let library: String
  private let address: String?
  private let observers = Observers()
  private var graph = MediaGraph()
  private var connection: MediaConnection?
  private var mark: Mark?
  private var retry: Loop.Timer?
  private var watcher: FileWatcher?
  private var backoff = Backoff(upTo: longestDelay)
  private var isFollowing = false
  private var isReady = false
  private var hasEnded = false
  /// The failure that observers were told of last.
  private var toldFailure: String?

  /// The longest delay between two attempts to reach a server; it matters where no socket can be watched.
  private static let longestDelay = Duration.seconds(600)

  /// Does nothing yet. `library` is the name of libpipewire, `address` the path of a server's socket; nil: the environment names
  /// the server.
  public init(_ loop: EventLoop, library: String = "libpipewire-0.3.so.0", address: String? = nil) {
    (self.loop, self.library, self.address) = (loop, library, address)
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Has `handler` called after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation {
    let observation = observers.add(handler)
    start()
    return observation
  }

  /// Tries at once to reach a server that is not there.
  public func look() {
    guard isFollowing, connection == nil else { return }
    backoff = Backoff(upTo: Self.longestDelay)
    connect()
  }

  /// Follows no more; idempotent.
  public func close() {
    isFollowing = false
    retry?.cancel()
    retry = nil
    watcher?.cancel()
    watcher = nil
    mark?.cancel()
    mark = nil
    drop()
    (use, failure, toldFailure) = (MediaUse(), nil, nil)
    backoff = Backoff(upTo: Self.longestDelay)
  }

  // MARK: - The connection

  private func start() {
    guard !isFollowing else { return }
    isFollowing = true
    // The library calls while it takes in what was sent, where the connection cannot be closed.
    mark = loop.register("changes of PipeWire", for: .update) { [unowned self] in show() }
    // Not at once: what is on the screen does not wait until the library is loaded.
    retry = loop.schedule(at: loop.now) { [unowned self] in connect() }
  }

  private func connect() {
    retry?.cancel()
    retry = nil
    guard isFollowing, connection == nil else { return }
    // The library need not be loaded as long as there is no socket.
    if let socket, unsafe access(socket, F_OK) != 0 { return waitForServer() }
    guard MediaConnection.load(library) else {
      failure = "\(library) cannot be loaded"
      return changed()
    }
    if failure != nil {
      failure = nil
      changed()
    }
    connection = MediaConnection(loop, to: address) { [unowned self] in take($0) }
    if connection == nil { waitForServer() }
  }

  private func drop() {
    connection?.close()
    connection = nil
    (graph, isReady, hasEnded) = (MediaGraph(), false, false)
  }

  private func waitForServer() {
    guard isFollowing else { return }
    // The socket may appear before it is watched: the first delays are short.
    let delay = backoff.next()
    if watcher == nil, let socket {
      watcher = try? FileWatcher(path: socket, loop: loop) { [unowned self] in
        backoff = Backoff(upTo: Self.longestDelay)
        connect()
      }
    }
    retry?.cancel()
    retry = loop.schedule(at: loop.now + delay, tolerance: delay / 10) { [unowned self] in connect() }
  }

  /// The socket of the user's server; nil where none is named.
  private var socket: String? {
    if let address { return address }
    let folders = ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"]
    guard let folder = folders.lazy.compactMap({ Environment.value($0) }).first(where: { $0.hasPrefix("/") })
    else { return nil }
    let name = Environment.value("PIPEWIRE_REMOTE").flatMap { $0.isEmpty ? nil : $0 } ?? "pipewire-0"
    return name.hasPrefix("/") ? name : "\(folder)/\(name)"
  }

  /// Has whoever observes called in the next iteration of the loop, whatever the present one is doing.
  private func changed() { mark?.setForNextIteration() }

  private func show() {
    if hasEnded {
      drop()
      waitForServer()
    }
    let new = isReady ? graph.use : MediaUse()
    guard new != use || failure != toldFailure else { return }
    (use, toldFailure) = (new, failure)
    observers.tell()
  }

  // MARK: - What the server tells

  /// Takes an event; returns false for a node that the graph does not contain.
  private func take(_ event: MediaConnection.Event) -> Bool {
    var isTaken = true
    switch event {
    case .node(let id, let node): isTaken = graph.put(node, as: id)
    case .state(let id, let isRunning): graph.setRunning(isRunning, of: id)
    case .link(let id, let output, let input): graph.putLink(id, output: output, input: input)
    case .gone(let id): graph.remove(id)
    case .ready:
      isReady = true
      backoff = Backoff(upTo: Self.longestDelay)
      watcher?.cancel()
      watcher = nil
    case .ended: hasEnded = true
    }
    changed()
    return isTaken
  }
}
