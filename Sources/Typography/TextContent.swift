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

  /// On one line, what would break or move it becomes a space; on several, what ends a paragraph ends a line only:
  /// Pango limits the lines of each paragraph, not of all.
  init(_ styled: StyledText) {
    let separator: Unicode.Scalar = styled.maxLines == 1 ? " " : "\u{2028}"
    var result = String.UnicodeScalarView()
    var places: [Int] = []
    var length = 0
    var isSame = true
    for scalar in styled.string.unicodeScalars.prefix(Self.longest) {
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
