extension StringProtocol {
  /// The text without spaces and line breaks at its ends.
  var trimmedSpace: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest.dropLast(rest.reversed().prefix(while: \.isWhitespace).count))
  }

  /// The text without an ending, if it has that.
  func droppingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
  }

  /// The text without a beginning; nil if it has another one.
  func droppingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  /// Whether the text contains another one that is not empty.
  func has(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    var rest = Substring(self).utf8
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: text.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// The text with each occurrence of a text replaced.
  func replacingAll(_ text: String, with other: String) -> String {
    var result = ""
    var rest = Substring(self)
    while !rest.isEmpty {
      if rest.hasPrefix(text) {
        result += other
        rest = rest.dropFirst(text.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }

  /// The parts between separators that are in no parentheses and no quotation marks.
  func splitOutsideParentheses(at separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    var quote: Character?
    for character in self {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      } else if character == separator, depth <= 0 {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }
}
