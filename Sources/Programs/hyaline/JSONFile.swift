import Application
import Glibc
import Loop
import TextProcessing

/// Writes JSON to files.
enum JSONFile {
  /// Writes JSON to `path`; an existing file is replaced.
  static func write(_ json: JSONValue, to path: String) throws(StartError) {
    guard let file = unsafe fopen(path, "we") else { throw failure(path) }
    let text = Array("\(json)\n".utf8)
    let written = unsafe fwrite(text, 1, text.count, file)
    // A full disk may show only when the rest is flushed.
    guard unsafe fclose(file) == 0, written == text.count else { throw failure(path) }
  }

  private static func failure(_ path: String) -> StartError {
    StartError("cannot write report \(path): \(describe(errorNumber: errno))")
  }
}
