/// Prepares received text for display.
public enum PlainText {
  /// The text cut to at most `limit` bytes, between Unicode scalars; the cost depends only on what is kept.
  static func cut(_ text: String, _ limit: Int) -> String {
    let utf8 = text.utf8
    guard var end = utf8.index(utf8.startIndex, offsetBy: limit, limitedBy: utf8.endIndex),
      end < utf8.endIndex
    else { return text }
    while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(text[..<end])
  }

  /// The text on one line of at most `limit` bytes: line breaks and tabs become spaces, other control
  /// characters and spaces at the ends are removed. A text of which nothing is to be seen becomes empty.
  public static func line(_ text: String, _ limit: Int) -> String {
    var result = ""
    for scalar in cut(text, limit).unicodeScalars {
      if isNewline(scalar) || scalar == "\t" {
        result.unicodeScalars.append(" ")
      } else if !isControl(scalar) {
        result.unicodeScalars.append(scalar)
      }
    }
    if isBlank(result) { return "" }
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " }
    let scalars = result.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether a text has only white space and characters without width, such as a zero-width space or a byte order mark.
  static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      // The Braille pattern without dots is drawn as a space.
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
    }
  }

  static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar.value == 0x0B || scalar.value == 0x0C || scalar.value == 0x85
      || scalar.value == 0x2028 || scalar.value == 0x2029
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
