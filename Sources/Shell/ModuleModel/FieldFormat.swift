import Localization

/// The format of a field: the part after the colon in `{percent:>4.1}`.
public struct FieldFormat: Equatable, Sendable {
  /// The side on which a value is aligned within the width.
  public enum Alignment: Character, Equatable, Sendable {
    case left = "<"
    case right = ">"
    case center = "^"
  }

  /// The alignment; nil: numbers at the right, everything else at the left.
  public var alignment: Alignment?
  /// Least width in characters; shorter values are padded with spaces.
  public var width = 0
  /// Whether numbers are padded with zeros in place of spaces.
  var hasZeros = false
  /// Digits after the point of a number, or most characters of a text.
  public var precision: Int?
  /// The form of a duration, such as `%-H h %M`; nil: the usual one.
  var durationForm: DurationForm?
  /// The prefix of the unit in which sizes and rates are written, without the unit; nil: the one that suits them, with it.
  public var prefix: UnitPrefix?
  /// The factor from one prefix to the next; nil: the usual one of the unit.
  public var step: Double?

  /// Whether sizes and rates have no space before their unit.
  public var isCompact = false

  /// A prefix of a unit.
  public enum UnitPrefix: Character, CaseIterable, Sendable {
    case none = "B"
    case kilo = "K"
    case mega = "M"
    case giga = "G"
    case tera = "T"

    /// The number of steps of 1000, or of 1024.
    var power: Int { Self.allCases.firstIndex(of: self)! }
  }

  /// The greatest width and the greatest precision of a text.
  static let mostCharacters = 200
  /// The greatest precision of a number.
  static let mostDigits = 9

  /// Makes a format that writes a value without padding or precision.
  public init() {}

