/// The type of a value in a D-Bus message; the codes and limits are those of the D-Bus Specification, "Type System".
///
/// File descriptors are left out: our connections do not negotiate them, so that none is received.
public indirect enum DBusType: Hashable, Sendable {
  case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
  case string, objectPath, signature
  /// A value together with its type.
  case variant
  case array(DBusType)
  /// An array of pairs; the key is of a basic type.
  case dictionary(key: DBusType, value: DBusType)
  /// A structure with at least one member.
  case structure([DBusType])

  /// The longest signature, in bytes.
  static let signatureLimit = 255
  /// The deepest nesting of arrays, and of structures, in a signature.
  static let signatureDepthLimit = 32
  /// The deepest nesting of containers of all kinds in a message: the limit of the reference bus.
  public static let depthLimit = 64

  /// The types of a signature such as `susssasa{sv}i`; nil if it is invalid.
  public static func parse(_ signature: String) -> [DBusType]? {
    guard signature.utf8.count <= signatureLimit else { return nil }
    var rest = signature.utf8[...]
    var types: [DBusType] = []
    while !rest.isEmpty {
      guard let type = complete(&rest, arrays: 0, structures: 0) else { return nil }
      types.append(type)
    }
    return types
  }

  /// Whether the type is no container.
  public var isBasic: Bool {
    switch self {
    case .variant, .array, .dictionary, .structure: false
    default: true
    }
  }

  private static func complete(_ rest: inout Substring.UTF8View, arrays: Int, structures: Int) -> DBusType? {
    guard arrays <= signatureDepthLimit, structures <= signatureDepthLimit, let code = rest.popFirst()
    else { return nil }
    switch code {
    case UInt8(ascii: "a") where rest.first == UInt8(ascii: "{"):
      rest.removeFirst()
      guard let key = complete(&rest, arrays: arrays + 1, structures: structures + 1), key.isBasic,
        let value = complete(&rest, arrays: arrays + 1, structures: structures + 1),
        rest.popFirst() == UInt8(ascii: "}")
      else { return nil }
      return .dictionary(key: key, value: value)
    case UInt8(ascii: "a"):
      return complete(&rest, arrays: arrays + 1, structures: structures).map(DBusType.array)
    case UInt8(ascii: "("):
      var members: [DBusType] = []
      while let next = rest.first, next != UInt8(ascii: ")") {
        guard let member = complete(&rest, arrays: arrays, structures: structures + 1) else { return nil }
        members.append(member)
      }
      guard rest.popFirst() != nil, !members.isEmpty else { return nil }
      return .structure(members)
    default:
      return basic(code)
    }
  }

  private static func basic(_ code: UInt8) -> DBusType? {
    switch Unicode.Scalar(code) {
    case "y": .byte
    case "b": .boolean
    case "n": .int16
    case "q": .uint16
    case "i": .int32
    case "u": .uint32
    case "x": .int64
    case "t": .uint64
    case "d": .double
    case "s": .string
    case "o": .objectPath
    case "g": .signature
    case "v": .variant
    default: nil
    }
  }
}

extension DBusType: CustomStringConvertible {
  /// The type as it is written in a signature.
  public var description: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .variant: "v"
    case .array(let element): "a\(element)"
    case .dictionary(let key, let value): "a{\(key)\(value)}"
    case .structure(let members): "(\(members.map(\.description).joined()))"
    }
  }
}

extension [DBusType] {
  /// The signature of the types, as in a message's header.
  public var signature: String { map(\.description).joined() }
}
