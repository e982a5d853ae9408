import Settings

/// The material that glass with the look of a bar has.
enum BarMaterial {
  /// The options of a material with the look of a bar.
  static func entries(_ look: WidgetLook) -> [(key: String, value: SettingsValue)] {
    let base = look.fill == nil ? "clearGlass" : "systemUltraThinMaterial"
    let shade = isDark(look.fill, ink: look.ink) ? "Dark" : "Light"
    var entries = [(key: "base", value: SettingsValue.string(base + shade))]
    if let fill = look.fill { entries.append((key: "tint", value: .colour(fill))) }
    if let ink = look.ink { entries.append((key: "ink", value: .colour(ink))) }
    return entries + border(frame(look.lines))
  }

  /// The line that is the same at all sides; nil: there is none.
  static func frame(_ lines: [WidgetLook.Line?]) -> WidgetLook.Line? {
    lines.allSatisfy { $0 == lines[0] } ? lines[0] : nil
  }

  /// The options of a line along the edge.
  static func border(_ line: WidgetLook.Line?) -> [(key: String, value: SettingsValue)] {
    guard let line else { return [] }
    return [
      (key: "border_width", value: .number(min(line.width, 16))),
      (key: "border_color", value: .colour(line.colour)),
    ]
  }

  /// Whether the glass is dark: by its colour if that is to be seen, or else by that of the text.
  static func isDark(_ tint: SIMD4<Double>?, ink: SIMD4<Double>?) -> Bool {
    func luminance(_ colour: SIMD4<Double>) -> Double {
      0.2126 * colour.x + 0.7152 * colour.y + 0.0722 * colour.z
    }
    if let tint, tint.w > 0.3 { return luminance(tint) < 0.55 }
    return ink.map { luminance($0) > 0.45 } ?? true
  }
}
