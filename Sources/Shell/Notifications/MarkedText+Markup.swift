import TextProcessing

extension MarkedText {
  /// Reads the markup of the specification: `b`, `i`, `u`, `a` and `img`, and the entities of XML.
  ///
  /// Other elements of HTML are left out and their content is kept; `br` starts a line, and what is a block in HTML, such as
  /// `p`, begins on a line and ends with it. Tags that HTML does not have, such as `<nick>`, are literal, and so is an ampersand
  /// or a less-than sign that starts nothing. Any other mistake makes the whole text plain, as it was written.
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
    case bold, italic, underline, link, block, preformatted, other
  }

  private var reader: MarkupReader
  private var open: [Element] = []
  private var counts = [0, 0, 0]
  private var linksOpen: [Int?] = []
  private var builder = MarkedTextBuilder()

  /// `isCut`: the text was cut, so that elements that are open at its end count as closed.
  init(_ text: [UInt8], isCut: Bool) {
    reader = MarkupReader(text, isCut: isCut, emptyNames: HTMLNames.empty, knownNames: HTMLNames.all)
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
    let element = element(tag.name)
    if element == .block || element == .preformatted {
      builder.endLine(keepsIndentation: element == .preformatted)
    } else if HTMLNames.cells.contains(reader.text(tag.name).lowercased()) {
      builder.endWord()
    }
    if tag.isEmpty { return }
    open.append(element)
    switch element {
    case .bold, .italic, .underline: counts[Int(element.rawValue)] += 1
    case .link: linksOpen.append(value("href").flatMap { builder.add(link: $0) })
    case .block, .preformatted, .other: break
    }
    restyle()
  }

  private mutating func end() {
    switch open.removeLast() {
    case let element where element.rawValue < counts.count: counts[Int(element.rawValue)] -= 1
    case .link: linksOpen.removeLast()
    case .block, .preformatted: builder.endLine()
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
    if reader.matches(name, "a") { return .link }
    if reader.matches(name, "pre") { return .preformatted }
    return HTMLNames.blocks.contains(reader.text(name).lowercased()) ? .block : .other
  }
}

/// The names of the elements of HTML that programs send in texts, and a few of Matrix, Qt and Pango, in lower case.
private enum HTMLNames {
  /// Elements without content.
  static let empty = ["br", "hr", "img", "wbr"]
  /// Elements that begin on a line of their own.
  static let blocks: Set = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog",
    "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "html", "legend", "li", "main", "menu", "mx-reply", "nav", "ol", "p", "pre", "section",
    "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
  ]
  /// Elements that share a line and are separated by a space.
  static let cells: Set = ["td", "th"]
  /// Elements that do not affect lines.
  private static let inline: Set = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
    "head", "i", "ins", "kbd", "label", "mark", "markup", "q", "qt", "rp", "rt", "ruby", "s", "samp", "small",
    "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
  ]
  static let all = blocks.union(cells).union(inline).union(empty)
}
