/// A text with all properties that decide the shape of its pixels.
public struct StyledText: Equatable, Hashable, Sendable {
  /// A part of the text with its own style.
  public struct Run: Equatable, Hashable, Sendable {
    /// Offsets of the part in the UTF-8 of the string; any part beyond its end is ignored.
    public var range: Range<Int>
    public var style: Style

    public init(range: Range<Int>, style: Style) {
      self.range = range
      self.style = style
    }

    public init(range: Range<Int>, isBold: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false) {
      self.range = range
      style = Style()
      if isBold { style.weight = Style.bold }
      style.isItalic = isItalic
      style.isUnderlined = isUnderlined
    }
  }

  /// The differences of a part of the text from the rest.
  public struct Style: Equatable, Hashable, Sendable {
    /// The size of letters.
    public enum Size: Equatable, Hashable, Sendable {
      /// A multiple of the size of the text's font.
      case factor(Double)
      /// Points, as in the text's font.
      case points(Double)
    }

    /// The weight of bold letters.
    public static let bold = 700

    /// A Pango font description, of which what it names counts; nil: the font of the text.
    public var font: String?
    /// The family of the font, in place of that of `font` or of the text's font; nil: that one.
    public var family: String?
    /// The weight of the letters, 100 … 1000; nil: that of the font.
    public var weight: Int?
    public var isItalic = false
    public var isUnderlined = false
    public var isStruckThrough = false
    /// The size of the letters; nil: that of the font.
    public var size: Size?
    /// The distance by which letters are raised above the baseline, as a part of the size of the text's font.
    public var raise = 0.0
    /// A further distance above the baseline, in points, added to `raise`.
    public var raisePoints = 0.0
    /// The distance that is added between letters, in points.
    public var letterSpacing = 0.0
    /// The features of the font, in addition to those of the text's font; nil: none.
    public var features: FontFeatures?
    /// Whether the part takes its room but is not drawn.
    public var isHidden = false

    public init() {}
  }

  public var string: String
  /// A Pango font description such as `Inter Medium 11`, whose size is in points of 4/3 logical pixels: a
  /// size of 12 is 16 logical pixels.
  public var font: String
  /// Physical pixels per logical pixel.
  public var scale: Double
  /// The length of lines in physical pixels at which the text is wrapped, and at which its last line ends in an
  /// ellipsis; nil: no limit.
  public var maxWidth: Int?
  /// The greatest number of lines; with 1, line breaks in the string become spaces.
  public var maxLines: Int
  /// The parts with their own styles, in order and without overlaps.
  public var runs: [Run]
  /// Whether the further lines of an item of a list, which begins with a bullet or a number, begin below the item's text.
  public var indentsListItems = false
  /// The place of lines that are shorter than the longest one; nil: the side at which the text begins.
  public var lineAlignment: LineAlignment?
  /// The direction in which lines run downwards or upwards; nil: they are level.
  public var turn: Turn?

  /// A place of lines, whatever the direction of the text is.
  public enum LineAlignment: Sendable {
    case left, center, right
  }

  /// A turn of a text by a right angle, in degrees clockwise.
  public enum Turn: Int, CaseIterable, Sendable {
    /// Lines run downwards, with their tops at the right.
    case clockwise = 90
    /// Lines run upwards, with their tops at the left.
    case counterclockwise = 270
  }

  public init(
    string: String, font: String, scale: Double, maxWidth: Int?, maxLines: Int = 1, runs: [Run] = [],
    turn: Turn? = nil
  ) {
    self.string = string
    self.font = font
    self.scale = scale
    self.maxWidth = maxWidth
    self.maxLines = maxLines
    self.runs = runs
    self.turn = turn
  }

  /// The same text with level lines.
  public var level: StyledText {
    var text = self
    text.turn = nil
    return text
  }
}
