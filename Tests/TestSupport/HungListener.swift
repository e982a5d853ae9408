import Glibc

/// A socket that programs can connect to, and from which they never hear anything.
public final class HungListener {
  private let path: String
  private let descriptor: Int32

  /// Listens at `path`, which anyone may connect to; so many programs may wait to be let in.
  public init(_ path: String, backlog: Int32 = 16) {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let result = unsafe Self.withAddress(path) { unsafe bind(descriptor, $0, $1) }
    precondition(result == 0 && listen(descriptor, backlog) == 0, "\(path): error \(errno)")
    unsafe chmod(path, 0o777)
  }

  /// Connects until no further program finds room, and returns the sockets that do.
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

  /// Hangs up.
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