  /// Reads `[<>^][0][width][.precision]`, and for sizes and rates a prefix of the unit or a `c`; nil if the text has another form or a
  /// number is too large.
  init?(_ text: Substring, type: FieldType, unit: FieldUnit = .none) {
    if type == .duration, text.contains("%") {
      guard let form = DurationForm(text) else { return nil }
      durationForm = form
      return
    }
    var rest = text
    if let first = rest.first, let alignment = Alignment(rawValue: first) {
      self.alignment = alignment
      rest.removeFirst()
    }
    let isNumber = type == .integer || type == .real
    if rest.first == "0", isNumber {
      hasZeros = true
      rest.removeFirst()
    }
    if unit.step != nil {
      isCompact = rest.last == "c"
      if isCompact { rest.removeLast() } else { takePrefix(from: &rest) }
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty {
      guard let width = Int(digits), width <= Self.mostCharacters else { return nil }
      self.width = width
      rest = rest.dropFirst(digits.count)
    }
    if rest.first == "." {
      guard let precision = Int(rest.dropFirst()), rest.dropFirst().allSatisfy(\.isNumber) else { return nil }
      guard precision <= (isNumber ? Self.mostDigits : Self.mostCharacters) else { return nil }
      self.precision = precision
      rest = ""
    }
    guard rest.isEmpty else { return nil }
  }

  /// Reads a prefix of the unit at the end of a text: `G`, or `GB` and `GiB`, which name the factor, or `B` for none.
  private mutating func takePrefix(from text: inout Substring) {
    var (rest, step) = (text, Double?.none)
    let names = [("iB", 1024.0), ("B", 1000.0)]
    if let (name, factor) = names.first(where: { rest.hasSuffix($0.0) }), rest.count > name.count,
      let last = rest.dropLast(name.count).last, last.isLetter
    {
      rest.removeLast(name.count)
      step = factor
    }
    guard let last = rest.popLast() else { return }
    guard let prefix = UnitPrefix(rawValue: last == "k" && step != nil ? "K" : last) else { return }
    (text, self.prefix, self.step) = (rest, prefix, step)
  }

  /// Writes a value.
  func text(_ value: FieldValue) -> String {
    let text: String
    var isNumber = true
    switch value {
    case .text(let string), .markup(_, plain: let string):
      isNumber = false
      text = precision.map { shortened(string, to: $0) } ?? string
    case .integer(let integer, let unit):
      text =
        prefixed(Double(integer), unit) ?? precision.map { Decimal.fixed(Double(integer), digits: $0) }
        ?? "\(integer)"
    case .real(let real, let unit):
      text = prefixed(real, unit) ?? precision.map { Decimal.fixed(real, digits: $0) } ?? Decimal.short(real)
    case .duration(let duration, _) where durationForm != nil:
      text = durationForm?.text(duration) ?? ""
    case .duration(let duration, .seconds): text = Self.minutes(duration)
    case .duration(let duration, _): text = Self.hours(duration)
    case .bool(let bool):
      isNumber = false
      text = bool ? "yes" : "no"
    case .list, .icons: return ""
    }
    return filled(text, isNumber: isNumber)
  }

  private func shortened(_ text: String, to limit: Int) -> String {
    guard text.count > limit else { return text }
    return String(text.prefix(max(0, limit - 1))) + "…"
  }

  private func filled(_ text: String, isNumber: Bool) -> String {
    let missing = width - text.count
    guard missing > 0 else { return text }
    if hasZeros, isNumber {
      let sign = text.hasPrefix("-") ? 1 : 0
      return text.prefix(sign) + String(repeating: "0", count: missing) + text.dropFirst(sign)
    }
    let before =
      switch alignment ?? (isNumber ? .right : .left) {
      case .left: 0
      case .right: missing
      case .center: missing / 2
      }
    return String(repeating: " ", count: before) + text + String(repeating: " ", count: missing - before)
  }

  /// Writes a number of bytes or bits with its prefix; nil for other units.
  private func prefixed(_ value: Double, _ unit: FieldUnit) -> String? {
    guard let step = unit.step else { return nil }
    guard value.isFinite else { return Decimal.short(value) }
    if let prefix {
      let scaled = (0..<prefix.power).reduce(value) { number, _ in number / (self.step ?? step) }
      return Decimal.fixed(scaled, digits: precision ?? (prefix == .none ? 0 : 1))
    }
    let prefixes = unit == .bytes ? ["", "Ki", "Mi", "Gi", "Ti", "Pi"] : ["", "k", "M", "G", "T", "P"]
    var (scaled, place) = (value, 0)
    // A number that would be rounded up to a whole step takes the next prefix.
    while abs(scaled) >= step - 0.5, place < prefixes.count - 1 {
      scaled /= step
      place += 1
    }
    let digits = precision ?? (place > 0 && abs(scaled) < 9.95 ? 1 : 0)
    return Decimal.fixed(scaled, digits: digits) + (isCompact ? "" : " ") + prefixes[place]
      + Self.sign(of: unit)
  }

  /// The sign of a unit behind its prefix, in which `byte` is that of a byte in the user's language.
  static func sign(of unit: FieldUnit, byte: String = localized("B", context: "byte")) -> String {
    unit == .bytes ? byte : unit == .bytesPerSecond ? byte + "/s" : "bit/s"
  }

  /// Writes hours and minutes: `1:05`; days are written as hours.
  private static func hours(_ duration: Duration) -> String {
    let minutes = max(0, duration.components.seconds) / 60
    return "\(minutes / 60):\(twoDigits(minutes % 60))"
  }

  /// Writes minutes and seconds, and hours if there are any: `2:05` and `1:02:05`.
  private static func minutes(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    let rest = twoDigits(seconds % 60)
    return seconds < 3600
      ? "\(seconds / 60):\(rest)" : "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(rest)"
  }

  static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension FieldValue {
  /// The value as people write it; numbers with so many digits behind the point, 0 … 9.
  public func words(digits: Int? = nil) -> String {
    var format = FieldFormat()
    format.precision = digits
    return format.text(self)
  }
}

/// Writes numbers with the decimal separator of the user's locale.
enum Decimal {
  /// Writes a number with `digits` decimals, 0 … 9.
  static func fixed(
    _ value: Double, digits: Int, separator: String = NumberForm.decimalSeparator
  ) -> String {
    guard value.isFinite else { return "–" }
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = (abs(value) * factor).rounded()
    // Larger numbers have no exact digits.
    guard scaled < 9e15 else { return "\(value)" }
    let whole = Int(scaled)
    let (number, rest) = whole.quotientAndRemainder(dividingBy: Int(factor))
    let sign = value < 0 && whole != 0 ? "-" : ""
    if digits == 0 { return "\(sign)\(number)" }
    let fraction = "\(rest)"
    return "\(sign)\(number)\(separator)" + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// Writes a number with at most two decimals, and no zeros at their end.
  static func short(_ value: Double, separator: String = NumberForm.decimalSeparator) -> String {
    guard value.isFinite, abs(value) < 9e13 else { return fixed(value, digits: 2, separator: separator) }
    let hundredths = Int((abs(value) * 100).rounded())
    let digits = hundredths % 100 == 0 ? 0 : hundredths % 10 == 0 ? 1 : 2
    return fixed(value, digits: digits, separator: separator)
  }
}

extension FieldUnit {
  /// The factor between a prefix of the unit and the next one; nil if the unit has no prefixes.
  var step: Double? {
    switch self {
    case .bytes: 1024
    case .bytesPerSecond, .bitsPerSecond: 1000
    default: nil
    }
  }
}
