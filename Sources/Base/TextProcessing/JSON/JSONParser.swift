/// Why a text is not JSON.
public nonisolated struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Offset of the first byte that does not fit, from 0.
  public let offset: Int
  public let expected: String

  public init(offset: Int, expected: String) {
    (self.offset, self.expected) = (offset, expected)
  }

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

  /// Reads a text of another program, which may depart from JSON in the ways in which programs do:
  ///
  /// - Bytes that are not UTF-8 become U+FFFD, one for each maximal part of a character.
  /// - Strings may contain control characters.
  /// - A backslash before a character for which JSON has no escape sequence means that character. `\xNN` means the byte NN, as
  ///   in C and in Python: programs write it for bytes that they could not decode, and several may form one character in UTF-8.
  /// - A comma may follow the last element of an array and the last member of an object.
  /// - Numbers may begin with zeros or with the decimal point. `NaN`, `Infinity` and numbers beyond the range of a double are
  ///   read as null.
  /// - The text may begin with a byte order mark.
  public init(tolerating bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes: bytes, isTolerant: true)
    self = try parser.parse()
  }

  /// Reads a text of another program from a string.
  public init(tolerating text: String) throws(JSONError) {
    try self.init(tolerating: Array(text.utf8))
  }

  /// Reads those members of a text of another program, and of the objects in it, that have one of `names`; all others are
  /// checked, but not kept.
  public init(tolerating bytes: [UInt8], members names: JSONNames) throws(JSONError) {
    var parser = JSONParser(bytes: bytes, names: names, isTolerant: true)
    self = try parser.parse()
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
  /// Whether the departures from JSON that `JSONValue.init(tolerating:)` lists are accepted.
  let isTolerant: Bool
  private var position = 0

  init(bytes: [UInt8], names: JSONNames? = nil, isTolerant: Bool = false) {
    self.bytes = bytes
    self.names = names
    self.isTolerant = isTolerant
  }

  mutating func parse() throws(JSONError) -> JSONValue {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if isTolerant, bytes.starts(with: mark) { position = mark.count }
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

  /// Reads a value; one that is not kept is only checked, and comes back as null if it is a string or has contents.
  private mutating func parseValue(depth: Int, isKept: Bool = true) throws(JSONError) -> JSONValue {
    skipSpace()
    guard depth < Self.deepest else { throw error("at most \(Self.deepest) levels") }
    switch next {
    case UInt8(ascii: "{"): return try parseObject(depth: depth, isKept: isKept)
    case UInt8(ascii: "["): return try parseArray(depth: depth, isKept: isKept)
    case UInt8(ascii: "\"") where !isKept:
      try skipString()
      return .null
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parse(word: "true", as: .bool(true))
    case UInt8(ascii: "f"): return try parse(word: "false", as: .bool(false))
    case UInt8(ascii: "n"): return try parse(word: "null", as: .null)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return try parseNumber()
    case UInt8(ascii: ".") where isTolerant: return try parseNumber()
    default:
      guard isTolerant, skipNonFinite() else { throw error("a value") }
      return .null
    }
  }

  private mutating func parse(word: String, as value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error(word) }
    position += word.utf8.count
    return value
  }

  private mutating func parseObject(depth: Int, isKept: Bool) throws(JSONError) -> JSONValue {
    position += 1
    var members: [String: JSONValue] = [:]
    skipSpace()
    if skip("}") { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes") }
      let name = try parseName(isKept: isKept)
      skipSpace()
      guard skip(":") else { throw error("\":\"") }
      let value = try parseValue(depth: depth + 1, isKept: name != nil)
      if let name { members[name] = value }
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw error("\",\" or \"}\"") }
      if skipAfterComma("}") { return .object(members) }
    }
  }

  private mutating func parseArray(depth: Int, isKept: Bool) throws(JSONError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if skip("]") { return .array(elements) }
    while true {
      let element = try parseValue(depth: depth + 1, isKept: isKept)
      if isKept { elements.append(element) }
      skipSpace()
      if skip("]") { return .array(elements) }
      guard skip(",") else { throw error("\",\" or \"]\"") }
      if skipAfterComma("]") { return .array(elements) }
    }
  }

  /// Skips a closing bracket after a comma, which only a tolerant parser accepts; returns whether there was one.
  private mutating func skipAfterComma(_ bracket: Unicode.Scalar) -> Bool {
    guard isTolerant else { return false }
    skipSpace()
    return skip(bracket)
  }

  // MARK: - Names and plain strings

  /// Reads the name of a member; nil: the member is not kept.
  private mutating func parseName(isKept: Bool) throws(JSONError) -> String? {
    guard isKept else {
      try skipString()
      return nil
    }
    guard let names else { return try parseString() }
    if let plain = plainString() {
      position = plain.endIndex + 1
      return names.name(plain)
    }
    let name = try parseString()
    return names.contains(name) ? name : nil
  }

  /// Checks a string without making it.
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

  // MARK: - Numbers

  /// Reads a number; a tolerant parser reads one that is beyond the range of a double as null.
  private mutating func parseNumber() throws(JSONError) -> JSONValue {
    let start = position
    if skip("-"), isTolerant, skipNonFinite() { return .null }
    // JSON allows no digits after a leading zero.
    if isTolerant ? next != UInt8(ascii: ".") : !skip("0") { try parseDigits() }
    if skip(".") { try parseDigits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try parseDigits()
    }
    if position - start < 16, let whole = wholeNumber(start..<position) { return .number(whole) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      if isTolerant { return .null }
      position = start
      throw error("a number in the range of a double")
    }
    return .number(number)
  }

  /// Skips `NaN` or `Infinity`, which Python and JavaScript write and JSON lacks; returns whether there was one.
  private mutating func skipNonFinite() -> Bool {
    for word in ["NaN", "Infinity"] where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return true
    }
    return false
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

  // MARK: - Strings

  private mutating func parseString() throws(JSONError) -> String {
    if let plain = plainString() {
      position = plain.endIndex + 1
      return String(decoding: plain, as: UTF8.self)
    }
    let start = position
    position += 1
    var content: [UInt8] = []
    while true {
      let part = skipUnescaped()
      guard let byte = next else { throw error("the end of a string") }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try text(of: content.isEmpty ? part : (content + part)[...], at: start)
      case UInt8(ascii: "\\"):
        content += part
        position += 1
        try parseEscape(into: &content)
      default: throw error("no control character in a string")
      }
    }
  }

  /// Skips the characters of a string up to the next quotation mark or backslash, and returns them. A strict parser stops at
  /// a control character, too.
  private mutating func skipUnescaped() -> ArraySlice<UInt8> {
    let start = position
    let first: UInt8 = isTolerant ? 0 : 0x20
    while position < bytes.count, bytes[position] >= first, bytes[position] != UInt8(ascii: "\""),
      bytes[position] != UInt8(ascii: "\\")
    {
      position += 1
    }
    return bytes[start..<position]
  }

  /// The text of a string's content; `start` is where the string begins.
  private mutating func text(of content: ArraySlice<UInt8>, at start: Int) throws(JSONError) -> String {
    if isTolerant { return String(decoding: content, as: UTF8.self) }
    guard let text = String(validating: content, as: UTF8.self) else {
      position = start
      throw error("a string in UTF-8")
    }
    return text
  }

  /// Reads the rest of an escape sequence after its backslash, and appends the bytes that it stands for.
  private mutating func parseEscape(into content: inout [UInt8]) throws(JSONError) {
    guard let byte = next else { throw error(isTolerant ? "the end of a string" : "an escape sequence") }
    let start = position
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u") where !isTolerant || hexadecimal(digits: 4) != nil:
      content += String(Character(try parseUnicodeEscape())).utf8
    case UInt8(ascii: "x") where isTolerant:
      guard let value = hexadecimal(digits: 2) else { return content.append(byte) }
      position += 2
      content.append(UInt8(truncatingIfNeeded: value))
    default:
      guard isTolerant else {
        position = start
        throw error("an escape sequence")
      }
      content.append(byte)
    }
  }

  /// Reads the digits of an escape sequence, and the second one of a surrogate pair; either half of a pair alone becomes the
  /// replacement character.
  private mutating func parseUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let unit = try parseHexadecimal()
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    let afterFirst = position
    if skip("\\"), skip("u"), !isTolerant || hexadecimal(digits: 4) != nil {
      let second = try parseHexadecimal()
      if (0xDC00..<0xE000).contains(second) {
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
      }
    }
    position = afterFirst
    return "\u{FFFD}"
  }

  private mutating func parseHexadecimal() throws(JSONError) -> UInt32 {
    guard let value = hexadecimal(digits: 4) else {
      while let byte = next, Self.digit(byte) != nil { position += 1 }
      throw error("four hexadecimal digits")
    }
    position += 4
    return value
  }

  /// The number of the next `count` hexadecimal digits, which are not skipped; nil if there are fewer.
  private func hexadecimal(digits count: Int) -> UInt32? {
    guard position + count <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[position..<position + count] {
      guard let digit = Self.digit(byte) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
