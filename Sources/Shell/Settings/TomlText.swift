/// Values as TOML writes them.
enum TomlText {
  /// Escaped where a basic string demands it.
  static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    default:
      guard scalar.isControl else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// A basic string.
  static func string(_ text: String) -> String {
    "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  /// Of elements that are written already.
  static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }

  /// Without a fraction where it has none.
  static func number(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension Unicode.Scalar {
  /// Of the general category Cc, or one of the two separators of lines and paragraphs.
  var isControl: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0x2028 || value == 0x2029
  }
}
