import CPlatform
import DesktopModel
import Glibc
import Loop

/// A netlink socket for events of the kernel and for requests, which are sent one after another.
@MainActor final class NetlinkSocket: Cancellable {
  /// An open socket, and its port, which answers carry.
  struct Endpoint: ~Copyable {
    var descriptor: Descriptor
    var port: UInt32
  }

  /// Opens a socket of a protocol that joins multicast groups; nil if the kernel refuses. Tests open it in another way.
  typealias Opening = @MainActor (_ protocol: Int32, _ groups: UInt32) -> Endpoint?

  /// NETLINK_ROUTE and NETLINK_GENERIC of linux/netlink.h.
  static let routes: Int32 = 0, generic: Int32 = 16

  private let endpoint: Endpoint
  private let onEvent: (NetlinkMessage) -> Void
  private let onLoss: () -> Void
  private var watch: Watch?
  private var sequence: UInt32 = 0
  private var questions: [Question] = []
  private var hasAsked = false

  private struct Question {
    var request: NetlinkMessage
    var each: (NetlinkMessage) -> Void
    var done: (_ isWhole: Bool) -> Void
    var isInterrupted = false
  }

  /// The size of the buffer in bytes; the kernel sends no longer datagrams.
  private static let mostBytes = 1 << 16
  /// The limit of datagrams that are read at a time: more would delay other work.
  private static let batch = 64

  /// Starts listening. `onEvent` is called with messages that were not requested. After `onLoss` messages were lost and
  /// nothing more is reported: a new socket must be opened, and everything requested again.
  init(
    _ endpoint: consuming Endpoint, loop: EventLoop, onEvent: @escaping (NetlinkMessage) -> Void,
    onLoss: @escaping () -> Void
  ) {
    self.endpoint = endpoint
    (self.onEvent, self.onLoss) = (onEvent, onLoss)
    watch = loop.watch(self.endpoint.descriptor.raw) { [unowned self] _ in receive() }
  }

  isolated deinit { cancel() }

  /// Opens a socket in non-blocking mode. The corresponding C functions are `socket` and `bind`.
  static func open(_ protocol: Int32, _ groups: UInt32) -> Endpoint? {
    var port: UInt32 = 0
    let raw = unsafe hyaline_netlink_open(`protocol`, groups, &port)
    return raw < 0 ? nil : Endpoint(descriptor: Descriptor(adopting: raw), port: port)
  }

  /// Stops listening; idempotent.
  func cancel() {
    watch.end()
    questions = []
  }

  /// Sends a request after the answers to earlier ones. `each` is called with each message of the answer, then `done`,
  /// whose argument is false if the kernel has refused, or the data have changed during the answer, which may be
  /// inconsistent.
  func ask(
    _ request: NetlinkMessage, each: @escaping (NetlinkMessage) -> Void = { _ in },
    done: @escaping (_ isWhole: Bool) -> Void
  ) {
    questions.append(Question(request: request, each: each, done: done))
    askNext()
  }

  private func askNext() {
    guard !hasAsked, var request = questions.first?.request, watch != nil else { return }
    hasAsked = true
    sequence &+= 1
    request.sequence = sequence
    let bytes = request.bytes
    // The kernel takes a request at once, or never.
    if unsafe send(endpoint.descriptor.raw, bytes, bytes.count, 0) != bytes.count { lose() }
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: Self.mostBytes)
    for _ in 0..<Self.batch where watch != nil {
      var isKernel = false
      let count = unsafe hyaline_netlink_receive(endpoint.descriptor.raw, &buffer, buffer.count, &isKernel)
      if count < 0 {
        // Any other error, such as ENOBUFS, means that messages were lost.
        if errno != EAGAIN && errno != EINTR { lose() }
        return
      }
      guard isKernel else { continue }
      guard count <= buffer.count, let messages = try? NetlinkMessage.all(in: Array(buffer[..<count])) else {
        return lose()
      }
      for message in messages where watch != nil { take(message) }
    }
  }

  private func take(_ message: NetlinkMessage) {
    // Messages about a change by another program carry the sequence number of its own request.
    guard hasAsked, message.port == endpoint.port, message.sequence == sequence else {
      if message.type == NetlinkMessage.overrun { return lose() }
      // The rest of an earlier answer is ignored.
      if message.port != endpoint.port || message.sequence == 0 { onEvent(message) }
      return
    }
    if message.flags & NetlinkMessage.isInterrupted != 0 { questions[0].isInterrupted = true }
    switch message.type {
    case NetlinkMessage.nothing: return
    case NetlinkMessage.overrun: return lose()
    case NetlinkMessage.error, NetlinkMessage.done: finish(message.errorNumber == 0)
    default:
      questions[0].each(message)
      // A handler may have closed the socket.
      if message.flags & NetlinkMessage.hasMore == 0, hasAsked, watch != nil { finish(true) }
    }
  }

  private func finish(_ isAnswered: Bool) {
    hasAsked = false
    let question = questions.removeFirst()
    question.done(isAnswered && !question.isInterrupted)
    askNext()
  }

  private func lose() {
    cancel()
    onLoss()
  }
}
