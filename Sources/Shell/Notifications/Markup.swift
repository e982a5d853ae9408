extension MarkedText {
  /// Reads the markup of the specification: `b`, `i`, `u`, `a` and `img`, and the entities of XML.
  ///
  /// Other elements are left out and their content is kept; `br` starts a line. An ampersand or a less-than
  /// sign that starts nothing is literal. Any other mistake makes the whole text plain, as it was written.
  /// Time and memory are at most proportional to `Limits.markup`, however deeply elements are nested.
  public init(markup: String) {
    let text = PlainText.cut(markup, Limits.markup)
    // The reader of the message may have cut it already, at the end of a character.
    var parser = Markup(text: Array(text.utf8), isCut: text.utf8.count > Limits.markup - 4)
    if let parsed = parser.parse() {
      self = parsed
    } else {
      self.init(plain: text)
    }
  }

  /// Makes plain text, without control characters and cut at the limits.
  public init(plain text: String) {
    var builder = MarkedTextBuilder()
    builder.append(Array(PlainText.cut(text, Limits.body).utf8)[...])
    self = builder.finish()
  }
}

/// Parses a text with markup in one pass over its bytes; the stack of open elements is on the heap.
private struct Markup {
  /// The elements with a meaning; their names are compared in lower case.
  private enum Element: UInt8 {
    case bold, italic, underline, link, other
  }

  let text: [UInt8]
  /// Whether the text was cut, so that elements that are open at its end count as closed.
  let isCut: Bool
  private var at = 0
  private var open: [(element: Element, name: Range<Int>)] = []
  private var counts = [0, 0, 0]
  private var linksOpen: [Int?] = []
  private var builder = MarkedTextBuilder()

  init(text: [UInt8], isCut: Bool) {
    self.text = text
    self.isCut = isCut
  }

  /// Parses the markup; nil if it is invalid.
  mutating func parse() -> MarkedText? {
    var plain = 0
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "<") where beginsTag:
        builder.append(text[plain..<at])
        guard readTag() else { return isCut && at >= text.count ? builder.finish() : nil }
        plain = at
      case UInt8(ascii: "&"):
        builder.append(text[plain..<at])
        plain = at
        if let (scalar, end) = Entity.read(text, at) {
          builder.append(scalar)
          at = end
          plain = end
        } else {
          at += 1
        }
      default: at += 1
      }
    }
    builder.append(text[plain...])
    return open.isEmpty || isCut ? builder.finish() : nil
  }

  /// Whether the less-than sign starts a tag; it does not in `<3`.
  private var beginsTag: Bool {
    guard at + 1 < text.count else { return isCut }
    let next = text[at + 1]
    return isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
      || next == UInt8(ascii: "?")
  }

  /// Reads a whole tag; false if it is invalid, with `at` at the end of the text if the tag is incomplete.
  private mutating func readTag() -> Bool {
    at += 1
    guard at < text.count else { return false }
    if text[at] == UInt8(ascii: "!") || text[at] == UInt8(ascii: "?") { return skip() }
    let isEnd = text[at] == UInt8(ascii: "/")
    if isEnd { at += 1 }
    let name = readName()
    if name.isEmpty { return false }
    if isEnd {
      skipSpaces()
      return take(UInt8(ascii: ">")) && close(name)
    }
    var attributes: [(name: Range<Int>, value: Range<Int>)] = []
    while true {
      skipSpaces()
      if take(UInt8(ascii: ">")) { return begin(name, attributes, isEmpty: false) }
      if take(UInt8(ascii: "/")) { return take(UInt8(ascii: ">")) && begin(name, attributes, isEmpty: true) }
      guard let attribute = readAttribute() else { return false }
      // No known element has more attributes.
      if attributes.count < 8 { attributes.append(attribute) }
    }
  }

  private mutating func begin(
    _ name: Range<Int>, _ attributes: [(name: Range<Int>, value: Range<Int>)], isEmpty: Bool
  ) -> Bool {
    func value(_ wanted: String) -> String? {
      attributes.last { matches($0.name, wanted) }.map { Entity.decoded(text[$0.value]) }
    }
    if matches(name, "br") {
      builder.append([UInt8(ascii: "\n")])
      return true
    }
    if matches(name, "img") {
      if let source = value("src") { builder.add(image: source, value("alt") ?? "") }
      return true
    }
    if isEmpty { return true }
    let element = element(name)
    open.append((element, name))
    switch element {
    case .bold, .italic, .underline: counts[Int(element.rawValue)] += 1
    case .link: linksOpen.append(value("href").flatMap { builder.add(link: $0) })
    case .other: break
    }
    restyle()
    return true
  }

  private mutating func close(_ name: Range<Int>) -> Bool {
    // Some clients write <br></br> and <img></img>.
    if matches(name, "br") || matches(name, "img") { return true }
    guard let last = open.last, isSame(last.name, name) else { return false }
    open.removeLast()
    switch last.element {
    case .bold, .italic, .underline: counts[Int(last.element.rawValue)] -= 1
    case .link: linksOpen.removeLast()
    case .other: break
    }
    restyle()
    return true
  }

  private mutating func restyle() {
    var style: MarkedText.Style = []
    if counts[0] > 0 { style.insert(.bold) }
    if counts[1] > 0 { style.insert(.italic) }
    if counts[2] > 0 { style.insert(.underline) }
    builder.setStyle(style, link: linksOpen.last ?? nil)
  }

  private func element(_ name: Range<Int>) -> Element {
    if matches(name, "b") || matches(name, "strong") { return .bold }
    if matches(name, "i") || matches(name, "em") { return .italic }
    if matches(name, "u") { return .underline }
    return matches(name, "a") ? .link : .other
  }

  // MARK: - Pieces

  /// Skips a comment or a declaration to its end.
  private mutating func skip() -> Bool {
    while at < text.count {
      at += 1
      if text[at - 1] == UInt8(ascii: ">") { return true }
    }
    return false
  }

  private mutating func readName() -> Range<Int> {
    let start = at
    while at < text.count, isLetter(text[at]) || isNamePart(text[at]) { at += 1 }
    return start..<at
  }

  private mutating func readAttribute() -> (name: Range<Int>, value: Range<Int>)? {
    let name = readName()
    if name.isEmpty { return nil }
    skipSpaces()
    guard take(UInt8(ascii: "=")) else { return nil }
    skipSpaces()
    guard at < text.count else { return nil }
    let quote = text[at]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    at += 1
    let start = at
    while at < text.count, text[at] != quote { at += 1 }
    guard at < text.count else { return nil }
    at += 1
    return (name, start..<at - 1)
  }

  private mutating func skipSpaces() {
    while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < text.count, text[at] == byte else { return false }
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

  private func matches(_ range: Range<Int>, _ name: String) -> Bool {
    range.count == name.utf8.count && zip(range, name.utf8).allSatisfy { text[$0] | 0x20 == $1 }
  }

  private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy {
        text[$0] == text[$1] || text[$0] | 0x20 == text[$1] | 0x20 && isLetter(text[$0])
      }
  }
}
