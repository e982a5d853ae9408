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

  /// Reads those members of a JSON text, and of the objects in it, that have one of `names`; all others are checked, but not
  /// kept.
  public init(parsing bytes: [UInt8], members names: JSONNames) throws(JSONError) {
    var parser = JSONParser(bytes: bytes, names: names)
    self = try parser.parse()
  }

  /// Reads a JSON text from a string.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }
}

/// The names of members to be read.
public nonisolated struct JSONNames: Sendable, ExpressibleByArrayLiteral {
  private let names: [(bytes: [UInt8], name: String)]

  public init(arrayLiteral names: String...) {
    self.names = names.map { (Array($0.utf8), $0) }
  }

  /// The name whose UTF-8 these bytes are; nil: it is not among them.
  func name(_ bytes: ArraySlice<UInt8>) -> String? {
    names.first { $0.bytes.count == bytes.count && $0.bytes.elementsEqual(bytes) }?.name
  }

  func contains(_ name: String) -> Bool { names.contains { $0.name == name } }
}

/// Reads one JSON text from its first byte to its last.
private nonisolated struct JSONParser {
  /// Most levels that may be nested: the parser recurses, and no request needs as many.
  private static let deepest = 64

  let bytes: [UInt8]
  /// The names of the members that are kept; nil: all are.
  let names: JSONNames?
  private var position = 0

  init(bytes: [UInt8], names: JSONNames? = nil) {
    self.bytes = bytes
    self.names = names
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
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D { position += 1 }
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
      let name = try parseName()
      skipSpace()
      guard skip(":") else { throw error("\":\"") }
      if let name {
        members[name] = try parseValue(depth: depth + 1)
      } else {
        try skipValue(depth: depth + 1)
      }
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

  // MARK: - What is not kept

  /// Reads the name of a member; nil: the member is not kept.
  private mutating func parseName() throws(JSONError) -> String? {
    guard let names else { return try parseString() }
    if let plain = plainString() {
      position = plain.endIndex + 1
      return names.name(plain)
    }
    let name = try parseString()
    return names.contains(name) ? name : nil
  }

  /// Checks a value without making it.
  private mutating func skipValue(depth: Int) throws(JSONError) {
    skipSpace()
    guard depth < Self.deepest else { throw error("at most \(Self.deepest) levels") }
    switch next {
    case UInt8(ascii: "{"): try skipObject(depth: depth)
    case UInt8(ascii: "["): try skipArray(depth: depth)
    case UInt8(ascii: "\""): try skipString()
    default: _ = try parseValue(depth: depth)
    }
  }

  private mutating func skipObject(depth: Int) throws(JSONError) {
    position += 1
    skipSpace()
    if skip("}") { return }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes") }
      try skipString()
      skipSpace()
      guard skip(":") else { throw error("\":\"") }
      try skipValue(depth: depth + 1)
      skipSpace()
      if skip("}") { return }
      guard skip(",") else { throw error("\",\" or \"}\"") }
    }
  }

  private mutating func skipArray(depth: Int) throws(JSONError) {
    position += 1
    skipSpace()
    if skip("]") { return }
    while true {
      try skipValue(depth: depth + 1)
      skipSpace()
      if skip("]") { return }
      guard skip(",") else { throw error("\",\" or \"]\"") }
    }
  }

  private mutating func skipString() throws(JSONError) {
    if let plain = plainString() {
      position = plain.endIndex + 1
    } else {
      _ = try parseString()
    }
  }

  /// The content of the string at the present place if it consists of ASCII without escape sequences; nil otherwise.
  private func plainString() -> ArraySlice<UInt8>? {
    var end = position + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      guard 0x20..<0x80 ~= bytes[end], bytes[end] != UInt8(ascii: "\\") else { return nil }
      end += 1
    }
    return end < bytes.count ? bytes[position + 1..<end] : nil
  }

  // MARK: - Numbers and strings

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
    if position - start < 16, let whole = wholeNumber(start..<position) { return whole }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      position = start
      throw error("a number in the range of a double")
    }
    return number
  }

  /// The number of at most 15 digits that these bytes are; nil: it has a fraction or an exponent.
  private func wholeNumber(_ place: Range<Int>) -> Double? {
    let isNegative = bytes[place.lowerBound] == UInt8(ascii: "-")
    var number = 0
    for byte in bytes[place].dropFirst(isNegative ? 1 : 0) {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      number = 10 * number + Int(byte - UInt8(ascii: "0"))
    }
    return isNegative ? -Double(number) : Double(number)
  }

  private mutating func parseDigits() throws(JSONError) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = next, digits.contains(first) else { throw error("a digit") }
    while let byte = next, digits.contains(byte) { position += 1 }
  }

  private mutating func parseString() throws(JSONError) -> String {
    if let plain = plainString() {
      position = plain.endIndex + 1
      return String(decoding: plain, as: UTF8.self)
    }
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
