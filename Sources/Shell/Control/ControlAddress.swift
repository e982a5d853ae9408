import Glibc

/// Where the instance for one display is reached.
public nonisolated struct ControlAddress: Equatable, Sendable {
  /// Instances of which one display can have one each.
  public enum Instance: String, Sendable {
    /// That which has the bars.
    case main = ""
    /// One for notifications alone, beside which there may be another for bars alone.
    case notifications = "-notifications"
  }

  /// Absolute; the user's own.
  public let directory: String
  /// The name of the compositor's socket, without its directory.
  public let display: String
  public let instance: Instance

  /// The address for a display that is named as WAYLAND_DISPLAY names it: by a name or by an absolute path.
  public init(directory: String, display: String?, instance: Instance = .main) {
    self.directory = directory
    self.instance = instance
    let last = display?.split(separator: "/").last.map { String($0) }
    // As libwayland does when nothing is said.
    self.display = if let last, last != ".", last != ".." { last } else { "wayland-0" }
  }

  /// The address for this process's XDG_RUNTIME_DIR and WAYLAND_DISPLAY.
  public static func ofEnvironment(_ instance: Instance = .main) throws(ControlError) -> ControlAddress {
    guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
      throw .noRuntimeDirectory
    }
    return ControlAddress(directory: directory, display: environment("WAYLAND_DISPLAY"), instance: instance)
  }

  /// The socket.
  public var path: String { "\(directory)/hyaline-\(display)\(instance.rawValue).sock" }
  /// Locked by who listens at the socket; holds its process number.
  public var lockPath: String { "\(directory)/hyaline-\(display)\(instance.rawValue).lock" }

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
