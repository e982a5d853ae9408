import Loop

/// Why a picture file could not be read or written.
nonisolated public struct PictureError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Action: String, Sendable {
    case read, write
  }

  public enum Reason: Error, Equatable, Sendable, CustomStringConvertible {
    /// A system call failed; the text is the system's description.
    case system(String)
    /// The path leads to a directory, a pipe or a device.
    case notAFile
    /// The file is in no format that there is a decoder for.
    case notAPicture
    /// The decoder has failed, with this message.
    case damaged(String)
    /// The format's library is not installed; the text names it and its package.
    case missingLibrary(String)
    /// The file has too many bytes, of this number.
    case tooManyBytes(Int)
    /// The name to write to has this suffix, which belongs to no format that we write.
    case unknownEnding(String)
    /// The decoded picture would be too large, with these dimensions in pixels.
    case tooLarge(width: Int, height: Int)

    init(_ problem: RegularFile.Problem) {
      switch problem {
      case .system(let code): self = .system(describe(errorNumber: code))
      case .notRegular: self = .notAFile
      case .notAnswering: self = .system("the file system does not answer")
      }
    }

    public var description: String {
      switch self {
      case .system(let message): message
      case .notAFile: "not a regular file"
      case .notAPicture: "not a picture in a known format"
      case .damaged(let message): "damaged: \(message)"
      case .missingLibrary(let message): message
      case .tooManyBytes(let count): "\(count) bytes are too many"
      case .unknownEnding(let ending): "expected a name that ends in .png, .jpg or .jpeg, got \"\(ending)\""
      case .tooLarge(let width, let height): "\(width) × \(height) pixels are too many"
      }
    }
  }

  public var action: Action
  /// The path as it was given.
  public var path: String
  public var reason: Reason

  public var description: String { "cannot \(action.rawValue) picture \(path): \(reason)" }
}
