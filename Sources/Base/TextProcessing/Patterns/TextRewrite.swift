/// A rule that replaces a whole text in which a pattern is found.
///
/// `$1` to `$9` in the replacement stand for the groups of a regular expression, `$$` for a dollar sign.
public struct TextRewrite: Equatable, Hashable, Sendable {
  public let pattern: TextPattern
  public let replacement: String

  public init(_ pattern: TextPattern, _ replacement: String) {
    self.pattern = pattern
    self.replacement = replacement
  }

  /// The text that replaces `text`; nil if the pattern is not found in it.
  public func rewritten(_ text: String) -> String? {
    guard let groups = pattern.groups(in: text) else { return nil }
    var result = ""
    var isAfterSign = false
    for scalar in replacement.unicodeScalars {
      guard isAfterSign else {
        if scalar == "$" { isAfterSign = true } else { result.unicodeScalars.append(scalar) }
        continue
      }
      isAfterSign = false
      switch scalar {
      case "1"..."9":
        let place = Int(scalar.value - 0x31)
        if place < groups.count { result += groups[place] }
      case "$": result += "$"
      default: result.unicodeScalars.append(contentsOf: ["$", scalar])
      }
    }
    return isAfterSign ? result + "$" : result
  }

  /// The result of the first rule that applies to `text`; `text` itself if none does.
  public static func first(of rules: [TextRewrite], on text: String) -> String {
    for rule in rules {
      if let rewritten = rule.rewritten(text) { return rewritten }
    }
    return text
  }
}
