/// The setting of the accent colour.
public enum AccentColour: Equatable, Sendable {
  /// The colour follows the desktop's preference.
  case system
  /// A colour: encoded sRGB and opacity, of which the opacity has no effect.
  case colour(SIMD4<Double>)
}
