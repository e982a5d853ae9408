import JSON

/// A block of a status line.
public struct I3barBlock: Equatable, Sendable {
  /// The least width of a block.
  public enum Width: Equatable, Sendable {
    /// A number of pixels, which programs mean as points.
    case points(Double)
    /// The width that this text would have.
    case text(String)
  }

  /// On which side of its least width the text stands.
  public enum Alignment: String, Equatable, Sendable {
    case left, center, right
  }

  public var fullText: String
  /// What the program offers for a lack of room; empty: nothing.
  public var shortText = ""
  /// Encoded sRGB and opacity, 0 … 1; nil: the block has no colour of its own.
  public var colour, background, border: SIMD4<Double>?
  public var minWidth: Width?
  public var alignment = Alignment.left
  /// Tell the program which block was clicked.
  public var name, instance: String?
  public var isUrgent = false
  /// Whether a line stands between the block and the next one.
  public var hasSeparator = true
  /// Whether the texts are markup of Pango.
  public var isMarkup = false

  public init(_ fullText: String) {
    self.fullText = fullText
  }
}

extension I3barBlock {
  /// Blocks of one status line at most.
  static let most = 64
  /// The longest text that is read, in Unicode scalars.
  static let longest = 4096
  /// The greatest least width.
  static let mostPoints = 4096.0

  /// Reads the blocks of a status line; nil if it is no array.
  ///
  /// What is no block, or one without a text, is left out as i3bar does; what has another type than it should is left as
  /// if it were not there.
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
