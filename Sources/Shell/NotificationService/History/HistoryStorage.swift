import Glibc
import Notifications

/// The history's file, used by the thread that reads and writes it; the first use opens it.
///
/// A damaged file is renamed. A new one is started after that, and if the file was removed. Any call may take as long as the
/// file system does.
nonisolated final class HistoryStorage {
  private let path: String
  private var file: HistoryFile?
  private var notices: [History.Notice] = []

  init(path: String) {
    self.path = path
  }

  /// The result of some work, with the notices that arose.
  struct Outcome<Value: Sendable>: Sendable {
    var result: Result<Value, HistoryError>
    /// The damaged files that were renamed.
    var notices: [History.Notice]
  }

  /// Does work with the open file, and once more with a new file if it is damaged.
  func perform<Value: Sendable>(
    _ work: (HistoryFile) throws(HistoryError) -> Value
  ) -> Outcome<Value> {
    notices = []
    do throws(HistoryError) {
      return Outcome(result: .success(try tryTwice(work)), notices: notices)
    } catch {
      return Outcome(result: .failure(error), notices: notices)
    }
  }

  /// Whether there is a file.
  var isThere: Bool { unsafe access(path, F_OK) == 0 }

  /// Closes the file, which the next use opens again.
  func close() { file = nil }

  private func tryTwice<Value>(
    _ work: (HistoryFile) throws(HistoryError) -> Value
  ) throws(HistoryError) -> Value {
    do throws(HistoryError) {
      return try work(try openFile())
    } catch {
      // A file without room can still be read; opening it anew would need room.
      if error.kind != .full, error.kind != .busy { file = nil }
      guard error.kind == .damaged else { throw error }
      try setAside(error)
      return try work(try openFile())
    }
  }

  private func openFile() throws(HistoryError) -> HistoryFile {
    if let file, file.isInPlace { return file }
    // The removed file is closed first: it would use the log of the next file, which is at the same path.
    file = nil
    try makeDirectories()
    let opened = try HistoryFile(path: path)
    file = opened
    return opened
  }

  /// Makes missing directories of the path, as in the XDG Base Directory Specification.
  private func makeDirectories() throws(HistoryError) {
    var prefix = ""
    for name in path.split(separator: "/").dropLast() {
      prefix += "/" + name
      guard unsafe mkdir(prefix, 0o700) != 0, errno != EEXIST else { continue }
      throw HistoryError(errorNumber: errno, "cannot make \(prefix): ")
    }
  }

  private func setAside(_ error: HistoryError) throws(HistoryError) {
    var new = path + ".damaged"
    var number = 1
    while unsafe access(new, F_OK) == 0 {
      number += 1
      new = path + ".damaged-\(number)"
    }
    guard unsafe rename(path, new) == 0 else { throw error }
    // These files belong to the renamed file, and would damage the new one.
    for suffix in ["-wal", "-shm"] where unsafe access(path + suffix, F_OK) == 0 {
      if unsafe rename(path + suffix, new + suffix) != 0 { _ = unsafe unlink(path + suffix) }
    }
    notices.append(.setAside(path: path, to: new, reason: error.words))
  }
}
