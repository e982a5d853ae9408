/// The selected interfaces, with their versions and files.
///
/// The list has one line per file, followed by one indented line per interface: its name and the highest
/// version that we use. `#` starts a comment.
struct Selection: Equatable {
  /// A file with the interfaces that are selected in it.
  struct File: Equatable {
    /// The path relative to the folders that are searched.
    var path: String
    var interfaces: [Entry]
    var line: Int
  }

  /// An interface and the highest version that is selected.
  struct Entry: Equatable {
    var name: String
    var version: Int
    var line: Int
  }

  var files: [File] = []

  /// Reads a list; `file` is its name in errors.
  init(_ text: String, file: String) throws(ScannerError) {
    var line = 0
    for whole in text.split(separator: "\n", omittingEmptySubsequences: false) {
      line += 1
      let content = whole.prefix { $0 != "#" }
      let words = content.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      if content.first?.isWhitespace == false {
        guard words.count == 1 else {
          throw ScannerError(file: file, line: line, message: "expected one file, got \"\(content)\"")
        }
        files.append(File(path: String(first), interfaces: [], line: line))
      } else {
        guard words.count == 2, let version = Int(words[1]), version > 0 else {
          throw ScannerError(
            file: file, line: line,
            message: "expected an interface and its version, got \"\(words.joined(separator: " "))\"")
        }
        guard !files.isEmpty else {
          throw ScannerError(file: file, line: line, message: "expected a file before \(first)")
        }
        files[files.count - 1].interfaces.append(Entry(name: String(first), version: version, line: line))
      }
    }
  }
}
