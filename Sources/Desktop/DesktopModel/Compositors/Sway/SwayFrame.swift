/// One message of the IPC protocol of i3 and sway: a type and a JSON text.
public struct SwayFrame: Equatable, Sendable {
  /// The type of the message; that of an event has its highest bit set.
  public var type: UInt32
  public var payload: [UInt8] = []

  /// Whether the message is an event and not a reply.
  public var isEvent: Bool { type & 0x8000_0000 != 0 }

  static let magic = Array("i3-ipc".utf8)
  /// Bytes of a header: the magic text, then length and type in 4 bytes each.
  static let headerLength = 14

  /// The message as it is sent. Numbers are in the machine's byte order, which is little-endian
  /// everywhere that sway runs.
  public var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(number: UInt32(clamping: payload.count))
    bytes.append(number: type)
    return bytes + payload
  }
}

/// Cuts a stream of bytes into messages, in bounded memory.
///
/// After the first message, bytes that are no message are skipped up to the next message.
public struct SwayFrameReader {
  /// Why received bytes are no messages.
  public enum Failure: Error, Equatable, Sendable {
    /// The stream does not begin with the magic text, or nothing of it is a message any more.
    case notSway
    /// The payload is longer than a tree of thousands of windows; the number is its length in bytes.
    case tooLong(Int)
  }

  /// The longest payload that is accepted, in bytes.
  public static let limit = 16 << 20

  private var pending: [UInt8] = []
  private var start = 0
  /// The start of the message that was returned last; nil: none was.
  private var last: Int?
  /// The bytes that were skipped since the last message.
  private var skippedCount = 0
  /// The number of messages that were read.
  public private(set) var messageCount = 0
  /// The number of places in the stream at which bytes were no message.
  private(set) var damageCount = 0

  /// Appends bytes that were read from the socket.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      pending.removeFirst(start)
      (start, last) = (0, nil)
    }
    pending.append(contentsOf: bytes)
  }

  /// Returns the next message; nil if it is not complete yet. After a failure the stream is unusable.
  public mutating func next() throws(Failure) -> SwayFrame? {
    while true {
      let rest = pending[start...]
      guard rest.starts(with: SwayFrame.magic.prefix(rest.count)) else {
        try skip(.notSway)
        continue
      }
      guard rest.count >= SwayFrame.headerLength else { return nil }
      let length = Int(rest.number(at: 6) as UInt32)
      guard length <= Self.limit else {
        try skip(.tooLong(length))
        continue
      }
      let end = start + SwayFrame.headerLength + length
      guard end <= pending.count else { return nil }
      let type: UInt32 = rest.number(at: 10)
      let payload = Array(pending[(start + SwayFrame.headerLength)..<end])
      (last, start, skippedCount) = (start, end, 0)
      messageCount += 1
      return SwayFrame(type: type, payload: payload)
    }
  }

  /// Records that the payload of the message that was returned last is damaged. Its length may be wrong, so that the search for
  /// the next message begins within the payload.
  mutating func reread() {
    guard let last else { return }
    (start, self.last) = (place(ofMagicAfter: last), nil)
  }

  /// Skips bytes that are no message, up to those that may be one; fails if there has been none for long.
  private mutating func skip(_ failure: Failure) throws(Failure) {
    guard messageCount > 0 else { throw failure }
    if skippedCount == 0 { damageCount += 1 }
    let next = place(ofMagicAfter: start)
    skippedCount += next - start
    start = next
    if skippedCount > Self.limit { throw failure }
  }

  /// The first place after `place` at which the magic text begins; at the end of the received bytes a part of it is enough.
  private func place(ofMagicAfter place: Int) -> Int {
    var place = place + 1
    while place < pending.count,
      pending[place] != SwayFrame.magic[0]
        || !pending[place...].starts(with: SwayFrame.magic.prefix(pending.count - place))
    {
      place += 1
    }
    return place
  }
}
