/// A text with all properties that decide the shape of its pixels.
public struct StyledText: Equatable, Hashable, Sendable {
  /// A part of the text with its own style.
  public struct Run: Equatable, Hashable, Sendable {
    /// Offsets of the part in the UTF-8 of the string; any part beyond its end is ignored.
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
  /// A Pango font description such as `Inter Medium 11`, whose size is in points of 4/3 logical pixels: a
  /// size of 12 is 16 logical pixels.
  public var font: String
  /// Physical pixels per logical pixel.
  public var scale: Double
  /// The width in physical pixels at which the text is wrapped, and at which its last line ends in an
  /// ellipsis; nil: no limit.
  public var maxWidth: Int?
  /// The greatest number of lines; with 1, line breaks in the string become spaces.
  public var maxLines: Int
  /// The parts with their own styles, in order and without overlaps.
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
