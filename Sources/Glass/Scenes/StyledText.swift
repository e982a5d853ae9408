/// A text with everything that decides its shape.
public struct StyledText: Equatable, Hashable, Sendable {
  /// A part that looks different.
  public struct Run: Equatable, Hashable, Sendable {
    /// Offsets in the UTF-8 of the string; what reaches beyond it is left out.
    public var range: Range<Int>
    public var isBold: Bool
    public var isItalic: Bool
    public var isUnderlined: Bool

    public init(range: Range<Int>, isBold: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false) {
      self.range = range
      self.isBold = isBold
      self.isItalic = isItalic
      self.isUnderlined = isUnderlined
    }
  }

  public var string: String
  /// A Pango font description such as `Inter Medium 11`; the size is in points of 1/96 inch × 4/3,
  /// that is, a size of 12 is 16 logical pixels.
  public var font: String
  /// Physical per logical pixels.
  public var scale: Double
  /// Wrapped at this, and ellipsised at the end of the last line; nil: as wide as it comes.
  public var maxWidth: Int?
  /// 1: line breaks in the string become spaces.
  public var maxLines: Int
  /// In order, without overlaps.
  public var runs: [Run]

  public init(
    string: String, font: String, scale: Double, maxWidth: Int?, maxLines: Int = 1, runs: [Run] = []
  ) {
    self.string = string
    self.font = font
    self.scale = scale
    self.maxWidth = maxWidth
    self.maxLines = maxLines
    self.runs = runs
  }
}
