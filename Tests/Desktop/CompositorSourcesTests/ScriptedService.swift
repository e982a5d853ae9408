import Glibc
import Loop

/// A service at a socket, which says what a test has it say and does nothing by itself.
final class ScriptedService {
  /// The bytes that were received from each connection, in the order of the connections.
  private(set) var received: [[UInt8]] = []
  /// The number of connections that were made.
  private(set) var connectionCount = 0
  /// Called when a connection has sent something; answers are sent by `send`.
  var onRequest: ((_ connection: Int, _ all: String) -> Void)?

  private let path: String
  private let loop: EventLoop
  private var listener: Descriptor?
  private var listening: Watch?
  private var clients: [(descriptor: Int32, watch: Watch)?] = []

  init(_ path: String, loop: EventLoop) {
    self.path = path
    self.loop = loop
    listen()
  }

  isolated deinit { close() }

  /// Listens again after `close`.
  func listen() {
    unsafe unlink(path)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let raw = socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    let result = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(result == 0 && Glibc.listen(raw, 16) == 0, "\(path): error \(errno)")
    listener = Descriptor(adopting: raw)
    listening = loop.watch(raw) { [unowned self] _ in accept() }
  }

  /// Sends bytes on a connection.
  func send(_ bytes: [UInt8], on connection: Int) {
    guard let client = clients[connection] else { return }
    let count = unsafe Glibc.send(client.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    precondition(count == bytes.count, "\(count) bytes of \(bytes.count) sent")
  }

  /// Ends a connection.
  func hangUp(_ connection: Int) {
    guard let client = clients[connection] else { return }
    client.watch.cancel()
    Glibc.close(client.descriptor)
    clients[connection] = nil
  }

  /// Ends everything, and is found no more; idempotent.
  func close() {
    for connection in clients.indices { hangUp(connection) }
    listening?.cancel()
    listening = nil
    listener = nil
    unsafe unlink(path)
  }

  private func accept() {
    guard let raw = listener?.raw else { return }
    let client = Glibc.accept(raw, nil, nil)
    guard client >= 0 else { return }
    let number = connectionCount
    connectionCount += 1
    received.append([])
    clients.append((client, loop.watch(client) { [unowned self] _ in read(number) }))
  }

  private func read(_ number: Int) {
    guard let client = clients[number] else { return }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = unsafe recv(client.descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count == 0 { return hangUp(number) }
    guard count > 0 else { return }
    received[number] += bytes[..<count]
    onRequest?(number, String(decoding: received[number], as: UTF8.self))
  }
}
