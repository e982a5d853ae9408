public import DBusValues

/// The value of a hint as it came over the bus, variants unwrapped.
public enum HintValue: Equatable, Sendable {
  case boolean(Bool)
  /// A number of any integer type; an unsigned one of 64 bits that does not fit is the largest that does.
  case integer(Int64)
  case number(Double)
  case string(String)
  /// `ay`.
  case bytes([UInt8])
  /// The same, of more bytes than are copied.
  case sent(SentBytes)
  /// `as`.
  case strings([String])
  case structure([HintValue])
  /// A type that no hint has, by its signature.
  case other(String)
}
