import Application
import Glibc
import Loop

/// Checks of a file that a command is going to write.
enum OutputFile {
  /// Checks that `path` can be written, before the work for it is done; `kind` names the file in the error.
  static func check(_ path: String, _ kind: String) throws(StartError) {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw failure(path, kind, EISDIR) }
      guard unsafe access(path, W_OK) == 0 else { throw failure(path, kind, errno) }
      return
    }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard unsafe access(folder, W_OK | X_OK) == 0 else { throw failure(path, kind, errno) }
  }

  private static func failure(_ path: String, _ kind: String, _ code: Int32) -> StartError {
    StartError("cannot write \(kind) \(path): \(describe(errorNumber: code))")
  }
}
