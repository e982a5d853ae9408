import ModuleModel
import TextProcessing

/// A block of a status line.
public struct I3barBlock: Equatable, Sendable {
  /// The minimum width of a block, `min_width` in the protocol.
  public enum Width: Equatable, Sendable {
    /// A width that the protocol gives in pixels, and that is taken as points.
    case points(Double)
    /// The rendered width of this text.
    case text(String)
  }

  /// The alignment of the text in a block that is wider than its text.
  public enum Alignment: String, Equatable, Sendable {
    case left, center, right
  }

  public var fullText: String
  /// The text that replaces `fullText` where there is too little room; empty if the program gives none.
  public var shortText = ""
  /// The colours of the text, the background and the border, in gamma-encoded sRGB with opacity, 0 … 1; nil if the
  /// program gives none.
  public var colour, background, border: SIMD4<Double>?
  public var minWidth: Width?
  public var alignment = Alignment.left
  /// The names by which the program recognises the block in a click event; nil if it gives none.
  public var name, instance: String?
  public var isUrgent = false
  /// Whether a separator line is drawn between the block and the next one.
  public var hasSeparator = true
  /// Whether the texts are Pango markup.
  public var isMarkup = false

  public init(_ fullText: String) {
    self.fullText = fullText
  }
}

extension I3barBlock {
  /// The maximum number of blocks of a status line; further ones are ignored.
  static let most = 64
  /// The maximum length of a text, in Unicode scalars; the rest is cut off.
  static let longest = 4096
  /// The maximum of a minimum width, in points.
  static let mostPoints = 4096.0

  /// Reads the blocks of a status line; returns nil if it is not an array.
  ///
  /// Elements without a text are left out, as in i3bar. Members of an unexpected type are ignored.
  static func blocks(_ line: JSONValue) -> [I3barBlock]? {
    guard case .array(let values) = line else { return nil }
    return Array(values.lazy.compactMap { I3barBlock($0) }.prefix(most))
  }

  private init?(_ value: JSONValue) {
    guard let text = value["full_text"]?.text.map(Self.cut), !text.isEmpty else { return nil }
    self.init(text)
    shortText = value["short_text"]?.text.map(Self.cut) ?? ""
    colour = Self.colour(value["color"])
    background = Self.colour(value["background"])
    border = Self.colour(value["border"])
    switch value["min_width"] {
    case .number(let width)?: if width > 0 { minWidth = .points(min(width, Self.mostPoints)) }
    case .string(let text)?: if !text.isEmpty { minWidth = .text(Self.cut(text)) }
    default: break
    }
    alignment = value["align"]?.string.flatMap { Alignment(rawValue: $0) } ?? .left
    name = value["name"]?.text.map(Self.cut)
    instance = value["instance"]?.text.map(Self.cut)
    isUrgent = value["urgent"]?.bool ?? false
    hasSeparator = value["separator"]?.bool ?? true
    isMarkup = value["markup"]?.string == "pango"
  }

  private static func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: longest, limitedBy: scalars.endIndex) else {
      return text
    }
    return String(scalars[..<end])
  }

  /// The colour of `#rrggbb` or `#rrggbbaa`.
  private static func colour(_ value: JSONValue?) -> SIMD4<Double>? {
    guard let text = value?.string, text.hasPrefix("#"), [7, 9].contains(text.utf8.count) else { return nil }
    return SIMD4(hexDigits: text.dropFirst())
  }
}
