/// Text with styles, links and pictures, as the body of a notification has them.
public struct MarkedText: Equatable, Hashable, Sendable {
  /// How letters look.
  public struct Style: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Style(rawValue: 1)
    public static let italic = Style(rawValue: 2)
    public static let underline = Style(rawValue: 4)
  }

  /// A part that is not plain.
  public struct Run: Equatable, Hashable, Sendable {
    /// Offsets in the UTF-8 of `string`, never empty.
    public var range: Range<Int>
    public var style: Style
    /// Index in `links`; nil: none.
    public var link: Int?

    public init(range: Range<Int>, style: Style, link: Int? = nil) {
      self.range = range
      self.style = style
      self.link = link
    }
  }

  /// A picture that the text names.
  public struct Image: Equatable, Hashable, Sendable {
    /// A path or a URI, not yet checked.
    public var source: String
    /// The text that stands in place of the picture; empty: none does.
    public var description: String
  }

  /// Lines are separated by `\n`; no other control characters but tabs.
  public var string: String
  /// The parts that look different, in order and without overlaps.
  public var runs: [Run]
  /// Targets, each a URI with its scheme.
  public var links: [String]
  public var images: [Image]

  public init(_ string: String = "", runs: [Run] = [], links: [String] = [], images: [Image] = []) {
    self.string = string
    self.runs = runs
    self.links = links
    self.images = images
  }
}
