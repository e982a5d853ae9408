import Glibc
import Loop

/// Why the history could not be read or written.
nonisolated public struct HistoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure, as far as it makes a difference.
  public enum Kind: Equatable, Sendable {
    /// The file is none of ours, or broken.
    case damaged
    /// No room on the disk or in the file.
    case full
    /// Another process is writing.
    case busy
    /// Anything else.
    case other
  }

  public var kind: Kind
  /// What SQLite or the system says.
  public var words: String

  public var description: String { words }
}

extension HistoryError {
  /// What the system says, after what was tried.
  nonisolated init(errorNumber: CInt, _ tried: String = "") {
    self.init(
      kind: errorNumber == ENOSPC || errorNumber == EDQUOT ? .full : .other,
      words: tried + describe(errorNumber: errorNumber))
  }
}
