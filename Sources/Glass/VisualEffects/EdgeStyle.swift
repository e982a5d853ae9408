/// The look of the edge of floating glass, which the user's preferences for contrast and transparency choose.
public enum EdgeStyle: Sendable, CaseIterable {
  /// A faint line that catches light.
  case lit
  /// The line without the light, for glass that is opaque.
  case unlit
  /// An opaque line of a point in the colour of texts, for more contrast.
  case stroked
}
