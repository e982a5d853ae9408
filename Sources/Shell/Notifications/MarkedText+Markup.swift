import Markup

extension MarkedText {
  /// Reads the markup of the specification: `b`, `i`, `u`, `a` and `img`, and the entities of XML.
  ///
  /// Other elements are left out and their content is kept; `br` starts a line. An ampersand or a less-than
  /// sign that starts nothing is literal. Any other mistake makes the whole text plain, as it was written.
  /// Time and memory are at most proportional to `Limits.markup`, however deeply elements are nested.
  public init(markup: String) {
    let text = PlainText.cut(markup, Limits.markup)
    // The reader of the message may have cut it already, at the end of a character.
    var parser = MarkedTextParser(Array(text.utf8), isCut: text.utf8.count > Limits.markup - 4)
    do throws(MarkupMistake) {
      self = try parser.parse()
    } catch {
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

/// Makes a `MarkedText` of a text with markup.
private struct MarkedTextParser {
  /// The elements with a meaning; their names are compared in lower case.
  private enum Element: UInt8 {
    case bold, italic, underline, link, other
  }

  private var reader: MarkupReader
  private var open: [Element] = []
  private var counts = [0, 0, 0]
  private var linksOpen: [Int?] = []
  private var builder = MarkedTextBuilder()

  /// `isCut`: the text was cut, so that elements that are open at its end count as closed.
  init(_ text: [UInt8], isCut: Bool) {
    reader = MarkupReader(text, isCut: isCut, emptyNames: ["br", "img"])
  }

  /// Parses the markup.
  mutating func parse() throws(MarkupMistake) -> MarkedText {
    while let token = try reader.next() {
      switch token {
      case .text(let range): builder.append(reader.bytes[range])
      case .scalar(let scalar): builder.append(scalar)
      case .start(let tag): begin(tag)
      case .end: end()
      }
    }
    return builder.finish()
  }

  private mutating func begin(_ tag: MarkupReader.Tag) {
    func value(_ wanted: String) -> String? {
      tag.attributes.last { reader.matches($0.name, wanted) }.map(reader.value)
    }
    if reader.matches(tag.name, "br") {
      builder.append([UInt8(ascii: "\n")])
      return
    }
    if reader.matches(tag.name, "img") {
      if let source = value("src") { builder.add(image: source, value("alt") ?? "") }
      return
    }
    if tag.isEmpty { return }
    let element = element(tag.name)
    open.append(element)
    switch element {
    case .bold, .italic, .underline: counts[Int(element.rawValue)] += 1
    case .link: linksOpen.append(value("href").flatMap { builder.add(link: $0) })
    case .other: break
    }
    restyle()
  }

  private mutating func end() {
    switch open.removeLast() {
    case let element where element.rawValue < counts.count: counts[Int(element.rawValue)] -= 1
    case .link: linksOpen.removeLast()
    default: break
    }
    restyle()
  }

  private mutating func restyle() {
    var style: MarkedText.Style = []
    if counts[0] > 0 { style.insert(.bold) }
    if counts[1] > 0 { style.insert(.italic) }
    if counts[2] > 0 { style.insert(.underline) }
    builder.setStyle(style, link: linksOpen.last ?? nil)
  }

  private func element(_ name: Range<Int>) -> Element {
    if reader.matches(name, "b") || reader.matches(name, "strong") { return .bold }
    if reader.matches(name, "i") || reader.matches(name, "em") { return .italic }
    if reader.matches(name, "u") { return .underline }
    return reader.matches(name, "a") ? .link : .other
  }
}
