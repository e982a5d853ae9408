import JSON

/// Reads what a program writes in the protocol of i3bar: a header, and then an array without an end, of status lines that
/// are arrays of blocks.
///
/// It takes any packets of bytes and holds one status line at most; longer ones than the limit are passed over. Lines need
/// not end where a status line does.
public struct I3barStream: Sendable {
  /// What is wrong with what the program writes; nothing is read after a mistake.
  public enum Mistake: Error, Equatable, Sendable {
    /// The first line is no header; its beginning.
    case noHeader(String)
    /// Something else stands where a status line should; its beginning.
    case noStatusLine(String)
    /// A status line is no array of JSON.
    case wrongStatusLine
  }

  /// The longest status line, and the longest header, in bytes.
  static let longest = 1 << 18
  static let longestHeader = 4096
  /// How much of something unexpected is told.
  private static let excerpt = 60

  private enum Place: Sendable {
    case header
    /// Before the bracket that opens the array without an end.
    case opening
    /// Between two status lines.
    case between
    /// In a status line, within so many brackets, after a backslash or in a string.
    case inside(depth: Int, isString: Bool, isEscaped: Bool)
    case ended
  }

  /// The header; nil before it has come.
  public private(set) var header: I3barHeader?
  private var place = Place.header
  private var pending: [UInt8] = []

  public init() {}

  /// Takes in bytes; returns the newest status line that they complete, nil if they complete none.
  ///
  /// Older ones of the same packet are not read: they would not be seen.
  public mutating func append(_ bytes: some Sequence<UInt8>) throws(Mistake) -> [I3barBlock]? {
    var newest: [UInt8]?
    for byte in bytes {
      switch place {
      case .header: try readHeader(byte)
      case .opening: try readOpening(byte)
      case .between: try readBetween(byte)
      case .inside(let depth, let isString, let isEscaped):
        if let line = readInside(byte, depth, isString: isString, isEscaped: isEscaped) { newest = line }
      case .ended: break
      }
    }
    guard let newest else { return nil }
    guard let value = try? JSONValue(parsing: newest), let blocks = I3barBlock.blocks(value) else {
      place = .ended
      throw .wrongStatusLine
    }
    return blocks
  }

  private mutating func readHeader(_ byte: UInt8) throws(Mistake) {
    let isBrace = byte == UInt8(ascii: "}")
    if byte != UInt8(ascii: "\n") { pending.append(byte) }
    // Programs may go on in the line of the header, or write it in several.
    if isBrace, let header = I3barHeader(pending) {
      (self.header, place, pending) = (header, .opening, [])
    } else if pending.count >= Self.longestHeader || byte == UInt8(ascii: "\n") && !isHeaderBegun {
      place = .ended
      throw .noHeader(Self.words(pending))
    }
  }

  /// Whether what was read could still become a header.
  private var isHeaderBegun: Bool {
    pending.first { !Self.isSpace($0) } == UInt8(ascii: "{") && !pending.contains(UInt8(ascii: "}"))
  }

  private mutating func readOpening(_ byte: UInt8) throws(Mistake) {
    if Self.isSpace(byte) { return }
    guard byte == UInt8(ascii: "[") else { throw wrong(byte) }
    place = .between
  }

  private mutating func readBetween(_ byte: UInt8) throws(Mistake) {
    switch byte {
    case UInt8(ascii: ","): break
    case UInt8(ascii: "["):
      pending = [byte]
      place = .inside(depth: 1, isString: false, isEscaped: false)
    case UInt8(ascii: "]"): place = .ended
    default: if !Self.isSpace(byte) { throw wrong(byte) }
    }
  }

  /// Returns the status line that the byte ends, unless it is too long.
  private mutating func readInside(_ byte: UInt8, _ depth: Int, isString: Bool, isEscaped: Bool) -> [UInt8]? {
    var (depth, isString) = (depth, isString)
    if pending.count <= Self.longest { pending.append(byte) }
    let isBackslash = isString && !isEscaped && byte == UInt8(ascii: "\\")
    if !isEscaped {
      switch byte {
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"): if !isString { depth += 1 }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isString { depth -= 1 }
      default: break
      }
    }
    guard depth == 0 else {
      place = .inside(depth: depth, isString: isString, isEscaped: isBackslash)
      return nil
    }
    place = .between
    defer { pending = [] }
    return pending.count <= Self.longest ? pending : nil
  }

  private mutating func wrong(_ byte: UInt8) -> Mistake {
    place = .ended
    return .noStatusLine(Self.words([byte]))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func words(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(excerpt), as: UTF8.self) + (bytes.count > excerpt ? "…" : "")
  }
}

extension I3barStream.Mistake {
  /// What is wrong in words.
  public var words: String {
    switch self {
    case .noHeader(let text): "expected the header {\"version\":1} of the protocol of i3bar, got \"\(text)\""
    case .noStatusLine(let text): "expected a status line of the protocol of i3bar, got \"\(text)\""
    case .wrongStatusLine: "expected a status line of the protocol of i3bar, got something that is no JSON"
    }
  }
}
