/// Builds a `MarkedText` within the limits.
struct MarkedTextBuilder {
  private var bytes: [UInt8] = []
  private var runs: [MarkedText.Run] = []
  private var links: [String] = []
  private var images: [MarkedText.Image] = []
  private var style: MarkedText.Style = []
  private var link: Int?
  private var runStart = 0
  private var lines = 1
  private var isFull = false
  private var endedInReturn = false
  /// The separator between the text so far and the text that follows.
  private var boundary = Boundary.none

  private enum Boundary {
    case none
    /// A space; white space that follows takes its place.
    case word
    /// The end of a line; white space that follows is dropped.
    case line
    /// The end of a line; empty lines that follow are dropped, and spaces are kept.
    case lineBeforeIndentation
  }

  /// Sets the style and the link of text that is appended from now on.
  mutating func setStyle(_ style: MarkedText.Style, link: Int?) {
    guard style != self.style || link != self.link else { return }
    endRun()
    self.style = style
    self.link = link
  }

  /// Makes the text that follows begin on another line than the text before it, without empty lines between them;
  /// `keepsIndentation`: spaces at its start are a part of it.
  mutating func endLine(keepsIndentation: Bool = false) {
    dropTrailingSpace()
    if bytes.isEmpty && !keepsIndentation { return }
    boundary = keepsIndentation ? .lineBeforeIndentation : .line
  }

  /// Makes the text that follows begin another word than the text before it ends with.
  mutating func endWord() {
    if boundary == .none, let last = bytes.last, !isSpace(last) { boundary = .word }
  }

  /// Ends the line or the word before a scalar if that was asked for; returns whether the scalar is to be appended.
  private mutating func passBoundary(before scalar: Unicode.Scalar) -> Bool {
    let isNewline = PlainText.isNewline(scalar)
    switch boundary {
    case .none: return true
    case .word: if !isNewline, !scalar.properties.isWhitespace { separate(by: " ") }
    case .line, .lineBeforeIndentation:
      if isNewline || boundary == .line && scalar.properties.isWhitespace { return false }
      if !bytes.isEmpty {
        guard lines < Limits.bodyLines, bytes.count < Limits.body else {
          fill()
          return false
        }
        lines += 1
        separate(by: "\n")
      }
    }
    boundary = .none
    return true
  }

  /// Appends a separator, which does not begin a run.
  private mutating func separate(by separator: Unicode.Scalar) {
    let isAtStartOfRun = runStart == bytes.count
    bytes.append(UInt8(ascii: separator))
    if isAtStartOfRun { runStart = bytes.count }
  }

  private mutating func dropTrailingSpace() {
    endRun()
    while let last = bytes.last, isSpace(last) {
      if last == UInt8(ascii: "\n") { lines -= 1 }
      bytes.removeLast()
    }
    while let last = runs.last, last.range.upperBound > bytes.count {
      runs.removeLast()
      let range = last.range.clamped(to: 0..<bytes.count)
      if !range.isEmpty {
        runs.append(MarkedText.Run(range: range, style: last.style, link: last.link))
      }
    }
    runStart = bytes.count
  }

  mutating func append(_ scalar: Unicode.Scalar) { append(Array(String(scalar).utf8)[...]) }

  /// Appends UTF-8; text beyond the limits is dropped.
  mutating func append(_ text: ArraySlice<UInt8>) {
    guard !isFull, !text.isEmpty else { return }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let isLineFeedOfPair = scalar == "\n" && endedInReturn
      endedInReturn = scalar == "\r"
      if isLineFeedOfPair || !passBoundary(before: scalar) { continue }
      if PlainText.isNewline(scalar) {
        guard lines < Limits.bodyLines, bytes.count < Limits.body else { return fill() }
        lines += 1
        bytes.append(UInt8(ascii: "\n"))
      } else if scalar == "\t" || !PlainText.isControl(scalar) {
        let encoded = UTF8.encode(scalar)!
        guard bytes.count + encoded.count <= Limits.body else { return fill() }
        bytes += encoded
      }
    }
  }

  /// Adds a link and returns its index; nil if its scheme is not allowed or there are too many links.
  mutating func add(link target: String) -> Int? {
    guard links.count < Limits.links, isURI(target) else { return nil }
    links.append(target)
    return links.count - 1
  }

  mutating func add(image source: String, _ description: String) {
    guard images.count < Limits.bodyImages, !source.isEmpty, source.utf8.count <= Limits.path else { return }
    images.append(MarkedText.Image(source: source, description: PlainText.line(description, Limits.name)))
  }

  /// The text without white space and without lines of invisible characters at its ends, which would only make a banner
  /// higher.
  mutating func finish() -> MarkedText {
    endRun()
    let lines = visibleLines()
    let start = bytes[lines].firstIndex { !isSpace($0) } ?? lines.upperBound
    let end = bytes[lines].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    let kept: [MarkedText.Run] = runs.compactMap { run in
      let range = run.range.clamped(to: start..<end)
      guard !range.isEmpty else { return nil }
      return MarkedText.Run(
        range: range.lowerBound - start..<range.upperBound - start, style: run.style, link: run.link)
    }
    return MarkedText(
      String(decoding: bytes[start..<end], as: UTF8.self), runs: kept, links: links, images: images)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

  /// The range from the first to the last line with a visible character.
  private func visibleLines() -> Range<Int> {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    func isVisible(_ line: ArraySlice<UInt8>) -> Bool {
      !PlainText.isBlank(String(decoding: line, as: UTF8.self))
    }
    guard let first = lines.first(where: isVisible), let last = lines.last(where: isVisible) else {
      return 0..<0
    }
    return first.startIndex..<last.endIndex
  }

  private mutating func fill() { isFull = true }

  private mutating func endRun() {
    defer { runStart = bytes.count }
    guard runStart < bytes.count, !style.isEmpty || link != nil else { return }
    if let last = runs.last, last.range.upperBound == runStart, last.style == style, last.link == link {
      runs[runs.count - 1].range = last.range.lowerBound..<bytes.count
    } else {
      runs.append(MarkedText.Run(range: runStart..<bytes.count, style: style, link: link))
    }
  }

  /// Schemes of web pages and of ways to contact people. Links that open files or start programs are ignored,
  /// since the sender of a message may have written them.
  static let schemes: Set<String> = [
    "geo", "http", "https", "irc", "ircs", "mailto", "matrix", "sip", "sips", "sms", "tel", "xmpp",
  ]

  /// Whether a text is one of the schemes and a rest, without spaces and control characters.
  private func isURI(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count <= Limits.path, !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.index(after: colon) < bytes.endIndex
    else { return false }
    return Self.schemes.contains(text[..<colon].lowercased())
  }
}
