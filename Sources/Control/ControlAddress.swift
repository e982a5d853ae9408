import Glibc

/// Where the instance for one display is reached.
public nonisolated struct ControlAddress: Equatable, Sendable {
  /// Absolute; the user's own.
  public let directory: String
  /// The name of the compositor's socket, without its directory.
  public let display: String

  /// The address for a display that is named as WAYLAND_DISPLAY names it: by a name or by an absolute path.
  public init(directory: String, display: String?) {
    self.directory = directory
    let last = display?.split(separator: "/").last.map { String($0) }
    // As libwayland does when nothing is said.
    self.display = if let last, last != ".", last != ".." { last } else { "wayland-0" }
  }

  /// The address for this process's XDG_RUNTIME_DIR and WAYLAND_DISPLAY.
  public static func ofEnvironment() throws(ControlError) -> ControlAddress {
    guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
      throw .noRuntimeDirectory
    }
    return ControlAddress(directory: directory, display: environment("WAYLAND_DISPLAY"))
  }

  /// The socket.
  public var path: String { "\(directory)/hyaline-\(display).sock" }
  /// Locked by who listens at the socket; holds its process number.
  public var lockPath: String { "\(directory)/hyaline-\(display).lock" }

  /// Calls a function that takes the socket's address.
  func withSocketAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(ControlError) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    let bytes = Array(path.utf8)
    guard bytes.count < capacity else { throw .addressTooLong(path) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

private nonisolated func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  let text = unsafe String(cString: value)
  return text.isEmpty ? nil : text
}
