/// The name of a font as Pango reads it: families and styles, behind them a size, and behind that variations.
///
/// As Pango has it, a last word that is no number belongs to the family: `Comic Nan` has no size.
public struct FontName: Equatable, Sendable {
  /// The sizes that a setting may ask for, in points; the largest is higher than most bars.
  public static let sizes = 1.0...256.0
  /// Used where a name has no size, in points.
  public static let defaultSize = 11.0

  /// Families and styles.
  private let family: String
  /// The size in `unit`; nil if the name has none.
  private let size: Double?
  /// Empty: points.
  private let unit: String
  /// As `@wght=500`; empty: none.
  private let variations: String

  private static let pixel = "px"
  private static let pointsPerPixel = 0.75

  /// Never fails, as any text can be the name of a family.
  public init(_ name: String) {
    var rest = Self.trimmed(name[...])
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

  /// The size in points, perhaps infinite; nil: the name has none.
  public var points: Double? { size.map { unit.isEmpty ? $0 : $0 * Self.pointsPerPixel } }

  /// The name of the same font in another size, in tenths of the unit that its own is in.
  ///
  /// A size that no setting may ask for is taken for the nearest that it may.
  public func scaled(by factor: Double) -> String {
    let wanted = min(max(points ?? Self.defaultSize, Self.sizes.lowerBound), Self.sizes.upperBound)
    let known = unit.isEmpty ? wanted : wanted / Self.pointsPerPixel
    let tenths = max(1, Int((known * factor * 10).rounded()))
    return [family, "\(tenths / 10).\(tenths % 10)\(unit)", variations].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// A word that begins as a number does; `nan` and `inf` are names.
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
  /// The longest end of it whose characters all satisfy `isPart`.
  fileprivate func suffix(while isPart: (Character) -> Bool) -> Substring {
    suffix(reversed().prefix(while: isPart).count)
  }
}
