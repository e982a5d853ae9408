/// A rule that gives texts other words: where a pattern is found, a replacement takes the place of the whole text.
///
/// `$1` to `$9` in the replacement stand for what the groups of a regular expression have found, `$$` for a dollar sign.
public struct TextRewrite: Equatable, Hashable, Sendable {
  public let pattern: TextPattern
  public let replacement: String

  public init(_ pattern: TextPattern, _ replacement: String) {
    self.pattern = pattern
    self.replacement = replacement
  }

  /// The text that takes the place of `text`; nil: the pattern is not found in it.
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

  /// What the first rule that applies makes of a text; without one the text itself.
  public static func first(of rules: [TextRewrite], on text: String) -> String {
    for rule in rules {
      if let rewritten = rule.rewritten(text) { return rewritten }
    }
    return text
  }
}
