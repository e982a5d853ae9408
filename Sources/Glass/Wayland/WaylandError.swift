/// What stands between us and the compositor.
public nonisolated enum WaylandError: Error, Equatable, Sendable {
  /// An environment variable without which no compositor can be found.
  case variableNotSet(String)
  /// Nothing answers under this name; the reason is the system's.
  case cannotConnect(display: String, reason: String)
  /// Something listens under this name and has not answered in time.
  case noAnswer(display: String, limit: Duration)
  /// The compositor lacks a protocol, by its interface's name.
  case missingProtocol(String)
  /// The compositor has only an older version of it.
  case outdatedProtocol(String, version: UInt32, needed: UInt32)
  /// The connection ended: the compositor has gone, or sent what cannot be read.
  case disconnected(reason: String)
  /// The compositor refused a request of ours and closed the connection.
  case protocolViolation(interface: String, id: UInt32, code: UInt32, message: String)
  /// Shared memory cannot be had.
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
