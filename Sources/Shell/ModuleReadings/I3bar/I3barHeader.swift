import TextProcessing

/// The first line that a program writes in the i3bar protocol, such as `{"version":1,"click_events":true}`.
public struct I3barHeader: Equatable, Sendable {
  /// Whether the program reads click events.
  public var wantsClicks = false
  /// The signal that stops the program while its blocks are not visible; nil if none is to be sent.
  public var stopSignal: Int32? = 19
  /// The signal that continues the stopped program; nil if none is to be sent.
  public var continueSignal: Int32? = 18

  public init() {}

  /// Reads a header; nil if the line is not a header of version 1.
  ///
  /// The signals are SIGSTOP and SIGCONT unless the header names others. A number outside 1 … 64, such as 0, stands
  /// for no signal.
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
