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
    if displayName == nil, let descriptor = Environment.text("WAYLAND_SOCKET") {
      (name, path) = ("descriptor " + descriptor, nil)
      return
    }
    guard let name = displayName ?? Environment.text("WAYLAND_DISPLAY") else {
      throw .variableNotSet("WAYLAND_DISPLAY")
    }
    self.name = name
    if name.hasPrefix("/") {
      path = name
    } else if let directory = Environment.text("XDG_RUNTIME_DIR") {
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
    let descriptor: Descriptor
    do throws(LoopError) {
      descriptor = try Descriptor(connectingTo: path)
    } catch {
      if error.errorNumber == EAGAIN { return nil }
      throw refusal(error.errorNumber)
    }
    guard let native = unsafe wl_display_connect_to_fd(descriptor.release()) else { throw refusal(errno) }
    return unsafe native
  }

  private func refusal(_ reason: Int32) -> WaylandError {
    .cannotConnect(display: name, reason: describe(errorNumber: reason))
  }
}
