import JSON

/// Reads what a program writes in the protocol of i3bar: a header, and then an array without an end, of status lines that
/// are arrays of blocks.
///
/// It takes any packets of bytes and holds two status lines at most. Status lines need not end where a line of the text does.
/// One that cannot be read, or is longer than the limit, is left out, and the next one is read.
public struct I3barStream: Sendable {
  /// What is wrong with what the program writes.
  public enum Mistake: Error, Hashable, Sendable {
    /// The first line is no header; its beginning. Nothing is read after it.
    case noHeader(String)
    /// Something else stands where a status line should; its beginning.
    case noStatusLine(String)
    /// A status line is no array of JSON.
    case wrongStatusLine
    /// A status line is longer than `longest`.
    case longStatusLine
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
    /// In a status line.
    case inside
    /// After the end of the array. A status line is read all the same, as the end may have been a mistake.
    case ended
    /// After something that is no header.
    case stopped
  }

  /// The header; nil before it has come.
  public private(set) var header: I3barHeader?
  private var place = Place.header
  /// The beginning of a header, or of what stands where a status line should.
  private var pending: [UInt8] = []
  /// The status line that is being read.
  private var line = StatusLine()
  /// An array that has begun at the start of a line while `line` is read: the next status line if `line` is damaged; nil: none
  /// has.
  private var next: StatusLine?
  /// Whether only spaces and commas have come since a line break.
  private var isAtLineStart = false
  /// The mistakes that `takeMistakes` is to return, and the kinds of all that were made.
  private var mistakes: [Mistake] = []
  private var kinds: Set<Mistake> = []

  public init() {}

  /// Returns the mistakes that were made since the last call, each kind of them once.
  public mutating func takeMistakes() -> [Mistake] {
    defer { mistakes = [] }
    return mistakes
  }

  /// Takes in bytes; returns the newest status line that they complete, nil if they complete none. Throws where there is no
  /// header.
  ///
  /// Older ones of the same packet are not read unless the newest cannot be: they would not be seen.
  public mutating func append(_ bytes: some Sequence<UInt8>) throws(Mistake) -> [I3barBlock]? {
    var complete: [StatusLine] = []
    for byte in bytes {
      switch place {
      case .header: try readHeader(byte)
      case .opening: if isOpening(byte) { place = .between }
      case .between, .ended: readBetween(byte)
      case .inside: if let line = readInside(byte) { complete.append(line) }
      case .stopped: break
      }
    }
    while let newest = complete.popLast() {
      if let blocks = newest.blocks { return blocks }
      note(newest.isTooLong ? .longStatusLine : .wrongStatusLine)
    }
    return nil
  }

  private mutating func readHeader(_ byte: UInt8) throws(Mistake) {
    let isBrace = byte == UInt8(ascii: "}")
    if byte != UInt8(ascii: "\n") { pending.append(byte) }
    // Programs may go on in the line of the header, or write it in several.
    if isBrace, let header = I3barHeader(pending) {
      (self.header, place, pending) = (header, .opening, [])
    } else if pending.count >= Self.longestHeader || byte == UInt8(ascii: "\n") && !isHeaderBegun {
      place = .stopped
      throw .noHeader(Self.words(pending))
    }
  }

  /// Whether what was read could still become a header.
  private var isHeaderBegun: Bool {
    pending.first { !Self.isSpace($0) } == UInt8(ascii: "{") && !pending.contains(UInt8(ascii: "}"))
  }

  /// Returns whether a byte is a bracket that opens an array; anything else but white space is a mistake.
  private mutating func isOpening(_ byte: UInt8) -> Bool {
    let isOpening = byte == UInt8(ascii: "[")
    let isBreak = byte == UInt8(ascii: "\n")
    if !isOpening, !isBreak, !pending.isEmpty || !Self.isSpace(byte), pending.count <= Self.excerpt {
      pending.append(byte)
    }
    if isOpening || isBreak, !pending.isEmpty {
      note(.noStatusLine(Self.words(pending)))
      pending = []
    }
    return isOpening
  }

