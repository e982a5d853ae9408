import Geometry

/// Splits what a program writes to its standard error into lines for the log, in bounded memory and at a bounded rate.
///
/// At most `most` lines are returned within a `period`; the others are counted.
nonisolated struct ErrorLines {
  /// The time after which the count of lines begins anew.
  static let period = Duration.seconds(60)
  /// The greatest number of lines within a period.
  static let most = 100
  /// The greatest number of bytes of a line; the rest is left out.
  static let longest = 500

  private var pending: [UInt8] = []
  /// The number of bytes of the line that is being read; `pending` has the first of them.
  private var length = 0
  private var count = 0
  private var omittedLines = 0
  private var omittedBytes = 0

  /// Appends bytes, and returns the lines that are complete.
  mutating func append(_ bytes: some Collection<UInt8>) -> [String] {
    var lines: [String] = []
    for (index, part) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0, let line = takeLine() { lines.append(line) }
      pending.append(contentsOf: part.prefix(Self.longest - pending.count))
      length += part.count
    }
    return lines
  }

  /// Ends the period; returns a message about the lines that were left out, or nil if there were none.
  mutating func periodEnded() -> String? {
    defer { (count, omittedLines, omittedBytes) = (0, 0, 0) }
    guard omittedLines > 0 else { return nil }
    return "\(omittedLines) lines of standard error left out, \(omittedBytes) bytes"
  }

  /// Ends the stream; returns its last line if that lacks a line feed.
  mutating func finish() -> String? { takeLine() }

  private mutating func takeLine() -> String? {
    defer { (pending, length) = ([], 0) }
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    guard !pending.isEmpty else { return nil }
    guard count < Self.most else {
      omittedLines += 1
      omittedBytes += length
      return nil
    }
    count += 1
    return String(decoding: pending, as: UTF8.self) + (length > Self.longest ? "…" : "")
  }
}
