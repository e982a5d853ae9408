import Scenes
import VisualEffects

/// The style of a part of a text with markup, which elements and their attributes change as in Pango.
struct MarkupStyle: Equatable {
  /// The reason why an attribute has no effect.
  enum Mistake: Error, Equatable {
    case unknown
    /// The value is not as expected; `known` are names that it may be.
    case wrong(expected: String, known: [String] = [])
  }

  var letters = StyledText.Style()
  /// The ink; nil: that of the text around it.
  private var ink: ModuleInk?
  /// The opacity, 0 … 1.
  private var opacity = 1.0

  /// The names of the elements.
  static let elements = ["b", "big", "i", "s", "small", "span", "sub", "sup", "tt", "u"]

  /// The names of the attributes of `span`.
  static let attributes =
    foreground + weight + style + size + underline + strikethrough + family + font + alpha
    + ["rise", "letter_spacing", "font_features"]
  private static let foreground = ["color", "foreground", "fgcolor"]
  private static let weight = ["weight", "font_weight"]
  private static let style = ["style", "font_style"]
  private static let size = ["size", "font_size"]
  private static let underline = ["underline"]
  private static let strikethrough = ["strikethrough"]
  private static let family = ["font_family", "face"]
  private static let font = ["font", "font_desc"]
  private static let alpha = ["alpha", "fgalpha"]

  /// The ratio of a size to the next smaller one.
  private static let step = 1.2
  /// The sizes of raised and lowered letters, and their distances from the baseline, as parts of the size around them.
  private static let scriptSize = 0.7
  private static let superscriptRaise = 0.33
  private static let subscriptRaise = -0.15
  /// The multiples of a font's size, and the points, that letters may have.
  private static let factors = 0.5...4.0
  private static let points = 1.0...256.0
  /// The parts of a font's size by which letters may be raised, all elements around them taken together.
  private static let raises = -2.0...2.0
  /// The distances that letters may be raised by, all elements taken together, or be apart, in points.
  private static let distances = -64.0...64.0

  /// Enters an element; returns false for one that is unknown, which changes nothing.
  @discardableResult
  mutating func enter(_ element: String) -> Bool {
    switch element {
    case "b": letters.weight = StyledText.Style.bold
    case "i": letters.isItalic = true
    case "u": letters.isUnderlined = true
    case "s": letters.isStruckThrough = true
    case "tt": letters.family = "monospace"
    case "big": resize(Self.step)
    case "small": resize(1 / Self.step)
    case "sub": shift(Self.subscriptRaise)
    case "sup": shift(Self.superscriptRaise)
    case "span": break
    default: return false
    }
    return true
  }

  /// Applies an attribute of `span`; throws for one that is unknown or has a value that it does not take. `colours` are those of
  /// the settings.
  mutating func set(
    _ name: String, to value: String, colours: [String: SIMD4<Double>] = [:]
  ) throws(Mistake) {
    switch name {
    case _ where Self.foreground.contains(name):
      guard let ink = ModuleInk(markup: value, colours: colours) else {
        throw .wrong(
          expected: "a colour such as \"#ff453a\" or \"red\", or the name of a colour or a vibrancy",
          known: VibrancyEffect.Style.allCases.map(\.rawValue) + colours.keys.sorted())
      }
      self.ink = ink
    case _ where Self.weight.contains(name):
      guard let weight = Self.weights[value] ?? Int(value), (100...1000).contains(weight) else {
        throw .wrong(expected: "a weight such as \"bold\", or a number from 100 to 1000")
      }
      letters.weight = weight
    case _ where Self.style.contains(name):
      guard ["normal", "oblique", "italic"].contains(value) else {
        throw .wrong(expected: "normal or italic")
      }
      letters.isItalic = value != "normal"
    case _ where Self.size.contains(name): try setSize(value)
    case _ where Self.underline.contains(name):
      letters.isUnderlined = value != "none"
      guard value == "none" || value == "single" else { throw .wrong(expected: "none or single") }
    case _ where Self.strikethrough.contains(name):
      guard let isStruckThrough = Bool(value) else { throw .wrong(expected: "true or false") }
      letters.isStruckThrough = isStruckThrough
    case _ where Self.family.contains(name): letters.family = try Self.name(value)
    case _ where Self.font.contains(name):
      letters.font = try Self.name(value)
      letters.family = nil
    case _ where Self.alpha.contains(name):
      guard let alpha = Self.percent(value) ?? Double(value).map({ $0 / 65536 }), (0...1).contains(alpha)
      else {
        throw .wrong(expected: "a part such as \"50%\", or a number up to 65536")
      }
      opacity *= alpha
    case "rise": raise(points: try Self.distance(value))
    case "letter_spacing": letters.letterSpacing = try Self.distance(value)
    case "font_features":
      guard let features = FontFeatures(value) else {
        throw .wrong(expected: "features of a font such as \"ss01, zero=1\"")
      }
      letters.features = features
    default: throw .unknown
    }
  }

