public import Glibc

/// Calls `body` with the address of the Unix socket at a path; nil if the path is empty, or too long for an address.
public nonisolated func withSocketAddress<Result>(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result? {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
  return unsafe withUnsafePointer(to: &address) { address in
    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}

extension Descriptor {
  /// Connects a socket that never blocks to the Unix socket at a path; a local service accepts at once or fails.
  ///
  /// The corresponding C functions are `socket` and `connect`.
  public nonisolated init(connectingTo path: String) throws(LoopError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let raw = Glibc.socket(AF_UNIX, kind, 0)
    guard raw >= 0 else { throw LoopError("open a socket") }
    let socket = Descriptor(adopting: raw)
    guard let result = unsafe withSocketAddress(path, { unsafe connect(raw, $0, $1) }) else {
      throw LoopError("connect to \(path)", errorNumber: ENAMETOOLONG)
    }
    if result != 0 { throw LoopError("connect to \(path)") }
    self = socket
  }
}
