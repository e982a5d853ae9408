/// Cuts a stream of bytes into lines and keeps the selected ones, in bounded memory.
public nonisolated struct LineReader {
  /// Selection of lines of a stream.
  public enum Selection: Sendable {
    /// The first so many lines as one text, with line breaks between them; the rest of the stream is read and dropped.
    case first(lines: Int)
    /// The last of the lines that arrive together, so that a flood of lines yields only its newest.
    case newest
  }

  private let selection: Selection
  /// Most bytes of what is selected at once; more is cut and ends in an ellipsis.
  private let limit: Int
  /// The beginning of an incomplete line; at most one byte over the limit.
  private var pending: [UInt8] = []
  private var isFinished = false
  /// The line breaks in what is pending.
  private var lineBreaks = 0

  public init(selecting selection: Selection, limit: Int = 65536) {
    self.selection = selection
    self.limit = limit
  }

  /// Appends bytes of the stream; returns the selected line or lines that they complete, if any.
  public mutating func append(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
    let newline = UInt8(ascii: "\n")
    switch selection {
    case .first(let count):
      guard !isFinished else { return nil }
      var start = bytes.startIndex
      while let end = bytes[start...].firstIndex(of: newline) {
        lineBreaks += 1
        if lineBreaks == count {
          isFinished = true
          return takeLine(endingWith: bytes[..<end])
        }
        start = bytes.index(after: end)
      }
      keep(bytes[...])
      return nil
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

  /// Ends the stream; returns its last lines if they are selected and not complete.
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
    // The cut is moved back over continuation bytes to the start of a character.
    var end = limit
    while end > max(0, limit - 3), pending[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: pending[..<end], as: UTF8.self) + "…"
  }
}
