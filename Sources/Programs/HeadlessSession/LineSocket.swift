import Glibc
import Loop

/// A connection to a Unix socket whose server answers each line with a line.
public final class LineSocket {
  private let descriptor: Int32
  private let path: String

  /// Connects to the socket at `path`.
  public init(_ path: String) throws(SessionError) {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let result = unsafe withSocketAddress(path) { [descriptor] in unsafe connect(descriptor, $0, $1) }
    precondition(result != nil, path)
    if result != 0 {
      let code = errno
      close(descriptor)
      throw .file(path, code: code)
    }
    // No answer takes longer, even if GL programs are compiled on a busy machine.
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends a line and returns the answer, both without line breaks.
  public func exchange(_ line: String) throws(SessionError) -> String {
    let bytes = Array((line + "\n").utf8)
    let sent = unsafe bytes.withUnsafeBytes {
      unsafe send(descriptor, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard sent == bytes.count else { throw .file(path, code: errno) }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while answer.last != 10 {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress!, $0.count, 0)
      }
      guard count > 0 else { throw .timeout(awaited: "an answer to \(line)", log: "") }
      answer += chunk[..<count]
    }
    return String(decoding: answer.dropLast(), as: UTF8.self)
  }

  deinit {
    close(descriptor)
  }
}
