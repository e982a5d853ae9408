/// Why a text is not JSON.
public nonisolated struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Offset of the first byte that does not fit, from 0.
  public let offset: Int
  public let expected: String

  public var description: String { "byte \(offset): expected \(expected)" }
}

nonisolated extension JSONValue {
  /// Reads a JSON text (RFC 8259) of at most 64 levels; the last of members with the same name counts.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.parse()
  }

  /// Reads a JSON text from a string.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }
}

/// Reads one JSON text from its first byte to its last.
private nonisolated struct JSONParser {
  /// Most levels that may be nested: the parser recurses, and no request needs as many.
  private static let deepest = 64

  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func parse() throws(JSONError) -> JSONValue {
    let value = try parseValue(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw error("the end") }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func error(_ expected: String) -> JSONError { JSONError(offset: position, expected: expected) }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func parseValue(depth: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    guard depth < Self.deepest else { throw error("at most \(Self.deepest) levels") }
    switch next {
    case UInt8(ascii: "{"): return try parseObject(depth: depth)
    case UInt8(ascii: "["): return try parseArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parse(word: "true", as: .bool(true))
    case UInt8(ascii: "f"): return try parse(word: "false", as: .bool(false))
    case UInt8(ascii: "n"): return try parse(word: "null", as: .null)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return .number(try parseNumber())
    default: throw error("a value")
    }
  }

  private mutating func parse(word: String, as value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error(word) }
    position += word.utf8.count
    return value
  }

  private mutating func parseObject(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var members: [String: JSONValue] = [:]
    skipSpace()
    if skip("}") { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes") }
      let name = try parseString()
      skipSpace()
      guard skip(":") else { throw error("\":\"") }
      members[name] = try parseValue(depth: depth + 1)
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw error("\",\" or \"}\"") }
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if skip("]") { return .array(elements) }
    while true {
      elements.append(try parseValue(depth: depth + 1))
      skipSpace()
      if skip("]") { return .array(elements) }
      guard skip(",") else { throw error("\",\" or \"]\"") }
    }
  }

  private mutating func parseNumber() throws(JSONError) -> Double {
    let start = position
    _ = skip("-")
    // JSON allows no digits after a leading zero.
    if !skip("0") { try parseDigits() }
    if skip(".") { try parseDigits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try parseDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      position = start
      throw error("a number in the range of a double")
    }
    return number
  }

  private mutating func parseDigits() throws(JSONError) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = next, digits.contains(first) else { throw error("a digit") }
    while let byte = next, digits.contains(byte) { position += 1 }
  }

  private mutating func parseString() throws(JSONError) -> String {
    let start = position
    position += 1
    var content: [UInt8] = []
    while true {
      guard let byte = next else { throw error("the end of a string") }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          position = start
          throw error("a string in UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        position += 1
        content.append(contentsOf: String(try parseEscape()).utf8)
      case 0..<0x20: throw error("no control character in a string")
      default:
        content.append(byte)
        position += 1
      }
    }
  }

  private mutating func parseEscape() throws(JSONError) -> Character {
    let escapes: [UInt8: Character] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
      UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    if let byte = next, let character = escapes[byte] {
      position += 1
      return character
    }
    guard skip("u") else { throw error("an escape sequence") }
    let unit = try parseHexadecimal()
    guard (0xD800..<0xDC00).contains(unit) else { return Self.character(unit) }
    // The first half of a surrogate pair; either half alone becomes the replacement character.
    let afterFirst = position
    if skip("\\"), skip("u") {
      let second = try parseHexadecimal()
      if (0xDC00..<0xE000).contains(second) {
        return Self.character(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
      }
    }
    position = afterFirst
    return "\u{FFFD}"
  }

  private static func character(_ value: UInt32) -> Character {
    Unicode.Scalar(value).map { Character($0) } ?? "\u{FFFD}"
  }

  private mutating func parseHexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
