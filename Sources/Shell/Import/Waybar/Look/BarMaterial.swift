import Settings
import VisualEffects

/// The material that glass with the look of a bar has.
enum BarMaterial {
  /// The options of a material with a fill and an ink, with a line along its edge.
  static func entries(
    fill: SIMD4<Double>?, ink: SIMD4<Double>?, line: WidgetLook.Line? = nil
  ) -> SettingsPairs {
    let base = fill == nil ? "clearGlass" : "systemUltraThinMaterial"
    var entries: SettingsPairs = [("base", .string(base + (isDark(fill, ink: ink) ? "Dark" : "Light")))]
    if let fill { entries.append(("tint", .colour(fill))) }
    if let ink { entries.append(("ink", .colour(ink))) }
    guard let line else { return entries }
    return entries + [
      ("border_width", .number(min(line.width, 16))), ("border_color", .colour(line.colour)),
    ]
  }

  /// The line that is the same at all sides; nil: there is none.
  static func frame(_ lines: [WidgetLook.Line?]) -> WidgetLook.Line? {
    lines.allSatisfy { $0 == lines[0] } ? lines[0] : nil
  }

  /// Whether the glass is dark: by its colour if that is to be seen, or else by that of the text.
  static func isDark(_ tint: SIMD4<Double>?, ink: SIMD4<Double>?) -> Bool {
    if let tint, tint.w > 0.3 { return isDark(tint) }
    return ink.map { luma($0) > 0.45 } ?? true
  }

  /// Whether a colour is nearer to black than to white.
  static func isDark(_ colour: SIMD4<Double>) -> Bool { luma(colour) < 0.55 }

  private static func luma(_ colour: SIMD4<Double>) -> Double {
    (SIMD3(colour.x, colour.y, colour.z) * Luminance.weights).sum()
  }
}
