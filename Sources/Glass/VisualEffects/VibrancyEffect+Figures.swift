extension VibrancyEffect {
  /// The colour of vibrant ink as a function of the finished material B, encoded: M · B + bias.
  public struct ColourMatrix: Equatable, Hashable, Sendable {
    /// The rows of M: the shares of the material's channels in the ink's red, green and blue.
    public var red, green, blue: SIMD3<Double>
    /// The amount that is added to every channel.
    public var bias: Double

    /// The ink over `material`, both encoded; clamped to 0 … 1.
    public func apply(_ material: SIMD3<Double>) -> SIMD3<Double> {
      let mixed = SIMD3((red * material).sum(), (green * material).sum(), (blue * material).sum())
      return (mixed + bias).clamped(lowerBound: .zero, upperBound: .one)
    }

    /// The matrix for light glass: it raises the saturation, and makes .375 g + .0625 of a grey g.
    public static let light = ColourMatrix(
      red: [1.5141, -0.9548, -0.1844], green: [-0.4856, 1.0462, -0.1856], blue: [-0.4868, -0.9529, 1.8147],
      bias: 0.0625)
    /// The matrix for dark glass: it raises the saturation, and makes .5 g + .5 of a grey g.
    public static let dark = ColourMatrix(
      red: [1.3763, -0.7345, -0.1417], green: [-0.3735, 1.0163, -0.1428], blue: [-0.3746, -0.7329, 1.6075],
      bias: 0.5)

    /// The matrices of text and icons: white over dark glass and black over light glass, with the hue of the material as a
    /// tint. Over black, ink of `dark` alone is a grey that looks switched off.
    static let lightText = light.mixed(to: 0, by: textShare)
    static let darkText = dark.mixed(to: 1, by: textShare)

    /// The share of white, or of black, in the colour of text. It was chosen so that a label on the mid-dark glass of a
    /// banner has a contrast of 9.5, as labels of UIKit have.
    static let textShare = 0.93

    /// The matrix of ink of a style.
    public static func of(_ style: VibrancyEffect.Style, isDark: Bool) -> ColourMatrix {
      switch style {
      case .label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel: isDark ? darkText : lightText
      case .fill, .secondaryFill, .tertiaryFill, .separator: isDark ? dark : light
      }
    }

    /// The matrix whose ink is that of this one, mixed with a grey.
    private func mixed(to grey: Double, by share: Double) -> ColourMatrix {
      let rest = 1 - share
      return ColourMatrix(
        red: red * rest, green: green * rest, blue: blue * rest, bias: bias * rest + grey * share)
    }
  }
}

extension VibrancyEffect.Style {
  /// The opacity of ink of this style, 0 … 1.
  public func level(isDark: Bool) -> Double {
    switch self {
    case .label: 1
    case .secondaryLabel: 0.62
    case .tertiaryLabel: 0.4
    case .quaternaryLabel: 0.2
    case .fill: isDark ? 0.36 : 0.2
    case .secondaryFill: isDark ? 0.32 : 0.16
    case .tertiaryFill: isDark ? 0.24 : 0.12
    case .separator: isDark ? 0.6 : 0.29
    }
  }

  /// The opacity of ink of this style where contrast is guaranteed, 0 … 1.
  ///
  /// secondaryLabel grows by .1 per unit of contrast above 4.5: .87 at 7, where .62 cannot do on light glass. The faint
  /// styles are raised pixel by pixel, see `Legibility.Bounds.limited`.
  public func level(isDark: Bool, legibility: Legibility) -> Double {
    let level = level(isDark: isDark)
    guard self == .secondaryLabel else { return level }
    return min(max(level, level + 0.1 * (legibility.contrast - 4.5)), 1)
  }

  /// The ink over the finished material at full coverage, before legibility's limit; both encoded.
  public func ink(over material: SIMD3<Double>, isDark: Bool, legibility: Legibility) -> SIMD3<Double> {
    let colour = VibrancyEffect.ColourMatrix.of(self, isDark: isDark).apply(material)
    return material + (colour - material) * level(isDark: isDark, legibility: legibility)
  }
}
