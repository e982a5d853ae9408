/// Bytes of a call that lie where they came in, such as in its message, until they are read: once, on any thread.
///
/// To copy tens of megabytes takes longer than a caller may wait. Letting go of it gives the place back.
public final class SentBytes: Equatable, Sendable {
  /// How many there are.
  public let count: Int
  private let reader: @Sendable (_ read: (Span<UInt8>) -> Void) -> Bool

  /// `reader` shows the bytes to what it is given and returns true, or returns false if that was done before; it keeps
  /// them until it is let go of.
  public init(count: Int, reader: @escaping @Sendable (_ read: (Span<UInt8>) -> Void) -> Bool) {
    self.count = count
    self.reader = reader
  }

  /// What `read` makes of them; nil: they were read before.
  public func read<Result>(_ read: (Span<UInt8>) -> Result) -> Result? {
    var result: Result?
    return reader { result = read($0) } ? result : nil
  }

  /// The same place, not the same bytes.
  public static func == (one: SentBytes, other: SentBytes) -> Bool { one === other }
}
