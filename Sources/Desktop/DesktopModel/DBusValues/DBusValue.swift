/// A value in a D-Bus message, with its type.
///
/// Texts are valid Unicode, as the bus guarantees; U+0000, which D-Bus cannot carry, is sent as U+FFFD.
public enum DBusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  indirect case variant(DBusValue)
  /// An array of bytes, for which `array` is never used.
  case bytes([UInt8])
  case array(DBusType, [DBusValue])
  /// The pairs in their order; a key may occur twice.
  case dictionary(key: DBusType, value: DBusType, [Pair])
  case structure([DBusValue])

  public struct Pair: Hashable, Sendable {
    public var key: DBusValue
    public var value: DBusValue

    public init(_ key: DBusValue, _ value: DBusValue) {
      self.key = key
      self.value = value
    }
  }

  /// An array of strings, `as`.
  public static func strings(_ strings: [String]) -> DBusValue {
    .array(.string, strings.map(DBusValue.string))
  }

  /// A table of properties or options, `a{sv}`; the values are put into variants.
  public static func options(_ options: KeyValuePairs<String, DBusValue>) -> DBusValue {
    .dictionary(
      key: .string, value: .variant, options.map { Pair(.string($0.key), .variant($0.value)) })
  }

  public var type: DBusType {
    switch self {
    case .byte: .byte
    case .boolean: .boolean
    case .int16: .int16
    case .uint16: .uint16
    case .int32: .int32
    case .uint32: .uint32
    case .int64: .int64
    case .uint64: .uint64
    case .double: .double
    case .string: .string
    case .objectPath: .objectPath
    case .signature: .signature
    case .variant: .variant
    case .bytes: .array(.byte)
    case .array(let element, _): .array(element)
    case .dictionary(let key, let value, _): .dictionary(key: key, value: value)
    case .structure(let members): .structure(members.map(\.type))
    }
  }
}

// MARK: - Reading

/// Accessors that are nil for values of another type; no number is converted to a type that cannot hold it.
extension DBusValue {
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var objectPath: String? { if case .objectPath(let value) = self { value } else { nil } }
  public var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
  public var members: [DBusValue]? { if case .structure(let value) = self { value } else { nil } }
  public var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }
  public var int32: Int32? { if case .int32(let value) = self { value } else { nil } }
  /// A floating-point number; nil for integers.
  public var double: Double? { if case .double(let value) = self { value } else { nil } }

  /// An integer of any width; nil if it does not fit.
  public var integer: Int? {
    switch self {
    case .byte(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int64(let value): Int(exactly: value)
    case .uint64(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value without the variants around it.
  ///
  /// Some clients wrap values twice, and the portal's deprecated method always does.
  public var unwrapped: DBusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  /// The elements of an array, which may be empty.
  public var elements: [DBusValue]? {
    switch self {
    case .array(_, let elements): elements
    case .bytes(let bytes): bytes.map(DBusValue.byte)
    default: nil
    }
  }

  /// The strings of an array of strings, `as`.
  public var strings: [String]? {
    guard case .array(.string, let elements) = self else { return nil }
    return elements.compactMap(\.string)
  }

  /// The pairs of a dictionary with string keys, values without variants; of repeated keys the last counts.
  public var options: [String: DBusValue]? {
    guard case .dictionary(key: .string, _, let pairs) = self else { return nil }
    return Dictionary(
      pairs.map { ($0.key.string ?? "", $0.value.unwrapped) }, uniquingKeysWith: { _, last in last })
  }
}
