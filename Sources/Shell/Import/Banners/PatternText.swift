import TextProcessing

/// Writes patterns of rules for conditions of other programs.
enum PatternText {
  /// A pattern that matches a text alone.
  static func exact(_ text: String) -> String? { checked(glob(escaping: text)) }

  /// A pattern for a glob of `fnmatch`.
  static func glob(_ text: String) -> String? { checked(withoutMeaning(text)) }

  /// A pattern for a regular expression that matches any part of a text.
  static func expression(_ text: String) -> String? {
    text.isEmpty ? nil : checked("/\(text)/")
  }

  private static func glob(escaping text: String) -> String {
    var result = ""
    for character in text {
      if "*?[\\".contains(character) { result += "\\" }
      result.append(character)
    }
    return withoutMeaning(result)
  }

  /// The glob without the meanings that a slash and an exclamation mark have at the beginning of a pattern.
  private static func withoutMeaning(_ glob: String) -> String {
    glob.hasPrefix("/") || glob.hasPrefix("!") ? "\\" + glob : glob
  }

  /// The pattern if it is valid.
  private static func checked(_ pattern: String) -> String? {
    do throws(TextPattern.Mistake) {
      _ = try TextPattern(pattern)
      return pattern
    } catch {
      return nil
    }
  }
}
