/// Text with styles, links and pictures, as in the body of a notification.
public struct MarkedText: Equatable, Hashable, Sendable {
  /// The style of letters.
  public struct Style: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Style(rawValue: 1)
    public static let italic = Style(rawValue: 2)
    public static let underline = Style(rawValue: 4)
  }

  /// A part of the text with a style or a link.
  public struct Run: Equatable, Hashable, Sendable {
    /// Offsets in the UTF-8 of `string`, never empty.
    public var range: Range<Int>
    public var style: Style
    /// The index in `links`; nil for no link.
    public var link: Int?

    public init(range: Range<Int>, style: Style, link: Int? = nil) {
      self.range = range
      self.style = style
      self.link = link
    }
  }

  /// A picture that the text refers to.
  public struct Image: Equatable, Hashable, Sendable {
    /// A path or a URI, not yet checked.
    public var source: String
    /// The text that replaces the picture; empty for none.
    public var description: String
  }

  /// The text; lines are separated by `\n`, and tabs are the only other control characters.
  public var string: String
  /// The parts with a style or a link, in order and without overlaps.
  public var runs: [Run]
  /// The targets of links, each a URI with its scheme.
  public var links: [String]
  public var images: [Image]

  public init(_ string: String = "", runs: [Run] = [], links: [String] = [], images: [Image] = []) {
    self.string = string
    self.runs = runs
    self.links = links
    self.images = images
  }
}
