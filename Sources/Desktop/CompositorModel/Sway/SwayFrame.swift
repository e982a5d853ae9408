/// One message of the IPC protocol of i3 and sway: a type and a JSON text.
public struct SwayFrame: Equatable, Sendable {
  /// The type of the message; that of an event has its highest bit set.
  public var type: UInt32
  public var payload: [UInt8]

  public init(type: UInt32, payload: [UInt8] = []) {
    self.type = type
    self.payload = payload
  }

  /// Whether the message is an event and not a reply.
  public var isEvent: Bool { type & 0x8000_0000 != 0 }

  static let magic = Array("i3-ipc".utf8)
  /// Bytes of a header: the magic text, then length and type in 4 bytes each.
  static let headerLength = 14

  /// The message as it is sent. Numbers are in the machine's byte order, which is little-endian
  /// everywhere that sway runs.
  public var bytes: [UInt8] {
    Self.magic + Self.bytes(of: UInt32(clamping: payload.count)) + Self.bytes(of: type) + payload
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

/// Cuts a stream of bytes into messages, in bounded memory.
public struct SwayFrameReader {
  /// Why received bytes are no message.
  public enum Failure: Error, Equatable, Sendable {
    /// The bytes do not begin with the magic text.
    case notSway
    /// The payload is longer than a tree of thousands of windows; the number is its length in bytes.
    case tooLong(Int)
  }

  /// The longest payload that is accepted, in bytes.
  public static let limit = 16 << 20

  private var pending: [UInt8] = []
  private var start = 0

  public init() {}

  /// Takes in bytes that were read from the socket.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      pending.removeFirst(start)
      start = 0
    }
    pending.append(contentsOf: bytes)
  }

  /// Returns the next message; nil if it is not complete yet. After a failure the stream is unusable.
  public mutating func next() throws(Failure) -> SwayFrame? {
    let rest = pending[start...]
    guard rest.starts(with: SwayFrame.magic.prefix(rest.count)) else { throw .notSway }
    guard rest.count >= SwayFrame.headerLength else { return nil }
    let length = Int(number(at: start + 6))
    guard length <= Self.limit else { throw .tooLong(length) }
    let end = start + SwayFrame.headerLength + length
    guard end <= pending.count else { return nil }
    let type = number(at: start + 10)
    let payload = Array(pending[(start + SwayFrame.headerLength)..<end])
    start = end
    return SwayFrame(type: type, payload: payload)
  }

  private func number(at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(pending[place + $1]) << UInt32(8 * $1) }
  }
}
