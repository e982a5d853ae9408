import Glibc

/// A glob for a whole text: `*` any characters, `?` one, `[a-z]` and `[!a-z]` one of a set; `\` takes away a meaning.
struct Glob: Sendable {
  let text: String

  /// A locale that has Unicode's characters, whatever that of the system; nil where it is not installed, and
  /// characters are bytes then.
  private nonisolated(unsafe) static let unicode = unsafe newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  /// Refuses what could never match, which `fnmatch` does not tell.
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

  /// Whether all of `text` is as the glob says.
  ///
  /// The corresponding C functions are `fnmatch` and `uselocale`.
  func matches(_ text: String) -> Bool {
    let before = unsafe uselocale(Self.unicode)
    defer { _ = unsafe uselocale(before) }
    return unsafe fnmatch(self.text, text, 0) == 0
  }

  /// The place behind the `]` of the set that begins at `start`.
  private static func endOfSet(
    _ scalars: [Unicode.Scalar], from start: Int
  ) throws(TextPattern.Mistake) -> Int {
    var at = start + 1
    if at < scalars.count, scalars[at] == "!" || scalars[at] == "^" { at += 1 }
    let first = at
    while at < scalars.count {
      if scalars[at] == "]", at > first { return at + 1 }
      if scalars[at] == "[", at + 1 < scalars.count, [":", ".", "="].contains(scalars[at + 1]) {
        // A class, such as [:alpha:].
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
