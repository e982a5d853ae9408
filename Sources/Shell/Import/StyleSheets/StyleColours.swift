import ModuleModel

/// The named colours of a style sheet, and the expressions for colours that GTK has.
struct StyleColours: Sendable {
  /// The most functions that may be nested.
  private static let deepest = 16

  /// The colours by name, as far as their expressions are right.
  private(set) var named: [String: SIMD4<Double>] = [:]
  /// The expressions that are not evaluated yet.
  private var waiting: [String: String]

  init(_ expressions: [String: String]) {
    waiting = expressions
    for name in expressions.keys.sorted() { resolve(name) }
  }

  /// The colour of an expression, encoded sRGB and opacity; nil: it is none, or a name in it is unknown.
  func colour(_ text: String) -> SIMD4<Double>? { Self.evaluate(text, depth: 0, named) }

  /// Evaluates a name once, after those that its expression refers to; names in a circle have no colour.
  private mutating func resolve(_ name: String, depth: Int = 0) {
    guard depth < 256, let expression = waiting.removeValue(forKey: name) else { return }
    for other in Self.names(in: expression) { resolve(other, depth: depth + 1) }
    named[name] = Self.evaluate(expression, depth: 0, named)
  }

  /// The names of colours in an expression, which stand behind `@`.
  static func names(in expression: String) -> [String] {
    var names: [String] = []
    var rest = expression[...]
    while let sign = rest.firstIndex(of: "@") {
      rest = rest[sign...].dropFirst()
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      if !name.isEmpty { names.append(String(name)) }
    }
    return names
  }

  private static func evaluate(
    _ text: String, depth: Int, _ named: [String: SIMD4<Double>]
  ) -> SIMD4<Double>? {
    let text = text.trimmedSpace
    guard depth < deepest, !text.isEmpty else { return nil }
    if text.hasPrefix("#") { return hexadecimal(text.dropFirst()) }
    if text.hasPrefix("@") {
      let name = String(text.dropFirst())
      return named[name] ?? ThemeColours.colour(name)
    }
    if let open = text.firstIndex(of: "("), text.hasSuffix(")") {
      let arguments = text[open...].dropFirst().dropLast().splitOutsideParentheses(at: ",")
      return function(text[..<open].lowercased(), arguments.map { $0.trimmedSpace }) {
        evaluate($0, depth: depth + 1, named)
      }
    }
    let name = text.lowercased()
    return name == "transparent" ? SIMD4(0, 0, 0, 0) : NamedColours.colour(name)
  }

  private static func function(
    _ name: String, _ arguments: [String], _ colour: (String) -> SIMD4<Double>?
  ) -> SIMD4<Double>? {
    if name == "rgb" || name == "rgba" { return channels(arguments, colour: colour) }
    if name == "hsl" || name == "hsla" { return hue(arguments) }
    guard let first = arguments.first.flatMap(colour) else { return nil }
    switch (name, arguments.count) {
    case ("alpha", 2):
      guard let factor = number(arguments[1]) else { return nil }
      return SIMD4(first.x, first.y, first.z, (first.w * factor).clamped(to: 0...1))
    case ("shade", 2): return number(arguments[1]).map { shade(first, $0) }
    case ("lighter", 1): return shade(first, 1.3)
    case ("darker", 1): return shade(first, 0.7)
    case ("mix", 3):
      guard let second = colour(arguments[1]), let share = number(arguments[2]) else {
        return nil
      }
      return first + (second - first) * share
    default: return nil
    }
  }

  /// Three to eight hexadecimal digits.
  private static func hexadecimal(_ digits: Substring) -> SIMD4<Double>? {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count else { return nil }
    let bytes: [Int]
    switch values.count {
    case 3, 4: bytes = values.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default: return nil
    }
    let all = bytes.count == 3 ? bytes + [255] : bytes
    return SIMD4(Double(all[0]), Double(all[1]), Double(all[2]), Double(all[3])) / 255
  }

  /// The arguments of `rgb` and `rgba`: three channels and an opacity, or a colour and an opacity; spaces and a slash may stand in
  /// place of commas.
  private static func channels(
    _ arguments: [String], colour: (String) -> SIMD4<Double>?
  ) -> SIMD4<Double>? {
    if arguments.count == 2, let base = colour(arguments[0]), let opacity = number(arguments[1]) {
      return SIMD4(base.x, base.y, base.z, opacity)
    }
    let parts =
      arguments.count == 1 ? arguments[0].split { $0 == " " || $0 == "/" }.map(String.init) : arguments
    guard parts.count == 3 || parts.count == 4 else { return nil }
    let numbers = parts.prefix(3).compactMap { part in
      part.hasSuffix("%") ? number(part) : Double(style: part).map { $0 / 255 }
    }
    guard numbers.count == 3, let opacity = parts.count == 4 ? number(parts[3]) : 1 else { return nil }
    return SIMD4(numbers[0], numbers[1], numbers[2], opacity).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The arguments of `hsl` and `hsla`.
  private static func hue(_ arguments: [String]) -> SIMD4<Double>? {
    guard arguments.count == 3 || arguments.count == 4,
      let hue = Double(style: arguments[0].droppingSuffix("deg")),
      let saturation = number(arguments[1]), let lightness = number(arguments[2]),
      let opacity = arguments.count == 4 ? number(arguments[3]) : 1
    else { return nil }
    return rgb(SIMD3(hue, saturation, lightness), opacity)
  }

  /// A number, or a percentage as a part of 1.
  private static func number(_ text: String) -> Double? {
    text.hasSuffix("%") ? Double(style: text.dropLast()).map { $0 / 100 } : Double(style: text)
  }

  /// The colour with lightness and saturation multiplied, as GTK does.
  private static func shade(_ colour: SIMD4<Double>, _ factor: Double) -> SIMD4<Double> {
    var parts = hsl(colour)
    parts.z = (parts.z * factor).clamped(to: 0...1)
    parts.y = (parts.y * factor).clamped(to: 0...1)
    return rgb(parts, colour.w)
  }

  /// Hue in degrees, saturation and lightness.
  private static func hsl(_ colour: SIMD4<Double>) -> SIMD3<Double> {
    let greatest = max(colour.x, colour.y, colour.z)
    let least = min(colour.x, colour.y, colour.z)
    let lightness = (greatest + least) / 2
    let range = greatest - least
    guard range > 0 else { return SIMD3(0, 0, lightness) }
    let saturation = lightness <= 0.5 ? range / (greatest + least) : range / (2 - greatest - least)
    let sector =
      greatest == colour.x
      ? (colour.y - colour.z) / range
      : greatest == colour.y ? 2 + (colour.z - colour.x) / range : 4 + (colour.x - colour.y) / range
    return SIMD3(sector < 0 ? sector * 60 + 360 : sector * 60, saturation, lightness)
  }

  private static func rgb(_ parts: SIMD3<Double>, _ opacity: Double) -> SIMD4<Double> {
    let spread = parts.y * min(parts.z, 1 - parts.z)
    func channel(_ offset: Double) -> Double {
      let sector = (offset + parts.x / 30).truncatingRemainder(dividingBy: 12)
      let positive = sector < 0 ? sector + 12 : sector
      return parts.z - spread * max(-1, min(positive - 3, 9 - positive, 1))
    }
    return SIMD4(channel(0), channel(8), channel(4), opacity.clamped(to: 0...1))
  }
}

extension Double {
  /// Reads a number of a style sheet; nil: the text is none, as `nan` and `inf` are none there.
  init?(style text: some StringProtocol) {
    guard let number = Double(String(text)), number.isFinite else { return nil }
    self = number
  }
}
