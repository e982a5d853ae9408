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
    guard let text = Self.text(value["full_text"]), !text.isEmpty else { return nil }
    self.init(text)
    shortText = Self.text(value["short_text"]) ?? ""
    colour = Self.colour(value["color"])
    background = Self.colour(value["background"])
    border = Self.colour(value["border"])
    switch value["min_width"] {
    case .number(let width)?: if width > 0 { minWidth = .points(min(width, Self.mostPoints)) }
    case .string(let text)?: if !text.isEmpty { minWidth = .text(Self.cut(text)) }
    default: break
    }
    alignment = value["align"]?.string.flatMap { Alignment(rawValue: $0) } ?? .left
    name = Self.text(value["name"])
    instance = Self.text(value["instance"])
    isUrgent = value["urgent"]?.bool ?? false
    hasSeparator = value["separator"]?.bool ?? true
    isMarkup = value["markup"]?.string == "pango"
  }

  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): cut(text)
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    default: nil
    }
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
    guard let text = value?.string, text.hasPrefix("#"), [7, 9].contains(text.utf8.count),
      text.utf8.dropFirst().allSatisfy({
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || 0x61...0x66 ~= $0 | 0x20
      }),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let all = text.utf8.count == 7 ? number << 8 | 0xFF : number
    return SIMD4(Double(all >> 24), Double(all >> 16 & 255), Double(all >> 8 & 255), Double(all & 255)) / 255
  }
}
