/// Reads a text with markup token by token, in one pass over its UTF-8; open elements are on the heap.
///
/// An ampersand or a less-than sign that begins nothing is part of a text, such as that of `<!here>`. Comments, document types
/// and XML declarations are left out, and the contents of CDATA sections are texts. The names of elements may be in upper or
/// lower case. Bytes that are no UTF-8 are passed on as parts of texts.
public struct MarkupReader {
  /// A part of the text.
  public enum Token: Equatable, Sendable {
    /// Bytes that stand for themselves.
    case text(Range<Int>)
    /// The character that a reference such as `&amp;` stands for.
    case scalar(Unicode.Scalar)
    case start(Tag)
    /// The end of the element that was started last and has not ended.
    case end
  }

  /// The start of an element.
  public struct Tag: Equatable, Sendable {
    /// The place of the name.
    public var name: Range<Int>
    public var attributes: [Attribute]
    /// Whether the element has no content, so that no end follows.
    public var isEmpty: Bool
  }

  /// An attribute of an element, with the place of its value between the quotes.
  public struct Attribute: Equatable, Sendable {
    public var name: Range<Int>
    public var value: Range<Int>
  }

  /// The UTF-8 of the text.
  public let bytes: [UInt8]
  /// Whether the text was cut, so that elements that are open at its end count as ended.
  private let isCut: Bool
  /// The names of elements that have no content, in lower case.
  private let emptyNames: [String]
  /// The names of all elements, in lower case; nil if any name is permitted.
  private let knownNames: Set<String>?
  private var at = 0
  /// The names of the open elements.
  private var open: [Range<Int>] = []

  /// The greatest number of attributes of an element that are told; no known element has more.
  private static let mostAttributes = 24

  /// Makes a reader; `isCut`: what is missing at the end was cut off; `emptyNames`: elements that have no content, as `br` in
  /// HTML, in lower case; `knownNames`: the names of all elements, in lower case, so that tags with other names are parts of a
  /// text; nil: any name is permitted.
  public init(
    _ bytes: [UInt8], isCut: Bool = false, emptyNames: [String] = [], knownNames: Set<String>? = nil
  ) {
    self.bytes = bytes
    self.isCut = isCut
    self.emptyNames = emptyNames
    self.knownNames = knownNames
  }

