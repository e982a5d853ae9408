/// Locks of keyboards, as those that are on.
public struct KeyboardLocks: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  // The bits are those that the kernel has for the lights.
  public static let num = KeyboardLocks(rawValue: 1 << 0)
  public static let caps = KeyboardLocks(rawValue: 1 << 1)
  public static let scroll = KeyboardLocks(rawValue: 1 << 2)
}
