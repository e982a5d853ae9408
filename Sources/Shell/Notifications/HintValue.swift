public import DesktopModel

/// The value of a hint as it was received, without its variants.
public enum HintValue: Equatable, Sendable {
  case boolean(Bool)
  /// A number of any integer type; an unsigned one of 64 bits is clamped.
  case integer(Int64)
  case number(Double)
  case string(String)
  /// An array of bytes, `ay`.
  case bytes([UInt8])
  /// An array of bytes that is too large to be copied.
  case sent(SentBytes)
  /// An array of strings, `as`.
  case strings([String])
  case structure([HintValue])
  /// A value of a type that no hint has, by its signature.
  case other(String)
}