  private mutating func readBetween(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: ",") where pending.isEmpty: break
    case UInt8(ascii: "]") where pending.isEmpty: place = .ended
    // What follows the end is not looked at.
    case _ where byte != UInt8(ascii: "["): if case .between = place { _ = isOpening(byte) }
    default:
      _ = isOpening(byte)
      (line, next, isAtLineStart, place) = (StatusLine(), nil, false, .inside)
      _ = line.append(byte)
    }
  }

  /// Returns the status line that the byte ends.
  ///
  /// In a damaged status line, brackets and quotes may not tell where it ends. Programs begin each status line in a line of the
  /// text: an array that begins there is read as `next` beside `line`, and takes its place if that cannot be read.
  private mutating func readInside(_ byte: UInt8) -> StatusLine? {
    if isAtLineStart, byte == UInt8(ascii: "[") { next = StatusLine() }
    isAtLineStart =
      byte == UInt8(ascii: "\n") || isAtLineStart && (Self.isSpace(byte) || byte == UInt8(ascii: ","))
    if next?.append(byte) == true {
      if let found = next, found.hasBlocksOnly {
        note(line.isTooLong ? .longStatusLine : .wrongStatusLine)
        (place, next) = (.between, nil)
        return found
      }
      next = nil
    }
    guard line.append(byte) else { return nil }
    let ended = line
    if let begun = next, ended.blocks == nil {
      (line, next) = (begun, nil)
    } else {
      (place, next) = (.between, nil)
    }
    return ended
  }

  private mutating func note(_ mistake: Mistake) {
    if kinds.insert(mistake.kind).inserted { mistakes.append(mistake) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func words(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(excerpt), as: UTF8.self) + (bytes.count > excerpt ? "…" : "")
  }
}

/// A status line that is being read, up to the bracket that closes it.
private struct StatusLine: Sendable {
  private var bytes: [UInt8] = []
  private var depth = 0
  private var isString = false
  private var isEscaped = false
  private(set) var isTooLong = false

  /// Takes in a byte, and returns whether it closes the bracket that the first byte has opened.
  mutating func append(_ byte: UInt8) -> Bool {
    if bytes.count < I3barStream.longest { bytes.append(byte) } else { isTooLong = true }
    let isBackslash = isString && !isEscaped && byte == UInt8(ascii: "\\")
    if !isEscaped {
      switch byte {
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"): if !isString { depth += 1 }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isString { depth -= 1 }
      default: break
      }
    }
    isEscaped = isBackslash
    return depth == 0
  }

  private var value: JSONValue? { isTooLong ? nil : try? JSONValue(tolerating: bytes) }

  /// The blocks of the line; nil if it cannot be read.
  var blocks: [I3barBlock]? { value.flatMap { I3barBlock.blocks($0) } }

  /// Whether the line has blocks and nothing else, so that it is no array within a block.
  var hasBlocksOnly: Bool {
    guard case .array(let elements)? = value, !elements.isEmpty else { return false }
    return elements.allSatisfy { if case .object = $0 { true } else { false } }
  }
}

extension I3barStream.Mistake {
  /// The mistake without what was read.
  fileprivate var kind: Self {
    switch self {
    case .noHeader: .noHeader("")
    case .noStatusLine: .noStatusLine("")
    case .wrongStatusLine, .longStatusLine: self
    }
  }

  /// What is wrong in words.
  public var words: String {
    switch self {
    case .noHeader(let text): "expected the header {\"version\":1} of the protocol of i3bar, got \"\(text)\""
    case .noStatusLine(let text): "expected a status line of the protocol of i3bar, got \"\(text)\""
    case .wrongStatusLine: "expected a status line of the protocol of i3bar, got something that is no JSON"
    case .longStatusLine:
      "expected a status line of at most \(I3barStream.longest) bytes of the protocol of i3bar"
    }
  }
}
