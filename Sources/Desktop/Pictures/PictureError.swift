/// Why a picture file could not be read or written.
nonisolated public struct PictureError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Action: String, Sendable {
    case read, write
  }

  public enum Reason: Error, Equatable, Sendable, CustomStringConvertible {
    /// What the operating system says.
    case system(String)
    /// A directory, a pipe or a device.
    case notAFile
    /// In no format that there is a decoder for.
    case notAPicture
    /// The decoder gave up, with its message.
    case damaged(String)
    /// The file is that large.
    case tooManyBytes(Int)
    /// The name to write to ends in this, by which no format that we write is known.
    case unknownEnding(String)
    /// It would have this size once decoded.
    case tooLarge(width: Int, height: Int)

    public var description: String {
      switch self {
      case .system(let message): message
      case .notAFile: "not a regular file"
      case .notAPicture: "not a picture in a known format"
      case .damaged(let message): "damaged: \(message)"
      case .tooManyBytes(let count): "\(count) bytes are too many"
      case .unknownEnding(let ending): "expected a name that ends in .png, .jpg or .jpeg, got \"\(ending)\""
      case .tooLarge(let width, let height): "\(width) × \(height) pixels are too many"
      }
    }
  }

  public var action: Action
  /// As it was given.
  public var path: String
  public var reason: Reason

  public init(action: Action, path: String, reason: Reason) {
    self.action = action
    self.path = path
    self.reason = reason
  }

  public var description: String { "cannot \(action.rawValue) picture \(path): \(reason)" }
}
