import CWayland
import Glibc
import Loop

/// The socket of a compositor, named by the caller or by the environment.
@safe struct DisplaySocket {
  /// The socket's name or path, for messages.
  let name: String
  /// The socket's path; nil: a parent process passed a connected descriptor in WAYLAND_SOCKET.
  private let path: String?

  /// Finds the socket `displayName`, or the one that the environment names; throws if neither names one.
  init(displayName: String?) throws(WaylandError) {
    if displayName == nil, let descriptor = Self.environment("WAYLAND_SOCKET") {
      (name, path) = ("descriptor " + descriptor, nil)
      return
    }
    guard let name = displayName ?? Self.environment("WAYLAND_DISPLAY") else {
      throw .variableNotSet("WAYLAND_DISPLAY")
    }
    self.name = name
    if name.hasPrefix("/") {
      path = name
    } else if let directory = Self.environment("XDG_RUNTIME_DIR") {
      path = directory + "/" + name
    } else {
      throw .variableNotSet("XDG_RUNTIME_DIR")
    }
  }

  /// Connects without waiting; nil: the socket's queue of waiting programs is full, and the caller may try
  /// again.
  ///
  /// The corresponding C functions are `wl_display_connect` and `wl_display_connect_to_fd`.
  func connect() throws(WaylandError) -> OpaquePointer? {
    guard let path else {
      // This uses the descriptor in the variable, which it removes from the environment, and does not
      // connect.
      guard let native = unsafe wl_display_connect(nil) else { throw refusal(errno) }
      return unsafe native
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw refusal(ENAMETOOLONG) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw refusal(errno) }
    let result = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let reason = errno
      close(descriptor)
      if reason == EAGAIN { return nil }
      throw refusal(reason)
    }
    guard let native = unsafe wl_display_connect_to_fd(descriptor) else { throw refusal(errno) }
    return unsafe native
  }

  private func refusal(_ reason: Int32) -> WaylandError {
    .cannotConnect(display: name, reason: describe(errorNumber: reason))
  }

  /// The value of an environment variable; nil if it is not set or empty.
  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
