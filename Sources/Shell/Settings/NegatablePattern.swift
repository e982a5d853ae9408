public import TextProcessing

/// A pattern of a rule, or of the outputs that a bar is for; a `!` in front turns it round.
public struct NegatablePattern: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The pattern as written: `Signal*`, `!/^re: /i`, `!eDP-1`.
  public let description: String
  /// Whether a `!` stands in front.
  let isNegated: Bool
  /// The pattern without the `!`.
  public let pattern: TextPattern

  public init(_ description: String) throws(TextPattern.Mistake) {
    self.description = description
    isNegated = description.hasPrefix("!")
    pattern = try TextPattern(isNegated ? String(description.dropFirst()) : description)
  }

  /// Whether a text has the pattern, or lacks it after a `!`.
  public func matches(_ text: String) -> Bool { pattern.matches(text) != isNegated }

  public static func == (a: Self, b: Self) -> Bool { a.description == b.description }
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// The pattern in an example of the manual.
  static func example(_ text: String) -> NegatablePattern { exampleValue(try NegatablePattern(text)) }
}
