public import DesktopModel
import Geometry
import Glibc
public import Loop

/// The use of cameras, microphones and the contents of the screen through PipeWire, over one connection of libpipewire
/// that all modules share.
///
/// libpipewire is loaded, and the server is followed, while there are observers. A server that has ended or does not
/// run is awaited: its socket is watched, and now and then a connection is attempted.
@MainActor public final class PipeWireMonitor {
  /// The programs that use each resource; none while there is no server.
  public private(set) var use = MediaUse()
  /// Whether the connection is established and everything that existed at the start was reported.
  public private(set) var isConnected = false
  /// The reason why no server can be reached even if it runs; nil if there is none.
  public private(set) var failure: String?
  private let loop: EventLoop
  private let library: String
  private let address: String?
  private let observers = Observers()
  private var graph = MediaGraph()
  private var connection: MediaConnection?
  private var mark: Mark?
  /// The attempts to reach the server; nil while there are no observers.
  private var reconnection: Reconnection?
  private var isReady = false
  private var hasEnded = false
  /// The failure of which observers were last notified.
  private var toldFailure: String?

  /// Creates the object, which does nothing yet. `library` is the name of libpipewire, `address` the path of the
  /// server's socket; if it is nil, the environment names the server.
  public init(_ loop: EventLoop, library: String = "libpipewire-0.3.so.0", address: String? = nil) {
    (self.loop, self.library, self.address) = (loop, library, address)
    observers.onAdd = { [unowned self] in start() }
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Attempts at once to reach a server that is not connected.
  public func look() {
    if connection == nil { reconnection?.look() }
  }

  /// Stops following; idempotent.
  public func close() {
    reconnection.end()
    mark.end()
    drop()
    (use, isConnected, failure, toldFailure) = (MediaUse(), false, nil, nil)
  }

  // MARK: - The connection

  private func start() {
    guard reconnection == nil else { return }
    // Observers are called in the phase `update`: the connection cannot be closed within a callback of the library.
    mark = loop.register("changes of PipeWire", for: .update) { [unowned self] in show() }
    reconnection = .toServer(
      loop, socket: { [unowned self] in socket }, connect: { [unowned self] in connect() })
    reconnection?.begin()
  }

  private func connect() {
    guard let reconnection, connection == nil else { return }
    // The library need not be loaded as long as there is no socket.
    if let socket, unsafe access(socket, F_OK) != 0 { return reconnection.fail() }
    guard MediaConnection.load(library) else {
      failure = "\(library) cannot be loaded"
      return changed()
    }
    if failure != nil {
      failure = nil
      changed()
    }
    connection = MediaConnection(loop, to: address) { [unowned self] in take($0) }
    if connection == nil { reconnection.fail() }
  }

  private func drop() {
    connection.end()
    (graph, isReady, hasEnded) = (MediaGraph(), false, false)
  }

  /// The path of the user's server socket; nil if the environment names none.
  private var socket: String? {
    if let address { return address }
    let folders = ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"]
    guard let folder = folders.lazy.compactMap({ Environment.value($0) }).first(where: { $0.hasPrefix("/") })
    else { return nil }
    let name = Environment.text("PIPEWIRE_REMOTE") ?? "pipewire-0"
    return name.hasPrefix("/") ? name : "\(folder)/\(name)"
  }

  /// Schedules the notification of observers for the next iteration of the loop, in any phase.
  private func changed() { mark?.setForNextIteration() }

  private func show() {
    if hasEnded {
      drop()
      reconnection?.fail()
    }
    let new = isReady ? graph.use : MediaUse()
    guard new != use || isReady != isConnected || failure != toldFailure else { return }
    (use, isConnected, toldFailure) = (new, isReady, failure)
    observers.tell()
  }

  // MARK: - Events of the server

  /// Applies an event to the graph; returns false for a node that the graph does not contain.
  private func take(_ event: MediaConnection.Event) -> Bool {
    var isTaken = true
    switch event {
    case .node(let id, let node): isTaken = graph.put(node, as: id)
    case .state(let id, let isRunning): graph.setRunning(isRunning, of: id)
    case .link(let id, let output, let input): graph.putLink(id, output: output, input: input)
    case .gone(let id): graph.remove(id)
    case .ready:
      isReady = true
      reconnection?.succeed()
    case .ended: hasEnded = true
    }
    changed()
    return isTaken
  }
}
