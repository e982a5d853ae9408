import Glibc

/// A glob that matches a whole text: `*` matches any characters, `?` one, `[a-z]` and `[!a-z]` one of a set;
/// `\` makes the next character literal.
struct Glob: Sendable {
  let text: String

  /// A locale with Unicode's characters, whatever the system's locale is; nil where it is not installed, so
  /// that characters are bytes.
  private nonisolated(unsafe) static let unicode = unsafe newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  /// Makes a glob; refuses one that could never match, which `fnmatch` does not report.
  init(_ text: String) throws(TextPattern.Mistake) {
    self.text = text
    let scalars = Array(text.unicodeScalars)
    var at = 0
    while at < scalars.count {
      switch scalars[at] {
      case "\\" where at + 1 == scalars.count: throw TextPattern.Mistake(words: #""\" at the end"#)
      case "\\": at += 2
      case "[": at = try Self.endOfSet(scalars, from: at)
      default: at += 1
      }
    }
  }

  /// Whether the glob matches all of `text`.
  ///
  /// The corresponding C functions are `fnmatch` and `uselocale`.
  func matches(_ text: String) -> Bool {
    let before = unsafe uselocale(Self.unicode)
    defer { _ = unsafe uselocale(before) }
    return unsafe fnmatch(self.text, text, 0) == 0
  }

  /// The index after the `]` of the set that begins at `start`.
  private static func endOfSet(
    _ scalars: [Unicode.Scalar], from start: Int
  ) throws(TextPattern.Mistake) -> Int {
    var at = start + 1
    if at < scalars.count, scalars[at] == "!" || scalars[at] == "^" { at += 1 }
    let first = at
    while at < scalars.count {
      if scalars[at] == "]", at > first { return at + 1 }
      if scalars[at] == "[", at + 1 < scalars.count, [":", ".", "="].contains(scalars[at + 1]) {
        // This is a class, such as [:alpha:].
        let end = scalars[(at + 2)...].indices.dropLast().first {
          scalars[$0] == scalars[at + 1] && scalars[$0 + 1] == "]"
        }
        if let end {
          at = end + 2
          continue
        }
      }
      if scalars[at] == "\\" { at += 1 }
      if at + 2 < scalars.count, scalars[at + 1] == "-", scalars[at + 2] != "]", scalars[at + 2] != "\\",
        scalars[at + 2] != "[", scalars[at + 2].value < scalars[at].value
      {
        throw TextPattern.Mistake(words: "range out of order in \"[]\", at character \(at + 3)")
      }
      at += 1
    }
    throw TextPattern.Mistake(words: "\"[\" without \"]\", at character \(start + 1)")
  }
}
