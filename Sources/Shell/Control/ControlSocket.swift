import Glibc
import Loop
import TextProcessing

/// A blocking connection to an instance, used line by line.
nonisolated final class ControlSocket {
  /// The longest line that is accepted, in bytes.
  private static let lineLimit = 16 << 20

  private let descriptor: Descriptor
  private let path: String
  private let limit: Duration
  /// The end of the time limit; nil for no limit.
  private var deadline: ContinuousClock.Instant?
  private var input: [UInt8] = []
  /// The number of bytes of `input` that were searched for the end of a line.
  private var searched = 0

  /// Connects; all calls up to `waitForEver` must be done within `limit`.
  init(_ address: ControlAddress, within limit: Duration) throws(ControlError) {
    let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else { throw .system(LoopError("open a socket")) }
    descriptor = Descriptor(adopting: raw)
    path = address.path
    self.limit = limit
    deadline = .now + limit
    setTimeout(SO_SNDTIMEO, try remaining())
    let result = try unsafe address.withSocketAddress { unsafe connect(raw, $0, $1) }
    guard result == 0 else {
      throw errno == ENOENT || errno == ECONNREFUSED
        ? .notRunning(display: address.display) : failure
    }
  }

  func send(_ request: Request) throws(ControlError) {
    var output = ArraySlice("\(request.json)\n".utf8)
    while !output.isEmpty {
      setTimeout(SO_SNDTIMEO, try remaining())
      let count = unsafe output.withUnsafeBytes {
        unsafe Glibc.send(descriptor.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // An instance that disconnects while it refuses a request has sent the reason.
      if count < 0, errno == EPIPE || errno == ECONNRESET { return }
      guard count >= 0 else { throw failure }
      output = output.dropFirst(count)
    }
  }

  func readResponse() throws(ControlError) -> Response {
    guard let line = try readLine(), let json = try? JSONValue(parsing: line), let response = Response(json)
    else { throw .badAnswer }
    return response
  }

  /// Reads the next line; nil at the end of the stream.
  func readLine() throws(ControlError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      if let end = input[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(input[..<end])
        input.removeSubrange(...end)
        searched = 0
        return line
      }
      searched = input.count
      guard input.count <= Self.lineLimit else { throw .badAnswer }
      if deadline != nil { setTimeout(SO_RCVTIMEO, try remaining()) }
      let count = unsafe read(descriptor.raw, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure }
      if count == 0 { return nil }
      input += buffer[..<count]
    }
  }

  /// Removes the time limit.
  func waitForEver() {
    deadline = nil
    // Zero means no limit.
    setTimeout(SO_RCVTIMEO, .zero)
  }

  private func remaining() throws(ControlError) -> Duration {
    guard let deadline else { return .zero }
    let left = deadline - .now
    guard left > .zero else { throw .noAnswer(within: limit) }
    return max(left, .microseconds(1))
  }

  /// The error of the last system call.
  private var failure: ControlError {
    switch errno {
    case EAGAIN: .noAnswer(within: limit)
    case EPIPE, ECONNRESET: .badAnswer
    default: .system(LoopError("talk to \(path)"))
    }
  }

  /// Sets the time limit of blocking calls.
  private func setTimeout(_ option: Int32, _ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    let result = unsafe setsockopt(
      descriptor.raw, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    precondition(result == 0, "setsockopt: error \(errno)")
  }
}
