/// Bytes of a call that stay in its message until they are read, once and on any thread.
///
/// Copying tens of megabytes would take longer than a caller may wait. Releasing this object
/// frees the message.
public final class SentBytes: Equatable, Sendable {
  /// The number of bytes.
  public let count: Int
  private let reader: @Sendable (_ read: (Span<UInt8>) -> Void) -> Bool

  /// `reader` passes the bytes to its argument and returns true, or returns false if that was done before; it
  /// keeps the bytes until it is released.
  public init(count: Int, reader: @escaping @Sendable (_ read: (Span<UInt8>) -> Void) -> Bool) {
    self.count = count
    self.reader = reader
  }

  /// Calls `read` with the bytes and returns its result; nil if they were read before.
  public func read<Result>(_ read: (Span<UInt8>) -> Result) -> Result? {
    var result: Result?
    return reader { result = read($0) } ? result : nil
  }

  /// Whether both are the same object; bytes are not compared.
  public static func == (one: SentBytes, other: SentBytes) -> Bool { one === other }
}
