import DesktopModel
import TextProcessing

/// Reads values as `busctl --json=short` writes them: data in JSON, and a type beside that of each variant.
enum BusctlJSON {
  enum Failure: Error {
    case mismatch(DBusType, JSONValue)
  }

  /// Reads the value of a type from a text that was broken into lines.
  static func value(_ text: String, _ signature: String) throws -> DBusValue {
    let whole = text.split(separator: "\n").joined()
    return try value(JSONValue(parsing: whole), DBusType.parse(signature)![0])
  }

  /// Reads a table of properties, `a{sv}`.
  static func properties(_ text: String) throws -> [String: DBusValue] {
    try value(text, "a{sv}").options ?? [:]
  }

  private static func value(_ json: JSONValue, _ type: DBusType) throws -> DBusValue {
    switch (type, json) {
    case (.boolean, .bool(let bool)): .boolean(bool)
    case (.double, .number(let number)): .double(number)
    case (.string, .string(let text)): .string(text)
    case (.objectPath, .string(let text)): .objectPath(text)
    case (.array(.byte), .array(let elements)): .bytes(elements.map { UInt8($0.number ?? 0) })
    case (.array(let element), .array(let elements)):
      .array(element, try elements.map { try value($0, element) })
    case (.structure(let members), .array(let elements)):
      .structure(try zip(members, elements).map { try value($1, $0) })
    case (.dictionary(let key, let element), .object(let members)):
      .dictionary(
        key: key, value: element,
        try members.sorted { $0.key < $1.key }.map {
          .init(try value(.string($0.key), key), try value($0.value, element))
        })
    case (.variant, .object):
      .variant(try value(json["data"] ?? .null, DBusType.parse(json["type"]?.string ?? "v")![0]))
    default: try number(json, type)
    }
  }

  private static func number(_ json: JSONValue, _ type: DBusType) throws -> DBusValue {
    // Keys of dictionaries are text in JSON, whatever their type.
    guard let number = json.number ?? json.string.flatMap(Double.init) else {
      throw Failure.mismatch(type, json)
    }
    return switch type {
    case .byte: .byte(UInt8(number))
    case .int16: .int16(Int16(number))
    case .uint16: .uint16(UInt16(number))
    case .int32: .int32(Int32(number))
    case .uint32: .uint32(UInt32(number))
    case .int64: .int64(Int64(number))
    case .uint64: .uint64(UInt64(number))
    default: throw Failure.mismatch(type, json)
    }
  }
}
