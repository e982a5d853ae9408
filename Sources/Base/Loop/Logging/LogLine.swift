/// One line of the log, in which texts of other programs can neither begin a new line nor control a terminal.
///
/// Control characters, separators of lines and marks that change the direction of text are written as `\u{1b}`. A
/// longer line than `mostBytes` is cut.
public nonisolated struct LogLine {
  /// The greatest number of bytes of a line: PIPE_BUF, up to which the kernel never mixes writes to a pipe.
  static let mostBytes = 4096

  /// The line in UTF-8, with the end of the line.
  public let bytes: [UInt8]

  /// Makes a line of a text.
  public init(_ text: String) {
    let end = Array("…\n".utf8)
    var bytes: [UInt8] = []
    /// The number of bytes after which the line can be cut.
    var cut = 0
    for scalar in text.unicodeScalars {
      let written = Self.isHarmless(scalar) ? Array(UTF8.encode(scalar)!) : Self.escape(scalar)
      guard bytes.count + written.count + 1 <= Self.mostBytes else {
        self.bytes = bytes[..<cut] + end
        return
      }
      bytes += written
      if bytes.count + end.count <= Self.mostBytes { cut = bytes.count }
    }
    self.bytes = bytes + "\n".utf8
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL and C1, where ESC and CSI begin sequences that terminals obey.
    case 0..<0x20, 0x7f..<0xa0: false
    // The marks, embeddings, overrides and isolates of the bidirectional algorithm.
    case 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: false
    // The separators of lines and paragraphs.
    case 0x2028, 0x2029: false
    default: true
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> [UInt8] {
    Array("\\u{\(String(scalar.value, radix: 16))}".utf8)
  }
}
