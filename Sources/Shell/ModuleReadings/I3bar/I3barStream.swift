import TextProcessing

/// A parser of the i3bar protocol: a header, followed by an endless JSON array of status lines, which are arrays of
/// blocks.
///
/// The bytes may be split anywhere, and status lines need not end at line breaks. A status line that is invalid or
/// too long is skipped. Between calls, the parser stores at most two status lines.
public struct I3barStream: Sendable {
  /// A violation of the protocol by the program.
  public enum Mistake: Error, Hashable, Sendable {
    /// The first line is not a header; all further input is ignored. The text is the beginning of the line.
    case noHeader(String)
    /// The input has something else in place of a status line. The text is its beginning.
    case noStatusLine(String)
    /// A status line is not a valid JSON array.
    case wrongStatusLine
    /// A status line is longer than `longest`.
    case longStatusLine
  }

  /// The maximum lengths of a status line and of a header, in bytes.
  static let longest = 1 << 18
  static let longestHeader = 4096
  /// The number of bytes of unexpected input that a message quotes.
  private static let excerpt = 60

  private enum Place: Sendable {
    case header
    /// After the header, before the bracket that opens the endless array.
    case opening
    /// In the endless array, before, between or after status lines.
    case between
    /// Within a status line.
    case inside
    /// After the bracket that closes the endless array. Further status lines are read nevertheless, since the bracket
    /// may be a mistake.
    case ended
    /// After a first line that is not a header: all input is ignored.
    case stopped
  }

  /// The header; nil until it was read.
  public private(set) var header: I3barHeader?
  private var place = Place.header
  /// The bytes of an incomplete header, or the beginning of unexpected input.
  private var pending: [UInt8] = []
  /// The status line that is being read.
  private var line = StatusLine()
  /// An array that began at the start of a text line while `line` was incomplete: the next status line if `line` is
  /// damaged. Nil if there is none.
  private var next: StatusLine?
  /// Whether only white space and commas were read since the last line break.
  private var isAtLineStart = false
  /// The mistakes that the next `takeMistakes` returns, and the kinds of all mistakes so far.
  private var mistakes: [Mistake] = []
  private var kinds: Set<Mistake> = []

  public init() {}

  /// Returns the mistakes since the last call. Each kind of mistake is returned once in the life of the stream.
  public mutating func takeMistakes() -> [Mistake] {
    defer { mistakes = [] }
    return mistakes
  }

  /// Parses bytes; returns the blocks of the newest valid status line that they complete, nil if there is none.
  /// Throws `noHeader` if the stream does not begin with a header.
  ///
  /// If the bytes complete several status lines, the older ones are decoded only if the newer ones are invalid, since
  /// they would never be seen.
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
    // Programs may begin the array on the header's line, or spread the header over several lines.
    if isBrace, let header = I3barHeader(pending) {
      (self.header, place, pending) = (header, .opening, [])
    } else if pending.count >= Self.longestHeader || byte == UInt8(ascii: "\n") && !isHeaderBegun {
      place = .stopped
      throw .noHeader(Self.words(pending))
    }
  }

  /// Whether the bytes read so far may be the beginning of a header.
  private var isHeaderBegun: Bool {
    pending.first { !Self.isSpace($0) } == UInt8(ascii: "{") && !pending.contains(UInt8(ascii: "}"))
  }

  /// Returns whether a byte is a bracket that opens an array. Other bytes, except white space before them, are
  /// collected and recorded as a mistake at the next line break or bracket.
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
    // Input after the end of the array is ignored up to the next opening bracket.
    case _ where byte != UInt8(ascii: "["): if case .between = place { _ = isOpening(byte) }
    default:
      _ = isOpening(byte)
      (line, next, isAtLineStart, place) = (StatusLine(), nil, false, .inside)
      _ = line.append(byte)
    }
  }

  /// Appends a byte to the current status line; returns the status line that it completes, nil if it completes none.
  ///
  /// A damaged status line may have unbalanced brackets or quotes, so that its end cannot be found. Since programs
  /// begin each status line on a new text line, an array that begins there is also read into `next`, and replaces
  /// `line` if that is invalid.
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

/// The bytes of a status line up to the bracket that closes it.
private struct StatusLine: Sendable {
  private var bytes: [UInt8] = []
  private var depth = 0
  private var isString = false
  private var isEscaped = false
  private(set) var isTooLong = false

  /// Appends a byte; returns whether it closes the bracket that the first byte opened. Bytes beyond
  /// `I3barStream.longest` are not stored.
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

  /// The blocks of the line; nil if it is invalid or too long.
  var blocks: [I3barBlock]? { value.flatMap { I3barBlock.blocks($0) } }

  /// Whether the line is a non-empty array of objects, as a status line is and most arrays nested in a block are not.
  var hasBlocksOnly: Bool {
    guard case .array(let elements)? = value, !elements.isEmpty else { return false }
    return elements.allSatisfy { if case .object = $0 { true } else { false } }
  }
}

extension I3barStream.Mistake {
  /// The mistake without the quoted input, so that mistakes of one kind are equal.
  fileprivate var kind: Self {
    switch self {
    case .noHeader: .noHeader("")
    case .noStatusLine: .noStatusLine("")
    case .wrongStatusLine, .longStatusLine: self
    }
  }

  /// The message for the user.
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
