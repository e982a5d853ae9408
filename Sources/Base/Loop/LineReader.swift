/// Cuts a stream of bytes into lines and keeps those that are wanted, in bounded memory.
public nonisolated struct LineReader {
  /// Which lines are wanted of a stream.
  public enum Selection: Sendable {
    /// The first of all; the rest is read and dropped.
    case first
    /// Of the lines that arrive together, the last: what a flood has to say is its newest line.
    case newest
  }

  private let selection: Selection
  /// Bytes of a line; what is longer is cut and ends in an ellipsis.
  private let limit: Int
  /// The beginning of a line whose end has not come; one byte over the limit at most.
  private var pending: [UInt8] = []
  private var isFinished = false

  public init(selecting selection: Selection, limit: Int = 65536) {
    self.selection = selection
    self.limit = limit
  }

  /// Takes in what has been read; returns the wanted line that this completes, if any.
  public mutating func append(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
    let newline = UInt8(ascii: "\n")
    switch selection {
    case .first:
      guard !isFinished else { return nil }
      guard let end = bytes.firstIndex(of: newline) else {
        keep(bytes[...])
        return nil
      }
      isFinished = true
      return takeLine(endingWith: bytes[..<end])
    case .newest:
      guard let end = bytes.lastIndex(of: newline) else {
        keep(bytes[...])
        return nil
      }
      if let before = bytes[..<end].lastIndex(of: newline) {
        pending.removeAll(keepingCapacity: true)
        let line = takeLine(endingWith: bytes[bytes.index(after: before)..<end])
        keep(bytes[bytes.index(after: end)...])
        return line
      }
      let line = takeLine(endingWith: bytes[..<end])
      keep(bytes[bytes.index(after: end)...])
      return line
    }
  }

  /// The stream has ended; returns its last line if that is wanted and lacks its end.
  public mutating func finish() -> String? {
    guard !isFinished, !pending.isEmpty else { return nil }
    isFinished = true
    return takeLine(endingWith: EmptyCollection())
  }

  private mutating func keep(_ bytes: some Collection<UInt8>) {
    pending.append(contentsOf: bytes.prefix(limit + 1 - pending.count))
  }

  private mutating func takeLine(endingWith bytes: some Collection<UInt8>) -> String {
    keep(bytes)
    defer { pending.removeAll(keepingCapacity: true) }
    guard pending.count > limit else {
      if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
      return String(decoding: pending, as: UTF8.self)
    }
    // Not in the middle of a character: back over its continuation bytes to where it starts.
    var end = limit
    while end > max(0, limit - 3), pending[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: pending[..<end], as: UTF8.self) + "…"
  }
}
