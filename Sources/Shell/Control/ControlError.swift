public import Loop

/// Why an instance cannot be reached, or cannot start.
public nonisolated enum ControlError: Error, Equatable, CustomStringConvertible {
  /// Another instance serves this display; `process` is its process ID, nil if that is unknown.
  case alreadyRuns(display: String, process: Int32?)
  /// No instance serves this display.
  case notRunning(display: String)
  /// XDG_RUNTIME_DIR is not set, or is not an absolute path.
  case noRuntimeDirectory
  /// The socket's path exceeds the limit of 107 bytes.
  case addressTooLong(String)
  /// The instance has not answered in time.
  case noAnswer(within: Duration)
  /// The instance has sent something other than a response, or has disconnected.
  case badAnswer
  /// The instance has ended a stream of lines.
  case hungUp
  /// The instance has refused the request, with this reason.
  case refused(String)
  /// A system call has failed.
  case system(LoopError)

  public var description: String {
    switch self {
    case .alreadyRuns(let display, let process):
      "hyaline already runs on \(display)" + (process.map { " (process \($0))" } ?? "") + "; end it first"
    case .notRunning(let display): "hyaline does not run on \(display); \"hyaline run\" starts it"
    case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set to an absolute path"
    case .addressTooLong(let path): "the socket's path is longer than 107 bytes: \"\(path)\""
    case .noAnswer(let limit): "hyaline has not answered within \(limit.components.seconds) s"
    case .badAnswer: "hyaline has hung up or answered something that is not a response"
    case .hungUp: "hyaline has hung up"
    case .refused(let words): words
    case .system(let error): "\(error)"
    }
  }
}
