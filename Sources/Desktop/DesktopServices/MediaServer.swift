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
  /// Whether there is a server, which has told all that it has.
  public private(set) var isConnected = false
  /// Why no server can be reached, whatever runs; nil: it can be.
  public private(set) var failure: String?
  private let loop: EventLoop
  private let library: String
  private let address: String?
  private let observers = Observers()
  private var graph = MediaGraph()
  private var connection: MediaConnection?
  private var mark: Mark?
  /// Nil while nobody observes.
  private var search: ServerSearch?
  private var isReady = false
  private var hasEnded = false
  /// The failure that observers were told of last.
  private var toldFailure: String?

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
    if connection == nil { search?.look() }
  }

  /// Follows no more; idempotent.
  public func close() {
    search?.end()
    search = nil
    mark?.cancel()
    mark = nil
    drop()
    (use, isConnected, failure, toldFailure) = (MediaUse(), false, nil, nil)
  }

  // MARK: - The connection

  private func start() {
    guard search == nil else { return }
    // The library calls while it takes in what was sent, where the connection cannot be closed.
    mark = loop.register("changes of PipeWire", for: .update) { [unowned self] in show() }
    search = ServerSearch(
      loop, socket: { [unowned self] in socket }, attempt: { [unowned self] in connect() })
  }

  private func connect() {
    guard let search, connection == nil else { return }
    // The library need not be loaded as long as there is no socket.
    if let socket, unsafe access(socket, F_OK) != 0 { return search.wait() }
    guard MediaConnection.load(library) else {
      failure = "\(library) cannot be loaded"
      return changed()
    }
    if failure != nil {
      failure = nil
      changed()
    }
    connection = MediaConnection(loop, to: address) { [unowned self] in take($0) }
    if connection == nil { search.wait() }
  }

  private func drop() {
    connection?.close()
    connection = nil
    (graph, isReady, hasEnded) = (MediaGraph(), false, false)
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
      search?.wait()
    }
    let new = isReady ? graph.use : MediaUse()
    guard new != use || isReady != isConnected || failure != toldFailure else { return }
    (use, isConnected, toldFailure) = (new, isReady, failure)
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
      search?.end()
    case .ended: hasEnded = true
    }
    changed()
    return isTaken
  }
}
