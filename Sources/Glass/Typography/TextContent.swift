import Scenes

/// A text as it is given to Pango, and the mapping of offsets in the original text to offsets in this one.
nonisolated struct TextContent {
  private(set) var text: String
  /// The styled parts, with offsets in the UTF-8 of `text`.
  private(set) var runs: [StyledText.Run] = []
  /// The offset in `text` of each byte of the original text, and of its end; nil: the offsets are the same.
  private var places: [Int]?

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
    let separator: Unicode.Scalar = styled.maxLines == 1 ? " " : "\u{2028}"
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

  /// The offset in `text` of the byte at `offset` in the original text.
  func place(of offset: Int) -> Int {
    let offset = max(0, offset)
    let place = places.map { $0[min(offset, $0.count - 1)] } ?? min(offset, text.utf8.count)
    return min(place, end ?? .max)
  }
}
