import Settings
import VisualEffects

/// The names that values get in place of the colours that they are.
struct ColourNames {
  /// The options whose values are colours, or arrays with colours.
  static let keys = [
    "ink", "fill", "zone_fill", "tint", "border_color", "underline_color", "stroke_color", "shadow_color",
  ]
  /// The names that stand for something else wherever a colour is taken.
  private static let reserved = Set(["system"] + VibrancyEffect.Style.allCases.map(\.rawValue))

  /// The names by the texts of colours.
  private var names: [String: String] = [:]
  /// The names that values have got.
  private(set) var used: Set<String> = []

  /// The first of several names for one colour counts.
  init(_ colours: [(name: String, colour: SIMD4<Double>)]) {
    for (name, colour) in colours where !Self.reserved.contains(name) {
      names[colour.hexadecimal] = names[colour.hexadecimal] ?? name
    }
  }

  /// Returns a value with the names of the colours in it, in their place.
  mutating func named(_ value: SettingsValue) -> SettingsValue {
    switch value.content {
    case .array(let elements): return .array(elements.map { named($0) })
    case .string(let text):
      guard let name = names[text] else { return value }
      used.insert(name)
      return .string(name)
    default: return value
    }
  }
}
