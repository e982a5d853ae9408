/// A JSON value, which can be read from a JSON text and printed as one.
///
/// The codec is our own: FoundationEssentials, linked statically, costs 12 MB of binary, 1.1 MB of private
/// memory at start and 2.9 MB more at its first use.
public nonisolated enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number; whole numbers are printed without a fraction, and those beyond 2⁵³ lose
  /// digits, as in JavaScript.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of that name; nil if the value is no object or has no such member.
  public subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A string, or a number as JSON writes it, without a fraction if it is whole.
  public var text: String? {
    switch self {
    case .string(let text): text
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    default: nil
    }
  }

  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }
}

nonisolated extension JSONValue:
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
  public init(nilLiteral: ()) { self = .null }

  /// Makes a number of an integer.
  public init(_ number: Int) { self = .number(Double(number)) }
}

// MARK: - Printing

nonisolated extension JSONValue: CustomStringConvertible {
  /// The JSON text on one line, members in the order of their names; infinities and NaN are
  /// printed as `null`.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .number(let number):
      if let whole = Int(exactly: number), whole.magnitude <= 1 << 53 {
        text += "\(whole)"
      } else {
        text += number.isFinite ? "\(number)" : "null"
      }
    case .string(let string): Self.quote(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text += "," }
        Self.quote(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
