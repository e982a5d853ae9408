import Glibc

/// A socket to which programs can connect, and which never answers.
public final class HungListener {
  private let path: String
  private let descriptor: Int32

  /// Listens at `path`, to which all users may connect; `backlog` is the number of connections that may wait.
  public init(_ path: String, backlog: Int32 = 16) {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let result = unsafe Self.withAddress(path) { unsafe bind(descriptor, $0, $1) }
    precondition(result == 0 && listen(descriptor, backlog) == 0, "\(path): error \(errno)")
    unsafe chmod(path, 0o777)
  }

  /// Connects until no further connection is possible, and returns the sockets that are connected.
  public func fill() -> [Int32] {
    var sockets: [Int32] = []
    while true {
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      let client = socket(AF_UNIX, kind, 0)
      guard unsafe Self.withAddress(path, { unsafe connect(client, $0, $1) }) == 0 else {
        Glibc.close(client)
        return sockets
      }
      sockets.append(client)
    }
  }

  /// Closes the socket and removes its file.
  public func close() {
    Glibc.close(descriptor)
    unsafe unlink(path)
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    return unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
