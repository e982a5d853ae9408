import JSON

/// The first line of a program that speaks the protocol of i3bar, such as `{"version":1,"click_events":true}`.
public struct I3barHeader: Equatable, Sendable {
  /// Whether the program reads what people do with its blocks.
  public var wantsClicks = false
  /// The signal that has the program stop while nobody sees its blocks; nil: none is sent.
  public var stopSignal: Int32? = 19
  /// The signal that has the program go on; nil: none is sent.
  public var continueSignal: Int32? = 18

  public init() {}

  /// Reads a header; nil if the line is none.
  ///
  /// Signals are SIGSTOP and SIGCONT unless the header names others; 0 names none.
  public init?(_ line: [UInt8]) {
    guard let value = try? JSONValue(tolerating: line), value["version"]?.number == 1 else { return nil }
    wantsClicks = value["click_events"]?.bool == true
    if let number = value["stop_signal"]?.number { stopSignal = Self.signal(number) }
    if let number = value["cont_signal"]?.number { continueSignal = Self.signal(number) }
  }

  private static func signal(_ number: Double) -> Int32? {
    guard let signal = Int32(exactly: number), (1...64).contains(signal) else { return nil }
    return signal
  }
}