  /// The next token; nil at the end of the text.
  public mutating func next() throws(MarkupMistake) -> Token? {
    var start = at
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "<") where beginsTag:
        if at > start { return .text(start..<at) }
        do throws(MarkupMistake) {
          if let token = try readTag() { return token }
        } catch {
          if isCut, at >= bytes.count { return nil }
          throw error
        }
        start = at
      case UInt8(ascii: "&"):
        guard let (scalar, end) = CharacterReference.read(bytes, at) else {
          at += 1
          continue
        }
        if at > start { return .text(start..<at) }
        at = end
        return .scalar(scalar)
      default: at += 1
      }
    }
    if at > start { return .text(start..<at) }
    if let name = open.last, !isCut { throw MarkupMistake(.unended(text(name)), at: name.lowerBound - 1) }
    return nil
  }

  /// Whether a place has this name, which is in lower case.
  public func matches(_ range: Range<Int>, _ name: String) -> Bool {
    range.count == name.utf8.count
      && zip(range, name.utf8).allSatisfy { bytes[$0] == $1 || isLetter(bytes[$0]) && bytes[$0] | 0x20 == $1 }
  }

  /// The text of a place.
  public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The value of an attribute, with its references decoded.
  public func value(_ attribute: Attribute) -> String { CharacterReference.decoded(bytes[attribute.value]) }

  /// Whether the less-than sign starts a tag; it does not in `<3`, nor in `<nick>` where no element has that name.
  private var beginsTag: Bool {
    guard at + 1 < bytes.count else { return isCut }
    let next = bytes[at + 1]
    if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { return section != nil }
    guard isLetter(next) || next == UInt8(ascii: "/") else { return false }
    guard let knownNames else { return true }
    let start = next == UInt8(ascii: "/") ? at + 2 : at + 1
    let end = endOfName(from: start)
    return end == bytes.count && isCut || knownNames.contains(text(start..<end).lowercased())
  }

  /// A part of the markup that is not a tag, such as a comment.
  private struct Section {
    var start: String
    var end: String
    /// Whether what is between start and end is a part of the text.
    var isText = false
  }

  private static let sections = [
    Section(start: "<!--", end: "-->"), Section(start: "<![CDATA[", end: "]]>", isText: true),
    Section(start: "<!DOCTYPE", end: ">"), Section(start: "<?xml", end: "?>"),
  ]

  /// The kind of section that the less-than sign starts; nil if it starts none.
  private var section: Section? {
    Self.sections.first { section in
      bytes.count - at >= section.start.utf8.count
        && zip(bytes[at...], section.start.utf8).allSatisfy {
          $0 == $1 || isLetter($1) && $0 | 0x20 == $1 | 0x20
        }
    }
  }

  /// Reads a whole tag or section; nil for a comment, and for the end of an element that has no content.
  private mutating func readTag() throws(MarkupMistake) -> Token? {
    let place = at
    if let section { return try read(section) }
    at += 1
    guard at < bytes.count else { throw MarkupMistake(.unfinished, at: place) }
    let isEnd = take(UInt8(ascii: "/"))
    let name = readName()
    if name.isEmpty { throw MarkupMistake(.nameless, at: place) }
    if isEnd {
      skipSpaces()
      guard take(UInt8(ascii: ">")) else { throw MarkupMistake(.unfinished, at: place) }
      return try close(name, place)
    }
    var attributes: [Attribute] = []
    while true {
      skipSpaces()
      if take(UInt8(ascii: ">")) { return begin(name, attributes, isEmpty: false) }
      if take(UInt8(ascii: "/")) {
        guard take(UInt8(ascii: ">")) else { throw MarkupMistake(.unfinished, at: place) }
        return begin(name, attributes, isEmpty: true)
      }
      let attribute = try readAttribute(of: place)
      if attributes.count < Self.mostAttributes { attributes.append(attribute) }
    }
  }

  private mutating func begin(_ name: Range<Int>, _ attributes: [Attribute], isEmpty: Bool) -> Token {
    let isEmpty = isEmpty || emptyNames.contains { matches(name, $0) }
    if !isEmpty { open.append(name) }
    return .start(Tag(name: name, attributes: attributes, isEmpty: isEmpty))
  }

  private mutating func close(_ name: Range<Int>, _ place: Int) throws(MarkupMistake) -> Token? {
    // Some programs write <br></br>.
    if emptyNames.contains(where: { matches(name, $0) }) { return nil }
    guard let last = open.last, isSame(last, name) else {
      throw MarkupMistake(.unstarted(text(name)), at: place)
    }
    open.removeLast()
    return .end
  }

  // MARK: - Pieces

  /// Reads a section to its end; nil if it has no text.
  private mutating func read(_ section: Section) throws(MarkupMistake) -> Token? {
    let place = at
    let start = at + section.start.utf8.count
    at = start
    while at < bytes.count, !bytes[at...].starts(with: section.end.utf8) { at += 1 }
    guard at < bytes.count else { throw MarkupMistake(.unfinished, at: place) }
    let content = start..<at
    at += section.end.utf8.count
    return section.isText && !content.isEmpty ? .text(content) : nil
  }

  private mutating func readName() -> Range<Int> {
    let start = at
    at = endOfName(from: at)
    return start..<at
  }

  private func endOfName(from start: Int) -> Int {
    bytes[start...].firstIndex { !isLetter($0) && !isNamePart($0) } ?? bytes.count
  }

  private mutating func readAttribute(of tag: Int) throws(MarkupMistake) -> Attribute {
    let name = readName()
    guard at < bytes.count else { throw MarkupMistake(.unfinished, at: tag) }
    if name.isEmpty { throw MarkupMistake(.unfinished, at: tag) }
    skipSpaces()
    guard take(UInt8(ascii: "=")) else { throw MarkupMistake(.valueless(text(name)), at: name.lowerBound) }
    skipSpaces()
    guard at < bytes.count else { throw MarkupMistake(.unfinished, at: tag) }
    let quote = bytes[at]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw MarkupMistake(.valueless(text(name)), at: name.lowerBound)
    }
    at += 1
    let start = at
    while at < bytes.count, bytes[at] != quote { at += 1 }
    guard at < bytes.count else { throw MarkupMistake(.unfinished, at: tag) }
    at += 1
    return Attribute(name: name, value: start..<at - 1)
  }

  private mutating func skipSpaces() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { first, second in
        let (a, b): (UInt8, UInt8) = (bytes[first], bytes[second])
        return a == b || isLetter(a) && a | 0x20 == b | 0x20
      }
  }
}

/// A mistake in a text with markup.
public struct MarkupMistake: Error, Equatable, Sendable {
  /// The kind of mistake.
  public enum Problem: Equatable, Sendable {
    /// A tag has no end.
    case unfinished
    /// A tag has no name.
    case nameless
    /// An attribute has no value between quotes.
    case valueless(String)
    /// An element has no end.
    case unended(String)
    /// There is the end of an element that was not started last.
    case unstarted(String)
  }

  public var problem: Problem
  /// The offset of the mistake in the UTF-8 of the text.
  public var place: Int

  public init(_ problem: Problem, at place: Int) {
    self.problem = problem
    self.place = place
  }

  /// The mistake in words, without its place.
  public var words: String {
    switch problem {
    case .unfinished: "a tag that does not end in \">\"; write &lt; for a less-than sign"
    case .nameless: "a tag without a name; write &lt; for a less-than sign"
    case .valueless(let name): "the attribute \"\(name.prefix(60))\" has no value in quotes"
    case .unended(let name): "<\(name.prefix(60))> is not closed"
    case .unstarted(let name): "</\(name.prefix(60))> closes no element that was opened last"
    }
  }
}
