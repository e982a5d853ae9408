/// Reads JSON as jsoncpp does, which Waybar uses: with comments and trailing commas.
///
/// - Of members with the same name the last one counts.
/// - Text behind the first value is ignored.
/// - `\xNN` is the character of that code.
/// - Strings may contain line breaks and other control characters.
public struct JSONCReader {
  /// Most levels that may be nested, since the reader recurses.
  private static let deepest = 64

  private var cursor: ByteCursor

  /// Reads a text of a file, whose path places have.
  public static func read(_ bytes: [UInt8], file: String) throws(ImportError) -> SourceValue {
    var reader = JSONCReader(cursor: ByteCursor(bytes, file: file))
    return try reader.value(depth: 0)
  }

  private mutating func skipSpace() throws(ImportError) {
    while true {
      cursor.skipSpace()
      if cursor.skip("//") {
        _ = cursor.take { $0 != UInt8(ascii: "\n") }
      } else if cursor.isAt("/*") {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(ImportError) {
    let start = cursor.place()
    cursor.advance(by: 2)
    while !cursor.skip("*/") {
      guard !cursor.isAtEnd else {
        throw ImportError(.expected("the end of this comment, \"*/\""), at: start)
      }
      cursor.advance()
    }
  }

  private mutating func value(depth: Int) throws(ImportError) -> SourceValue {
    try skipSpace()
    guard depth < Self.deepest else { throw cursor.error("at most \(Self.deepest) levels") }
    let place = cursor.place()
    return SourceValue(content: try content(depth), place: place)
  }

  private mutating func content(_ depth: Int) throws(ImportError) -> SourceValue.Content {
    switch cursor.next {
    case UInt8(ascii: "{"): return .object(try members(depth))
    case UInt8(ascii: "["): return .array(try elements(depth))
    case UInt8(ascii: "\""): return .string(try string())
    default:
      if cursor.skip("true") { return .boolean(true) }
      if cursor.skip("false") { return .boolean(false) }
      if cursor.skip("null") { return .null }
      return .number(try number())
    }
  }

  private mutating func members(_ depth: Int) throws(ImportError) -> [SourceValue.Member] {
    cursor.advance()
    var members: [SourceValue.Member] = []
    var indices: [String: Int] = [:]
    while true {
      try skipSpace()
      if cursor.skip("}") { return members }
      let place = cursor.place()
      guard cursor.next == UInt8(ascii: "\"") else { throw cursor.error("a name in quotes, or \"}\"") }
      let name = try string()
      try skipSpace()
      guard cursor.skip(":") else { throw cursor.error("\":\"") }
      let member = SourceValue.Member(name: name, place: place, value: try value(depth: depth + 1))
      if let index = indices[name] {
        members[index] = member
      } else {
        indices[name] = members.count
        members.append(member)
      }
      try skipSpace()
      if !cursor.skip(","), cursor.next != UInt8(ascii: "}") { throw cursor.error("\",\" or \"}\"") }
    }
  }

  private mutating func elements(_ depth: Int) throws(ImportError) -> [SourceValue] {
    cursor.advance()
    var elements: [SourceValue] = []
    while true {
      try skipSpace()
      if cursor.skip("]") { return elements }
      elements.append(try value(depth: depth + 1))
      try skipSpace()
      if !cursor.skip(","), cursor.next != UInt8(ascii: "]") { throw cursor.error("\",\" or \"]\"") }
    }
  }

  private mutating func number() throws(ImportError) -> Double {
    let place = cursor.place()
    let text = cursor.take { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
      throw ImportError(.expected("a value"), at: place)
    }
    return number
  }

  // MARK: - Strings

  private mutating func string() throws(ImportError) -> String {
    let start = cursor.place()
    cursor.advance()
    var content: [UInt8] = []
    while true {
      content += cursor.take { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      if cursor.skip("\"") { return String(decoding: content, as: UTF8.self) }
      guard cursor.skip("\\"), let byte = cursor.next else {
        throw ImportError(.expected("the end of this string, a quotation mark"), at: start)
      }
      cursor.advance()
      switch byte {
      case UInt8(ascii: "b"): content.append(0x08)
      case UInt8(ascii: "f"): content.append(0x0C)
      case UInt8(ascii: "n"): content.append(0x0A)
      case UInt8(ascii: "r"): content.append(0x0D)
      case UInt8(ascii: "t"): content.append(0x09)
      case UInt8(ascii: "u"): content += String(Character(try unicode())).utf8
      case UInt8(ascii: "x"):
        content += String(Character(Unicode.Scalar(try digits(2)) ?? "\u{FFFD}")).utf8
      default: content.append(byte)
      }
    }
  }

  /// Reads the digits of an escape sequence, and the second one of a surrogate pair; half of a pair alone becomes U+FFFD.
  private mutating func unicode() throws(ImportError) -> Unicode.Scalar {
    let unit = try digits(4)
    guard 0xD800..<0xDC00 ~= unit, cursor.isAt("\\u") else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    cursor.advance(by: 2)
    let second = try digits(4)
    guard 0xDC00..<0xE000 ~= second else { return "\u{FFFD}" }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func digits(_ count: Int) throws(ImportError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let byte = cursor.next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw cursor.error("\(count) hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      cursor.advance()
    }
    return value
  }
}
