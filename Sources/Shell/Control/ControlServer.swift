import CPlatform
import Geometry
import Glibc
public import Loop

/// The server of the control socket: it receives one request per line, and sends one response or
/// a stream of lines.
///
/// No client can block or end it: a request has at most 64 KiB, a client has 5 s to send it and 5 s to read the response, and
/// if more than 64 clients connect, those that have waited longest are disconnected. A low limit on descriptors lowers that
/// number.
@MainActor public final class ControlServer {
  /// Called with each request.
  public typealias Handle = (Request, _ reply: ControlReply) -> Void

  /// The greatest number of clients: at most one in eight of the descriptors that this process may have.
  static func clientLimit(descriptors: Int) -> Int { min(64, max(1, descriptors / 8)) }

  /// Delay before `accept` is tried again when descriptors are used up, so that the loop does not spin.
  private static let retryDelay = Duration.milliseconds(100)

  private let loop: EventLoop
  private let address: ControlAddress
  private let handle: Handle
  private let clientLimit = ControlServer.clientLimit(descriptors: DescriptorLimit.current)
  private var lock: InstanceLock?
  private var listener: Descriptor?
  private var watch: Watch?
  private var retry: Loop.Timer?
  /// The connections, in the order of their arrival.
  private(set) var clients: [ControlConnection] = []

  /// Becomes the instance for a display; the socket of one that has died is replaced.
  ///
  /// Throws `alreadyRuns` if another instance runs.
  public init(
    _ address: ControlAddress, loop: EventLoop, handle: @escaping Handle
  ) throws(ControlError) {
    lock = try InstanceLock(address)
    let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard raw >= 0 else { throw .system(LoopError("open a socket")) }
    let listener = Descriptor(adopting: raw)
    // On Linux the file takes the socket's mode, so that other users can never connect.
    _ = fchmod(raw, 0o600)
    // The lock is held, so that an existing socket belongs to an instance that has died.
    _ = unsafe unlink(address.path)
    guard try unsafe address.withSocketAddress({ unsafe bind(raw, $0, $1) }) == 0, listen(raw, SOMAXCONN) == 0
    else {
      throw .system(LoopError("listen at \(address.path)"))
    }
    self.loop = loop
    self.address = address
    self.handle = handle
    self.listener = consume listener
    watch = loop.watch(raw) { [unowned self] _ in accept() }
  }

  isolated deinit { close() }

  /// Disconnects all clients, removes the socket and lets another instance run. Idempotent.
  public func close() {
    guard listener != nil else { return }
    watch?.cancel()
    retry?.cancel()
    for client in clients { client.close() }
    clients = []
    // The socket is removed before the lock is released: afterwards it may belong to another instance.
    _ = unsafe unlink(address.path)
    listener = nil
    lock = nil
  }

  private func accept() {
    // One client is accepted each time: the loop calls again while there are more, and serves
    // others in between.
    guard let raw = listener?.raw else { return }
    let client = hyaline_accept(raw)
    guard client >= 0 else {
      if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED { pause() }
      return
    }
    if clients.count >= clientLimit { (clients.first { $0.isIdle } ?? clients[0]).close() }
    let connection = ControlConnection(
      Descriptor(adopting: client), loop: loop, handle: handle,
      onClose: { [weak self] closed in self?.clients.removeAll { $0 === closed } })
    clients.append(connection)
  }

  private func pause() {
    watch?.interest = []
    retry = loop.schedule(at: loop.now + Self.retryDelay) { [unowned self] in watch?.interest = .readable }
  }
}
