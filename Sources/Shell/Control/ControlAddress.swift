import Glibc
import Loop

/// The address of the instance for one display.
public nonisolated struct ControlAddress: Equatable, Sendable {
  /// A kind of instance, of which a display can have one each.
  public enum Instance: String, Sendable {
    /// The instance with the bars.
    case main = ""
    /// An instance for notifications only, beside which there may be another for bars only.
    case notifications = "-notifications"
  }

  /// The absolute path of the user's runtime directory.
  public let directory: String
  /// The name of the compositor's socket, without its directory.
  public let display: String
  public let instance: Instance

  /// Makes the address for a display, which is a name or an absolute path as in WAYLAND_DISPLAY.
  public init(directory: String, display: String?, instance: Instance = .main) {
    self.directory = directory
    self.instance = instance
    let last = display?.split(separator: "/").last.map { String($0) }
    // libwayland has the same default.
    self.display = if let last, last != ".", last != ".." { last } else { "wayland-0" }
  }

  /// Reads the address from the variables XDG_RUNTIME_DIR and WAYLAND_DISPLAY of this process.
  public static func ofEnvironment(_ instance: Instance = .main) throws(ControlError) -> ControlAddress {
    guard let directory = Environment.text("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
      throw .noRuntimeDirectory
    }
    return ControlAddress(
      directory: directory, display: Environment.text("WAYLAND_DISPLAY"), instance: instance)
  }

  /// The path of the socket.
  public var path: String { "\(directory)/hyaline-\(display)\(instance.rawValue).sock" }
  /// The path of the file that the listening process locks, and that contains its process ID.
  var lockPath: String { "\(directory)/hyaline-\(display)\(instance.rawValue).lock" }

  /// Calls a function with the socket's address.
  func withSocketAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(ControlError) -> Result {
    guard let result = unsafe Loop.withSocketAddress(path, body) else { throw .addressTooLong(path) }
    return result
  }
}
