/// Clear glass that bends its backdrop at the edge, as `UIGlassEffect` names it.
public struct GlassEffect: Equatable, Hashable, Sendable {
  /// The styles of glass.
  public enum Style: String, CaseIterable, Sendable {
    /// Thin glass, which colours what is behind it.
    case regular
    /// Glass that is nearly clear.
    case clear
  }

  public var style: Style
  /// A colour that lies over the glass: encoded sRGB and opacity, not premultiplied, 0 … 1; nil: the glass has no tint.
  public var tintColor: SIMD4<Double>?
  /// Whether a light comes over the glass under the pointer or a finger and follows it, and a wider one while it is pressed. The
  /// light shows the state of the nearest view around the glass, or of the glass itself, that takes input.
  public var isInteractive: Bool

  public init(style: Style = .regular, tintColor: SIMD4<Double>? = nil, isInteractive: Bool = false) {
    self.style = style
    self.tintColor = tintColor
    self.isInteractive = isInteractive
  }

  /// The effect with the figures of the material `glass` or `clearGlass`; it adapts to the appearance.
  public var blurEffect: BlurEffect {
    let effect = BlurEffect(style: style == .regular ? .glass : .clearGlass)
    guard let tintColor else { return effect }
    return BlurEffect(
      light: effect.material(isDark: false).tinted(tintColor),
      dark: effect.material(isDark: true).tinted(tintColor))
  }
}

/// The effect of a view in which sheets of glass flow together, as `UIGlassContainerEffect` names it.
public struct GlassContainerEffect: Equatable, Hashable, Sendable {
  /// The greatest spacing, in points.
  public static let mostSpacing = 64.0

  /// The distance in points at which two flat ends of sheets are joined, limited to 0 … `mostSpacing`; 0: sheets do not flow
  /// together.
  public let spacing: Double

  public init(spacing: Double = 0) { self.spacing = spacing > 0 ? min(spacing, Self.mostSpacing) : 0 }
}
