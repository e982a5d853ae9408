import Glibc
public import Wayland

/// The other end of a connection, which says what a test has it say and does nothing by itself.
///
/// Object numbers are libwayland's: 1 the display, 2 the registry, 3 the callback of the first round trip, then
/// upwards in the order in which the client makes objects, since none is ever given back.
@MainActor public final class ScriptedCompositor {
  public static let registry: UInt32 = 2
  public static let firstRoundTrip: UInt32 = 3

  /// The client's end of the socket, for `Connection.init(socket:)`, which closes it.
  public let clientSocket: Int32
  private var socket: Int32

  public init() {
    var ends: [Int32] = [-1, -1]
    let result = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    precondition(result == 0, "socketpair: error \(errno)")
    clientSocket = ends[0]
    socket = ends[1]
  }

  isolated deinit {
    hangUp()
  }

  /// Connects a client to which the globals were announced, numbered from 1.
  public func connect(_ globals: [(interface: String, version: UInt32)] = []) throws -> Connection {
    for (number, global) in globals.enumerated() {
      announce(UInt32(number + 1), global.interface, version: global.version)
    }
    send(Self.firstRoundTrip, 0, [.word(0)])
    return try Connection(socket: clientSocket)
  }

  public func announce(_ name: UInt32, _ interface: String, version: UInt32) {
    send(Self.registry, 0, [.word(name), .text(interface), .word(version)])
  }

  public func withdraw(_ name: UInt32) {
    send(Self.registry, 1, [.word(name)])
  }

  /// An argument of an event.
  public enum Argument {
    case word(UInt32)
    case text(String)
  }

  /// Sends an event of an object.
  public func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [Argument] = []) {
    var words: [UInt32] = []
    for argument in arguments {
      switch argument {
      case .word(let word): words.append(word)
      case .text(let text):
        let bytes = Array(text.utf8) + [0]
        words.append(UInt32(bytes.count))
        for start in stride(from: 0, to: bytes.count, by: 4) {
          words.append(
            bytes[start..<min(start + 4, bytes.count)].enumerated()
              .reduce(0) { $0 | UInt32($1.element) << (8 * $1.offset) })
        }
      }
    }
    let size = UInt32(8 + words.count * 4)
    let message = [object, size << 16 | UInt32(opcode)] + words
    let written = unsafe message.withUnsafeBytes { unsafe write(socket, $0.baseAddress, $0.count) }
    precondition(written == Int(size), "\(written) bytes of \(size) written")
  }

  /// Delivers the events that were sent to the client.
  public func deliver(_ connection: Connection) throws {
    try connection.readAndDispatch()
  }

  /// A request of the client's.
  public struct Request: Equatable {
    public var object: UInt32
    public var opcode: UInt32
    /// The arguments as words of the wire format; a text takes several.
    public var words: [UInt32]

    public init(object: UInt32, opcode: UInt32, words: [UInt32]) {
      (self.object, self.opcode, self.words) = (object, opcode, words)
    }
  }

  /// Returns the requests that the client has sent since the last call.
  public func requests(of connection: Connection) throws -> [Request] {
    try connection.flush()
    var words = [UInt32](repeating: 0, count: 16384)
    let count = unsafe recv(socket, &words, words.count * 4, Int32(MSG_DONTWAIT))
    var rest = words[..<(max(0, count) / 4)]
    var requests: [Request] = []
    while rest.count >= 2 {
      let (object, head) = (rest[rest.startIndex], rest[rest.startIndex + 1])
      let length = Int(head >> 16) / 4
      requests.append(
        Request(object: object, opcode: head & 0xffff, words: Array(rest.prefix(length).dropFirst(2))))
      rest = rest.dropFirst(max(2, length))
    }
    return requests
  }

  /// Closes the connection; idempotent.
  ///
  /// All requests are read before: a socket that is closed with unread data resets the connection, and libwayland 1.23
  /// and newer then discard events that came in the same read.
  public func hangUp() {
    guard socket >= 0 else { return }
    var unread = [UInt8](repeating: 0, count: 4096)
    while unsafe recv(socket, &unread, unread.count, Int32(MSG_DONTWAIT)) > 0 {}
    close(socket)
    socket = -1
  }
}