  /// The ink of a text in a line of some ink; nil: that of the line.
  func shownInk(in line: ModuleInk?) -> ModuleInk? {
    opacity == 1 ? ink : (ink ?? line ?? .vibrant(.label)).faded(by: opacity)
  }

  // MARK: - Sizes

  private mutating func resize(_ factor: Double) {
    switch letters.size {
    case .points(let points)?: letters.size = .points((points * factor).clamped(to: Self.points))
    case .factor(let own)?: letters.size = .factor((own * factor).clamped(to: Self.factors))
    case nil: letters.size = .factor(factor)
    }
  }

  private mutating func shift(_ raise: Double) {
    switch letters.size {
    case .points(let points)?: self.raise(points: raise * points)
    case .factor(let factor)?: self.raise(by: raise * factor)
    case nil: self.raise(by: raise)
    }
    resize(Self.scriptSize)
  }

  private mutating func raise(by part: Double) {
    letters.raise = (letters.raise + part).clamped(to: Self.raises)
  }

  private mutating func raise(points: Double) {
    letters.raisePoints = (letters.raisePoints + points).clamped(to: Self.distances)
  }

  private mutating func setSize(_ value: String) throws(Mistake) {
    if value == "smaller" { return resize(1 / Self.step) }
    if value == "larger" { return resize(Self.step) }
    if let factor = Self.sizes[value] ?? Self.percent(value), Self.factors.contains(factor) {
      letters.size = .factor(factor)
    } else if let points = Self.length(value), Self.points.contains(points) {
      letters.size = .points(points)
    } else {
      throw .wrong(
        expected: "a size such as \"small\", \"x-large\", \"120%\", \"9pt\" or 1024 for each point")
    }
  }

  private static let sizes: [String: Double] = [
    "xx-small": 1 / (step * step * step), "x-small": 1 / (step * step), "small": 1 / step, "medium": 1,
    "large": step, "x-large": step * step, "xx-large": step * step * step,
  ]

  private static let weights: [String: Int] = [
    "thin": 100, "ultralight": 200, "light": 300, "semilight": 350, "book": 380, "normal": 400, "medium": 500,
    "semibold": 600, "bold": 700, "ultrabold": 800, "heavy": 900, "ultraheavy": 1000,
  ]

  // MARK: - Values

  private static func name(_ value: String) throws(Mistake) -> String {
    guard value.contains(where: { $0 != " " }), value.utf8.count <= 200 else {
      throw .wrong(expected: "the name of a font")
    }
    return value
  }

  private static func distance(_ value: String) throws(Mistake) -> Double {
    guard let points = length(value), distances.contains(points) else {
      throw .wrong(expected: "a distance such as \"2pt\", or 1024 for each point")
    }
    return points
  }

  /// A number with a percent sign, as a part of 1.
  private static func percent(_ value: String) -> Double? {
    guard value.last == "%", let number = Double(value.dropLast()) else { return nil }
    return number / 100
  }

  /// A length in points: a number with `pt`, or one of 1024ths.
  private static func length(_ value: String) -> Double? {
    value.hasSuffix("pt") ? Double(value.dropLast(2)) : Int(value).map { Double($0) / 1024 }
  }
}

extension ModuleInk {
  /// Reads the name of a vibrancy or of one of the colours of the settings, or a colour as Pango writes it: with or without
  /// opacity, or by its name in CSS.
  public init?(markup value: String, colours: [String: SIMD4<Double>] = [:]) {
    if let style = VibrancyEffect.Style(rawValue: value) {
      self = .vibrant(style)
    } else if let colour = colours[value] {
      self = .colour(colour)
    } else if value.first == "#" {
      guard let colour = SIMD4(hexDigits: value.dropFirst()) else { return nil }
      self = .colour(colour)
    } else if let colour = NamedColours.colour(value.lowercased()) {
      self = .colour(colour)
    } else {
      return nil
    }
  }

  /// The ink with a part of its opacity; for vibrant ink a weaker style.
  fileprivate func faded(by opacity: Double) -> ModuleInk {
    switch self {
    case .colour(let colour):
      return .colour(SIMD4(colour.x, colour.y, colour.z, colour.w * opacity))
    case .vibrant(let style):
      let weaker: [VibrancyEffect.Style] = [.label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel]
      guard let place = weaker.firstIndex(of: style) else { return self }
      // The styles are about as strong as 1, 0.6, 0.3 and 0.17; the limits lie between them.
      let steps = opacity >= 0.8 ? 0 : opacity >= 0.45 ? 1 : opacity >= 0.23 ? 2 : 3
      return .vibrant(weaker[min(place + steps, weaker.count - 1)])
    }
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
