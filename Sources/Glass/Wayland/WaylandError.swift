/// A failure of the connection to the compositor, or of an object on it.
public nonisolated enum WaylandError: Error, Equatable, Sendable {
  /// An environment variable that names the compositor's socket is not set.
  case variableNotSet(String)
  /// No connection to the socket of this name is possible; the reason is the system's.
  case cannotConnect(display: String, reason: String)
  /// A program listens on the socket of this name, but has not answered in time.
  case noAnswer(display: String, limit: Duration)
  /// The compositor does not offer the interface of this name.
  case missingProtocol(String)
  /// The compositor offers the interface of this name only in an older version.
  case outdatedProtocol(String, version: UInt32, needed: UInt32)
  /// The connection ended: the compositor closed it, did not answer, or sent data that cannot be read.
  case disconnected(reason: String)
  /// The compositor refused a request of ours and closed the connection.
  case protocolViolation(interface: String, id: UInt32, code: UInt32, message: String)
  /// Shared memory of this size, in bytes, is not available.
  case noSharedMemory(bytes: Int, reason: String)
}

extension WaylandError: nonisolated CustomStringConvertible {
  public nonisolated var description: String {
    switch self {
    case .variableNotSet(let name):
      "cannot connect to a Wayland compositor: \(name) is not set"
    case .cannotConnect(let display, let reason):
      "cannot connect to a Wayland compositor at \"\(display)\": \(reason)"
    case .noAnswer(let display, let limit):
      "cannot connect to a Wayland compositor at \"\(display)\": "
        + "no answer within \(limit.components.seconds) seconds"
    case .missingProtocol(let interface):
      "compositor does not support \(interface)"
    case .outdatedProtocol(let interface, let version, let needed):
      "compositor supports \(interface) only up to version \(version), expected at least \(needed)"
    case .disconnected(let reason):
      "connection to the compositor lost: \(reason)"
    case .protocolViolation(let interface, let id, let code, let message):
      "compositor closed the connection: \(interface)#\(id), error \(code): \(message)"
    case .noSharedMemory(let bytes, let reason):
      "cannot get \(bytes) bytes of shared memory: \(reason)"
    }
  }
}
