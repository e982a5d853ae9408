import Geometry

/// Cuts what a program writes to its standard error into lines for a log, in bounded memory, and only as many as a person reads.
///
/// Within a minute, so many lines are let through; the others are counted.
nonisolated struct ErrorLines {
  /// The time for which lines are counted.
  static let period = Duration.seconds(60)
  /// Most lines in that time.
  static let most = 100
  /// Most bytes of a line; the rest is left out.
  static let longest = 500

  private var pending: [UInt8] = []
  /// The bytes of the line that is being read, of which `pending` has the first ones.
  private var length = 0
  private var count = 0
  private var omittedLines = 0
  private var omittedBytes = 0

  /// Takes in bytes, and returns the lines to be written.
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

  /// Ends the time for which lines are counted; returns what is to be written about those that were left out, nil: none was.
  mutating func periodEnded() -> String? {
    defer { (count, omittedLines, omittedBytes) = (0, 0, 0) }
    guard omittedLines > 0 else { return nil }
    return "\(omittedLines) lines of standard error left out, \(omittedBytes) bytes"
  }

  /// Ends the stream; returns its last line if that has no end.
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
