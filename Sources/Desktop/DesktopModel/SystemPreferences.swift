/// The preferences of the user for the whole desktop; all are at their defaults if no desktop portal reports them.
public struct SystemPreferences: Equatable, Sendable {
  public enum ColourScheme: Equatable, Sendable {
    case noPreference, dark, light
  }

  public var colourScheme = ColourScheme.noPreference
  public var prefersHighContrast = false
  public var prefersReducedMotion = false
  /// The accent colour in encoded sRGB, 0 … 1; nil if there is none.
  public var accentColour: SIMD3<Double>?

  public init() {}
}
