/// Why nothing can be imported; nothing is written then.
public struct ImportError: Error, Equatable, CustomStringConvertible {
  /// The kind of mistake; `description` has the words.
  public enum Problem: Equatable, Sendable {
    /// A file does not exist.
    case missing(String)
    /// A file cannot be read; its path and the reason in words.
    case unreadable(String, reason: String)
    /// A file has more bytes than are read.
    case tooLarge(String, limit: Int)
    /// A file includes itself, directly or through others.
    case circular(String)
    /// More files are included than are read.
    case tooMany(String, limit: Int)
    /// A file is not UTF-8.
    case notText
    /// The text of a file is wrong; the expected text in words.
    case expected(String)
    /// No file of the program was found at any of these paths.
    case nothingFound([String])
  }

  public var problem: Problem
  /// The place of the mistake; nil if it concerns a file as a whole.
  public var place: SourcePlace?

  public init(_ problem: Problem, at place: SourcePlace? = nil) {
    (self.problem, self.place) = (problem, place)
  }

  /// The message in one line, with the place in front.
  public var description: String {
    guard let place else { return words }
    return "\(place.file):\(place.line):\(place.column): \(words)"
  }

  private var words: String {
    switch problem {
    case .missing(let path): "\(path): no such file"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .tooLarge(let path, let limit): "\(path): larger than \(limit >> 20) MiB"
    case .circular(let path): "\(path) includes itself"
    case .tooMany(let path, let limit): "\(path) is one file too many; expected at most \(limit)"
    case .notText: "expected text in UTF-8"
    case .expected(let words): "expected \(words)"
    case .nothingFound(let paths): "nothing to import; looked for \(paths.joined(separator: ", "))"
    }
  }
}
