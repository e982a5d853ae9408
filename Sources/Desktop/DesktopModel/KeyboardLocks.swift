/// The keyboard locks that are on.
public struct KeyboardLocks: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  // The bits are the kernel's numbers of the lights: LED_NUML, LED_CAPSL and LED_SCROLLL.
  public static let num = KeyboardLocks(rawValue: 1 << 0)
  public static let caps = KeyboardLocks(rawValue: 1 << 1)
  public static let scroll = KeyboardLocks(rawValue: 1 << 2)
}
