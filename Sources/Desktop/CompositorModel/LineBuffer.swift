/// Cuts a stream of bytes into lines, in bounded memory.
struct LineBuffer {
  /// A line is longer than the limit.
  struct TooLong: Error {}

  private let limit: Int
  private var pending: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes in bytes of the stream, and returns the lines that they complete, without their line breaks.
  mutating func append(_ bytes: some Collection<UInt8>) throws(TooLong) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 {
        lines.append(pending)
        pending = []
      }
      guard pending.count + part.element.count <= limit else { throw TooLong() }
      pending.append(contentsOf: part.element)
    }
    return lines
  }
}
