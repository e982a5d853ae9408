import DesktopModel

/// Why a call failed: an error reply on the bus, received or to be sent.
public nonisolated struct BusError: Error, Hashable, Sendable {
  /// The error's name, such as `org.freedesktop.DBus.Error.InvalidArgs`.
  public var name: String
  /// The description for the user; may be empty.
  public var message: String

  public init(_ name: String, _ message: String) {
    self.name = name
    self.message = message
  }

  /// Whether no answer came in time.
  public var isTimeout: Bool {
    ["NoReply", "Timeout", "TimedOut"].contains { name == "org.freedesktop.DBus.Error." + $0 }
  }

  /// Whether the called program has no such method.
  public var isUnknownMethod: Bool { name == Self.unknownMethod("").name }

  /// The arguments have wrong types or values.
  public static func invalidArguments(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.InvalidArgs", message)
  }

  static func invalidArguments(expected: [DBusType], got signature: String) -> BusError {
    invalidArguments("expected arguments of type (\(expected.signature)), got (\(signature))")
  }

  /// The error for a message with larger arguments than the limits permit to be read.
  package static let tooLarge = BusError(
    "org.freedesktop.DBus.Error.LimitsExceeded", "the message is too large")

  /// Nothing more can be taken, as a number has reached its limit.
  public static func limitsExceeded(_ message: String) -> BusError { BusError(tooLarge.name, message) }

  public static func unknownMethod(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.UnknownMethod", message)
  }

  static func unknownInterface(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.UnknownInterface", message)
  }

  static func unknownProperty(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.UnknownProperty", message)
  }

  static func propertyReadOnly(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.PropertyReadOnly", message)
  }

  /// The call failed for any other reason.
  public static func failed(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.Failed", message)
  }

  /// The reply has other types than were expected.
  static func unexpectedReply(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.InvalidSignature", message)
  }

  /// The name of the bus's error for a name without an owner.
  package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"

  /// There is no connection to the bus, or it ended before the reply.
  public static let disconnected = BusError(
    "org.freedesktop.DBus.Error.Disconnected", "not connected to the bus")
}

extension BusError: CustomStringConvertible {
  public var description: String { message.isEmpty ? name : message }
}
