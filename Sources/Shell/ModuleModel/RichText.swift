public import Scenes

/// A text whose parts have styles and inks of their own.
public struct RichText: Equatable, Sendable, ExpressibleByStringLiteral {
  /// A part of the text with its own ink.
  public struct InkRun: Equatable, Sendable {
    /// Offsets in the UTF-8 of the string.
    public var range: Range<Int>
    public var ink: ModuleInk

    public init(range: Range<Int>, ink: ModuleInk) {
      self.range = range
      self.ink = ink
    }
  }

  public var string: String
  /// The parts with their own styles, in order and without overlaps.
  public var runs: [StyledText.Run]
  /// The parts with their own inks, in order and without overlaps.
  public var inks: [InkRun]

  public init(_ string: String, runs: [StyledText.Run] = [], inks: [InkRun] = []) {
    self.string = string
    self.runs = runs
    self.inks = inks
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// A part of the text with its styles and inks; `range` is in the UTF-8 of the string, between characters.
  public func part(_ range: Range<Int>) -> RichText {
    let utf8 = string.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    func moved(_ own: Range<Int>) -> Range<Int>? {
      let shared = own.clamped(to: range)
      return shared.isEmpty
        ? nil : shared.lowerBound - range.lowerBound..<shared.upperBound - range.lowerBound
    }
    return RichText(
      String(string[start..<end]),
      runs: runs.compactMap { run in moved(run.range).map { StyledText.Run(range: $0, style: run.style) } },
      inks: inks.compactMap { run in moved(run.range).map { InkRun(range: $0, ink: run.ink) } })
  }

  /// Adds a text with its styles and inks at the end.
  mutating func append(_ other: RichText) {
    let offset = string.utf8.count
    func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + offset..<range.upperBound + offset }
    string += other.string
    runs += other.runs.map { StyledText.Run(range: moved($0.range), style: $0.style) }
    inks += other.inks.map { InkRun(range: moved($0.range), ink: $0.ink) }
  }

  /// The words between white space.
  public var words: [RichText] { parts { $0.split(whereSeparator: \.isWhitespace) } }

  /// The lines.
  public var lines: [RichText] { parts { $0.split(separator: "\n", omittingEmptySubsequences: false) } }

  /// The text with spaces in place of the line breaks behind those of the first lines, and without any at its end.
  func limited(toLines count: Int) -> RichText {
    let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    let end = string.utf8.lastIndex { $0 != newline && $0 != carriageReturn }
    let kept = end.map { string.utf8.distance(from: string.utf8.startIndex, to: $0) + 1 } ?? 0
    var result = part(0..<kept)
    var breaks = 0
    // Each of these characters is one byte, so that the places of styles and inks stay.
    let bytes = result.string.utf8.map { byte -> UInt8 in
      if byte == carriageReturn { return UInt8(ascii: " ") }
      if byte == newline { breaks += 1 }
      return byte == newline && breaks >= count ? UInt8(ascii: " ") : byte
    }
    result.string = String(decoding: bytes, as: UTF8.self)
    return result
  }

  /// The parts between characters of a kind, which may be empty.
  func split(at separator: Character) -> [RichText] {
    parts { $0.split(separator: separator, omittingEmptySubsequences: false) }
  }

  /// The text without spaces at its ends.
  var trimmed: RichText {
    parts { text in
      let rest = text.drop { $0 == " " }
      return [
        rest.prefix(upTo: rest.lastIndex { $0 != " " }.map { rest.index(after: $0) } ?? rest.startIndex)
      ]
    }[0]
  }

  private func parts(_ split: (String) -> [Substring]) -> [RichText] {
    let utf8 = string.utf8
    return split(string).map { word in
      let start = utf8.distance(from: utf8.startIndex, to: word.startIndex)
      return part(start..<start + word.utf8.count)
    }
  }
}
