import Glibc
import Loop

/// A command's end of the control socket.
public nonisolated enum ControlClient {
  /// The longest response that is taken.
  private static let responseLimit = 16 << 20

  /// Sends a request to the instance for a display and waits for its response; blocks for `limit` at most.
  ///
  /// Throws `notRunning` if there is none.
  public static func send(
    _ request: Request, to address: ControlAddress, within limit: Duration = .seconds(10)
  ) throws(ControlError) -> Response {
    let deadline = ContinuousClock.now + limit
    let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else { throw .system(LoopError("open a socket")) }
    let descriptor = Descriptor(adopting: raw)
    func remaining() throws(ControlError) -> Duration {
      let left = deadline - ContinuousClock.now
      guard left > .zero else { throw .noAnswer(within: limit) }
      return left
    }
    func check(_ result: Int) throws(ControlError) -> Int {
      if result >= 0 { return result }
      switch errno {
      case EAGAIN: throw .noAnswer(within: limit)
      case ENOENT, ECONNREFUSED: throw .notRunning(display: address.display)
      case EPIPE, ECONNRESET: throw .badAnswer
      default: throw .system(LoopError("talk to \(address.path)"))
      }
    }

    setTimeout(SO_SNDTIMEO, of: descriptor.raw, try remaining())
    let connected = try unsafe address.withSocketAddress { unsafe Int(connect(raw, $0, $1)) }
    _ = try check(connected)
    var output = ArraySlice("\(request.json)\n".utf8)
    while !output.isEmpty {
      setTimeout(SO_SNDTIMEO, of: descriptor.raw, try remaining())
      let count = unsafe output.withUnsafeBytes {
        unsafe Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // Hung up on a request that it refuses, it has said why.
      if count < 0, errno == EPIPE || errno == ECONNRESET { break }
      output = output.dropFirst(try check(count))
    }
    var input: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while input.count <= responseLimit {
      setTimeout(SO_RCVTIMEO, of: descriptor.raw, try remaining())
      let count = try check(unsafe read(raw, &buffer, buffer.count))
      if count == 0 { break }
      if let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) {
        input += buffer[..<end]
        guard let json = try? JSONValue(parsing: input), let response = Response(json) else { break }
        return response
      }
      input += buffer[..<count]
    }
    throw .badAnswer
  }
}

/// Sets how long calls on a socket may block; never zero, which would be for ever.
private nonisolated func setTimeout(_ option: Int32, of socket: Int32, _ duration: Duration) {
  let (seconds, attoseconds) = duration.components
  var time = timeval(tv_sec: Int(seconds), tv_usec: max(1, Int(attoseconds / 1_000_000_000_000)))
  let result = unsafe setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  precondition(result == 0, "setsockopt: error \(errno)")
}
