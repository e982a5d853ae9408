import Scenes

/// The name of a font in Pango's syntax: families and styles, then a size, then variations, then features.
///
/// A last word that is not a number belongs to the family, as in Pango: `Comic Nan` has no size.
public struct FontName: Equatable, Sendable {
  /// The sizes that a setting may have, in points; the largest exceeds the height of most bars.
  public static let sizes = 1.0...256.0
  /// The size of a name without a size, in points.
  public static let defaultSize = 11.0

  /// The families of texts unless the settings have others, of which the first that is installed is used: Inter, and the fonts of
  /// desktops that look like it.
  static let usualFamilies = "Inter, SF Pro, Adwaita Sans, Cantarell, Noto Sans"

  /// The families and styles.
  private let family: String
  /// The size in `unit`; nil if the name has none.
  private let size: Double?
  /// The unit of the size: `px`, or empty for points.
  private let unit: String
  /// The variations, such as `@wght=500`; may be empty.
  private let variations: String
  /// The features, such as `#ss01`; may be empty.
  private let features: String

  private static let pixel = "px"
  static let pointsPerPixel = 0.75

  /// Reads a name; never fails, since any text can be the name of a family.
  public init(_ name: String) {
    let (plain, features) = FontFeatures.divided(name)
    self.features = features.map { "#" + $0.text } ?? ""
    var rest = Self.trimmed(plain[...])
    var variations = Substring()
    if let word = Self.lastWord(of: rest, endsAtComma: false), word.hasPrefix("@") {
      variations = word
      rest = Self.trimmed(rest.dropLast(word.count))
    }
    var size: Double?
    var unit = ""
    if let word = Self.lastWord(of: rest, endsAtComma: true) {
      let isAbsolute = word.hasSuffix(Self.pixel)
      size = Self.number(word.dropLast(isAbsolute ? Self.pixel.count : 0))
      if size != nil {
        rest = Self.trimmed(rest.dropLast(word.count))
        if isAbsolute { unit = Self.pixel }
      }
    }
    (family, self.size, self.unit, self.variations) = (String(rest), size, unit, String(variations))
  }

  /// Whether the last word is not one that begins as features do and is none.
  var hasKnownFeatures: Bool {
    !features.isEmpty || Self.lastWord(of: Self.trimmed(family[...]), endsAtComma: false)?.first != "#"
      || size != nil
  }

  /// The size in points, possibly infinite; nil if the name has none.
  public var points: Double? { size.map { unit.isEmpty ? $0 : $0 * Self.pointsPerPixel } }

  /// The name of the same font in another size, in tenths of the unit of its own size.
  ///
  /// A size that a setting may not have is replaced by the nearest one that it may.
  public func scaled(by factor: Double) -> String {
    let wanted = min(max(points ?? Self.defaultSize, Self.sizes.lowerBound), Self.sizes.upperBound)
    let known = unit.isEmpty ? wanted : wanted / Self.pointsPerPixel
    let tenths = max(1, Int((known * factor * 10).rounded()))
    return [family, "\(tenths / 10).\(tenths % 10)\(unit)", variations, features].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The height of a line as a share of the size of the font, as of most fonts.
  static let lineHeight = 1.25
  /// The least size of letters that can be read, in points, and the step in which smaller sizes are tried.
  private static let (leastLegibleSize, step) = (7.0, 0.3)

  /// The name of the font in the largest size in which a text fits into `room`, not greater than its own, and not so small that
  /// letters could not be read unless its own is. `extent` returns the extent of the text in a font, in the unit of `room`.
  public func fitted(in room: Double, extent: (String) -> Double) -> String {
    let own = points ?? Self.defaultSize
    let least = min(1, Self.leastLegibleSize / own)
    var factor = 1.0
    var font = scaled(by: 1)
    while factor > least, extent(font) > room {
      factor = max(least, factor - Self.step / own)
      font = scaled(by: factor)
    }
    return font
  }

  /// The number that a word is; nil for names such as `nan` and `inf`.
  private static func number(_ word: Substring) -> Double? {
    guard let first = word.drop(while: { $0 == "+" || $0 == "-" }).first, first.isASCII,
      first.isNumber || first == "."
    else { return nil }
    return Double(word)
  }

  private static func lastWord(of text: Substring, endsAtComma: Bool) -> Substring? {
    let word = text.suffix(while: { $0 != " " && !(endsAtComma && $0 == ",") })
    return word.isEmpty ? nil : word
  }

  private static func trimmed(_ text: Substring) -> Substring {
    text.dropLast(text.reversed().prefix { $0 == " " }.count)
  }
}

extension Substring {
  /// The longest suffix whose characters all satisfy `isPart`.
  fileprivate func suffix(while isPart: (Character) -> Bool) -> Substring {
    suffix(reversed().prefix(while: isPart).count)
  }
}
