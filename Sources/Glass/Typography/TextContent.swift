import Scenes

/// A text as it is given to Pango, and the mapping of offsets in the original text to offsets in this one.
nonisolated struct TextContent {
  private(set) var text: String
  /// The styled parts, with offsets in the UTF-8 of `text`.
  private(set) var runs: [StyledText.Run] = []
  /// The offset in `text` of each byte of the original text, and of its end; nil: the offsets are the same.
  private var places: [Int]?
  /// The numbers of bytes by which `indentLine` has indented lines, by the offsets in `text` at which these lines begin.
  private(set) var indents: [Int: Int] = [:]
  /// Whether the text may have several lines.
  private let mayWrap: Bool

  /// The greatest number of scalars, more than fit on any screen; laying out a very long text would take
  /// seconds.
  private static let longest = 4096

  /// A width in em that is less than that of any letter in a text font; an i has a quarter.
  private static let narrowest = 0.125

  /// The greatest number of the narrowest letters that can be seen of a text; `em` is the font's size in
  /// pixels.
  ///
  /// Pango lays out all of a text, also the part after the last line, which took fifteen milliseconds for a
  /// long one.
  private static func room(in styled: StyledText, em: Double) -> Int {
    guard let width = styled.maxWidth, em > 0 else { return longest }
    let line = Double(max(0, width)) / (em * narrowest) + 1
    return Int(min(Double(longest), (line * Double(max(1, styled.maxLines))).rounded(.up)))
  }

  /// The longest part of a text that can be seen.
  ///
  /// Emoji take several times the time of letters to lay out, so their true width counts: each is at least
  /// half an em wide, also a flag of two scalars, unless it is joined to another.
  private static func visible(_ styled: StyledText, em: Double) -> String.UnicodeScalarView.SubSequence {
    let scalars = styled.string.unicodeScalars
    var room = room(in: styled, em: em)
    var isJoined = false
    var end = scalars.startIndex
    while room > 0, end < scalars.endIndex {
      let scalar = scalars[end]
      let isEmoji = scalar.value >= 0x1F000 && scalar.properties.isEmojiPresentation
      let isWide = isEmoji && !isJoined && !scalar.properties.isEmojiModifier
      room -= isWide ? Int(0.5 / narrowest) : 1
      isJoined = scalar == "\u{200D}"
      end = scalars.index(after: end)
    }
    return scalars[..<end]
  }

  /// Prepares a text for Pango. In a text of one line, line breaks and control characters become spaces. In
  /// one of several lines, paragraph breaks become line breaks, because Pango limits the lines of each
  /// paragraph and not of the text. A part that can have no room is replaced by an ellipsis. `em` is the
  /// font's size in pixels.
  init(_ styled: StyledText, em: Double) {
    mayWrap = styled.maxLines != 1
    let separator: Unicode.Scalar = mayWrap ? "\u{2028}" : " "
    var result = String.UnicodeScalarView()
    var places: [Int] = []
    var length = 0
    var isSame = true
    let scalars = styled.string.unicodeScalars
    let seen = Self.visible(styled, em: em)
    for scalar in seen {
      let isBreak = scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}"
      let isControl = scalar.properties.generalCategory == .control
      let shown = isBreak ? separator : isControl ? " " : scalar
      let (before, after) = (UTF8.width(scalar), UTF8.width(shown))
      // An offset in the middle of a scalar is mapped to the scalar's beginning.
      for _ in 0..<before { places.append(length) }
      if before != after { isSame = false }
      result.append(shown)
      length += after
    }
    text = String(result)
    if seen.endIndex < scalars.endIndex {
      end = length
      text += "…"
    }
    if !isSame { self.places = places + [length] }
    runs = styled.runs.compactMap { run in
      let range = place(of: run.range.lowerBound)..<place(of: run.range.upperBound)
      guard !range.isEmpty else { return nil }
      var run = run
      run.range = range
      return run
    }
  }

  /// The offset in `text` at which it was cut; nil: it was not.
  private var end: Int?

  var isCut: Bool { end != nil }

  /// Ends the text in an ellipsis where the line that begins at `start` ends; false if nothing follows that line.
  mutating func cutLines(from start: Int) -> Bool {
    let utf8 = text.utf8
    let line = text[utf8.index(utf8.startIndex, offsetBy: start)...].unicodeScalars
    guard let separator = line.firstIndex(of: "\u{2028}") else { return false }
    end = utf8.distance(from: utf8.startIndex, to: separator)
    text = String(text[..<separator]) + "…"
    return true
  }

  /// The words, as ranges of `text`, that get no hyphen where they are broken since it could be taken for a part of them: those with
  /// other signs than letters inside, such as links and names of files. A text of one line has none, since it is not broken.
  var codeWords: [Range<Int>] {
    guard mayWrap else { return [] }
    return text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).compactMap { word in
      let end = word.lastIndex { !Self.isAroundWords($0) } ?? word.startIndex
      let inner = word[...end].drop { Self.isAroundWords($0) }
      if inner.allSatisfy({ Self.isInWords($0) }) { return nil }
      let start = text.utf8.distance(from: text.utf8.startIndex, to: word.startIndex)
      return start..<start + text.utf8.distance(from: word.startIndex, to: word.endIndex)
    }
  }

  /// Whether a scalar may stand before or after a word of letters.
  private static func isAroundWords(_ scalar: Unicode.Scalar) -> Bool {
    "\"'()[]{}<>«»„“”‚‘’…,.;:!?¡¿".unicodeScalars.contains(scalar)
  }

  /// Whether a scalar is a part of words of letters.
  private static func isInWords(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .dashPunctuation: true
    default: scalar == "'" || scalar == "’"
    }
  }

  /// Indents the line at `start` by a hidden copy of its item's marker; returns false if the line continues no item of a list.
  mutating func indentLine(at start: Int) -> Bool {
    // A line that has room only for the marker is followed by one without.
    if indents.contains(where: { $0.key == start || $0.key + $0.value == start }) { return false }
    let utf8 = Array(text.utf8)
    let item = startOfParagraph(utf8, before: start)
    guard let marker = Self.marker(utf8[item..<start]) else { return false }
    // Pango gives spaces before a line break their width, for which the line may have no room.
    let end = (utf8[..<start].lastIndex { $0 != UInt8(ascii: " ") } ?? -1) + 1
    let copy = utf8[item..<item + marker]
    let added = Self.separator + copy
    text = String(decoding: utf8[..<end] + added + utf8[start...], as: UTF8.self)
    let change = added.count - (start - end)
    places = (places ?? Array(0...utf8.count)).map { $0 < start ? min($0, end) : $0 + change }
    self.end = self.end.map { $0 + change }
    indents[end + Self.separator.count] = marker
    replaceRuns(end..<start, by: added.count, hiding: marker, likeThatAt: item)
    return true
  }

  /// The bytes of the line break in a text of several lines.
  private static let separator = Array("\u{2028}".utf8)

  /// The offset at which the paragraph with the byte before `offset` starts. The line breaks that `indentLine` has added start no
  /// paragraph.
  private func startOfParagraph(_ utf8: [UInt8], before offset: Int) -> Int {
    let length = Self.separator.count
    var begin = offset
    while begin > 0 {
      if begin >= length, indents[begin] == nil, utf8[begin - length..<begin].elementsEqual(Self.separator) {
        break
      }
      begin -= 1
    }
    return begin
  }

  /// The number of bytes of an item's marker, a bullet or a number, with the spaces around it; nil: the text has none.
  private static func marker(_ item: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: item, as: UTF8.self).unicodeScalars
    let rest = text.drop { $0 == " " }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    let sign = rest.dropFirst(digits.count)
    guard let first = sign.first, (digits.isEmpty ? "•◦‣·*-–" : ".)").unicodeScalars.contains(first) else {
      return nil
    }
    let spaces = sign.dropFirst().prefix { $0 == " " }
    guard digits.count <= 3, !spaces.isEmpty else { return nil }
    return String(text[..<spaces.endIndex]).utf8.count
  }

  /// Replaces the range `spaces` by `added` bytes in the ranges of `runs`. The last `marker` bytes of them get the style of the text
  /// at `item`, hidden.
  private mutating func replaceRuns(
    _ spaces: Range<Int>, by added: Int, hiding marker: Int, likeThatAt item: Int
  ) {
    var style = runs.first { $0.range.overlaps(item..<item + marker) }?.style ?? StyledText.Style()
    (style.isHidden, style.isUnderlined, style.isStruckThrough) = (true, false, false)
    let copy = spaces.lowerBound + added - marker..<spaces.lowerBound + added
    let change = added - spaces.count
    let before = runs.map {
      StyledText.Run(range: $0.range.clamped(to: 0..<spaces.lowerBound), style: $0.style)
    }
    let after = runs.map { run in
      let rest = run.range.clamped(to: spaces.upperBound..<max(spaces.upperBound, run.range.upperBound))
      return StyledText.Run(range: rest.lowerBound + change..<rest.upperBound + change, style: run.style)
    }
    runs = (before + [StyledText.Run(range: copy, style: style)] + after).filter { !$0.range.isEmpty }
  }

  /// The offset in `text` of the byte at `offset` in the original text.
  func place(of offset: Int) -> Int {
    let offset = max(0, offset)
    let place = places.map { $0[min(offset, $0.count - 1)] } ?? min(offset, text.utf8.count)
    return min(place, end ?? .max)
  }
}
