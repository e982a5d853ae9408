import DBusValues

/// Why a call was not answered with values: what goes over the bus as an error, both ways.
public nonisolated struct BusError: Error, Hashable, Sendable {
  /// As `org.freedesktop.DBus.Error.InvalidArgs`.
  public var name: String
  /// For people; may be empty.
  public var message: String

  public init(_ name: String, _ message: String) {
    self.name = name
    self.message = message
  }

  /// The arguments have wrong types or values.
  public static func invalidArguments(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.InvalidArgs", message)
  }

  static func invalidArguments(expected: [DBusType], got signature: String) -> BusError {
    invalidArguments("expected arguments of type (\(expected.signature)), got (\(signature))")
  }

  public static func unknownMethod(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.UnknownMethod", message)
  }

  public static func unknownInterface(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.UnknownInterface", message)
  }

  public static func unknownProperty(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.UnknownProperty", message)
  }

  public static func propertyReadOnly(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.PropertyReadOnly", message)
  }

  /// Anything else that went wrong.
  public static func failed(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.Failed", message)
  }

  /// The answer came with other types than such an answer has.
  public static func unexpectedReply(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.InvalidSignature", message)
  }

  /// The bus's word for a name that nobody has.
  package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"

  /// There is no connection to the bus, or it ended before the answer.
  public static let disconnected = BusError(
    "org.freedesktop.DBus.Error.Disconnected", "not connected to the bus")
}

extension BusError: CustomStringConvertible {
  public var description: String { message.isEmpty ? name : message }
}
