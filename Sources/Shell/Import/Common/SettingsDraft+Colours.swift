import Settings
import VisualEffects

extension SettingsDraft {
  /// The options whose values are colours, or arrays with colours.
  private static let colourKeys = [
    "ink", "fill", "zone_fill", "tint", "border_color", "underline_color", "stroke_color", "shadow_color",
  ]
  /// The names that stand for something else wherever a colour is taken.
  private static let reserved = Set(["system"] + VibrancyEffect.Style.allCases.map(\.rawValue))

  /// Writes colours by names, which the table `colors` gets as far as options have these colours; of several names for one colour the
  /// first counts.
  mutating func name(_ colours: [(name: String, colour: SIMD4<Double>)]) {
    var names: [String: String] = [:]
    for (name, colour) in colours where !Self.reserved.contains(name) {
      guard case .string(let text) = SettingsValue.colour(colour).content, names[text] == nil else {
        continue
      }
      names[text] = name
    }
    var used: Set<String> = []
    func named(_ value: SettingsValue) -> SettingsValue {
      switch value.content {
      case .array(let elements): return .array(elements.map(named))
      case .string(let text):
        guard let name = names[text] else { return value }
        used.insert(name)
        return .string(name)
      default: return value
      }
    }
    for key in Self.colourKeys { replaceValues(of: key, named) }
    for (name, colour) in colours where used.contains(name) { set(["colors", name], .colour(colour)) }
  }
}
