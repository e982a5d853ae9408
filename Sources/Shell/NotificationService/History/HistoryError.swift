import Glibc
import Loop

/// Why the history could not be read or written.
nonisolated public struct HistoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure, as far as it matters.
  public enum Kind: Equatable, Sendable {
    /// The file is damaged or of another format.
    case damaged
    /// There is no room on the disk or in the file.
    case full
    /// Another process is writing to the file.
    case busy
    /// Any other failure.
    case other
  }

  public var kind: Kind
  /// The description by SQLite or the system.
  public var words: String

  public var description: String { words }
}

extension HistoryError {
  /// The error of a request that the file system has not answered in time.
  nonisolated static let noAnswer = HistoryError(kind: .other, words: "its file system does not answer")

  /// Makes an error of the system's description, preceded by what was tried.
  nonisolated init(errorNumber: CInt, _ tried: String = "") {
    self.init(
      kind: errorNumber == ENOSPC || errorNumber == EDQUOT ? .full : .other,
      words: tried + describe(errorNumber: errorNumber))
  }
}
