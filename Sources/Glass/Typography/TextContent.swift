import Scenes

/// A text as Pango gets it, with places of the text that it was.
nonisolated struct TextContent {
  private(set) var text: String
  /// With offsets in `text`.
  private(set) var runs: [StyledText.Run] = []
  /// Of the bytes of the text as it was given, up to and with the end, their places in `text`; nil: the same.
  private var places: [Int]?

  /// More than fits on any screen; laying out a flood would take seconds.
  private static let longest = 4096

  /// Letters narrower than this are in no font for reading, in em: an i has a quarter.
  private static let narrowest = 0.125

  /// How much of a text can be seen at most, in the narrowest letters; `em` is the font's size in pixels.
  ///
  /// Pango lays out all that it gets, also what is beyond the last line: of a long text that took fifteen milliseconds.
  private static func room(in styled: StyledText, em: Double) -> Int {
    guard let width = styled.maxWidth, em > 0 else { return longest }
    let line = Double(max(0, width)) / (em * narrowest) + 1
    return Int(min(Double(longest), (line * Double(max(1, styled.maxLines))).rounded(.up)))
  }

  /// The part of a text that can be seen at most.
  ///
  /// Of emoji, which take several times the time of letters to lay out, no more than fit: each is at least half an em
  /// wide, a flag with its two letters as well, unless it is joined to another.
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

  /// On one line, what would break or move it becomes a space; on several, what ends a paragraph ends a line only:
  /// Pango limits the lines of each paragraph, not of all. What has no room whatever the letters is left out, with an
  /// ellipsis. `em` is the font's size in pixels.
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
      // Whatever is in the middle of a character belongs to its beginning.
      places += repeatElement(length, count: before)
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

  /// Where `text` was cut; nil: it was not.
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

  /// Where in `text` the byte of that offset is.
  func place(of offset: Int) -> Int {
    let offset = max(0, offset)
    let place = places.map { $0[min(offset, $0.count - 1)] } ?? min(offset, text.utf8.count)
    return min(place, end ?? .max)
  }
}
