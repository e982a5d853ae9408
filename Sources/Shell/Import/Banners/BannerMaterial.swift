import Settings
import VisualEffects

/// A material whose tint is a colour of another program's banners.
struct BannerMaterial {
  var name: String
  /// The colour, as `#RRGGBB` or `#RRGGBBAA`.
  var tint: String

  /// The path of its table.
  var path: [String] { ["materials", name] }

  /// Whether the colour lets nothing of the glass through.
  var isOpaque: Bool { tint.count == 7 || tint.hasSuffix("FF") && tint.count == 9 }

  /// Whether the colour is invisible.
  static func isClear(_ tint: String) -> Bool { tint.count == 9 && tint.hasSuffix("00") }

  /// Whether the glass is dark: an ink that can be read on the colour decides, or else whether the colour is nearer to black.
  private func isDark(_ ink: String?) -> Bool {
    guard let ground = Self.colour(tint) else { return true }
    if isOpaque, let ink = ink.flatMap(Self.colour) {
      let (own, other) = (Luminance.of(ink), Luminance.of(ground))
      if Luminance.contrast(own, other) >= 3 { return own > other }
    }
    return (ground * Luminance.weights).sum() < 0.55
  }

  private static func colour(_ text: String) -> SIMD3<Double>? {
    let digits = text.dropFirst().prefix(6).compactMap(\.hexDigitValue)
    guard digits.count == 6 else { return nil }
    func part(_ index: Int) -> Double { Double(digits[2 * index] * 16 + digits[2 * index + 1]) / 255 }
    return SIMD3(part(0), part(1), part(2))
  }

  /// Writes the material, on which texts have an ink, `#RRGGBB` or `#RRGGBBAA`; nil: none is set.
  func write(to draft: inout SettingsDraft, ink: String?) {
    let isClear = Self.isClear(tint)
    // On glass of the other shade the colour would be changed until texts are legible.
    let shade = isClear ? "" : isDark(ink) ? "Dark" : "Light"
    draft.set(path + ["base"], .string("notificationBanner" + shade))
    draft.set(path + ["tint"], .string(isOpaque ? String(tint.prefix(7)) : tint))
    guard isClear else { return }
    draft.set(path + ["blur"], 0)
    draft.set(path + ["saturation"], 1)
    draft.set(path + ["brightness"], 0)
    draft.set(path + ["luminance_amount"], 0)
  }
}
