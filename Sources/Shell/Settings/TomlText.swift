/// Writes values as TOML.
enum TomlText {
  /// Escapes a scalar if a basic string requires it.
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

  /// Writes a text as a basic string.
  static func string(_ text: String) -> String {
    "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  /// Writes an array of elements that are written already.
  static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }

  /// Writes a table on one line, of entries such as `a = 1` that are written already.
  static func table(_ entries: [String]) -> String {
    entries.isEmpty ? "{}" : "{ " + entries.joined(separator: ", ") + " }"
  }

  /// Writes the limits of a number in words.
  static func range(_ limits: ClosedRange<Double>) -> String {
    "\(number(limits.lowerBound)) to \(number(limits.upperBound))"
  }

  /// Writes a number, without a fraction if it is whole.
  static func number(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character (Cc) or a separator of lines or paragraphs.
  var isControl: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0x2028 || value == 0x2029
  }
}
