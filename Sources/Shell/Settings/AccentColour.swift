/// The setting of the accent colour.
public enum AccentColour: Equatable, Sendable {
  /// The colour follows the desktop's preference.
  case system
  /// The colour has the hue of what lies behind the bars.
  case backdrop
  /// A colour: encoded sRGB and opacity, of which the opacity has no effect.
  case colour(SIMD4<Double>)

  /// The names of the values that are no colours.
  public static let names = ["system", "backdrop"]
}
