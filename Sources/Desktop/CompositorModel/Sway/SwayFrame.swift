/// One message of the protocol of i3 and sway: a type and a text of JSON.
public struct SwayFrame: Equatable, Sendable {
  /// What a message is about; that of an event has its highest bit set.
  public var type: UInt32
  public var payload: [UInt8]

  public init(type: UInt32, payload: [UInt8] = []) {
    self.type = type
    self.payload = payload
  }

  /// It tells of something that has happened, and answers nothing.
  public var isEvent: Bool { type & 0x8000_0000 != 0 }

  static let magic = Array("i3-ipc".utf8)
  /// The length of a header: the magic text, then length and type in 4 bytes each.
  static let headerLength = 14

  /// The message as it is sent. Numbers are in the machine's order of bytes, which is the little-endian one everywhere that
  /// sway runs.
  public var bytes: [UInt8] {
    Self.magic + Self.bytes(of: UInt32(clamping: payload.count)) + Self.bytes(of: type) + payload
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

/// Cuts a stream of bytes into messages, in bounded memory.
public struct SwayFrameReader {
  /// Why what came is no message.
  public enum Failure: Error, Equatable, Sendable {
    /// It does not begin as messages do.
    case notSway
    /// It is longer than a tree of thousands of windows.
    case tooLong(Int)
  }

  /// The longest payload that is taken, in bytes.
  public static let limit = 16 << 20

  private var pending: [UInt8] = []
  private var start = 0

  public init() {}

  /// Takes in what has been read.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      pending.removeFirst(start)
      start = 0
    }
    pending.append(contentsOf: bytes)
  }

  /// The next message; nil if it is not complete yet. After a failure the stream is of no use any more.
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
