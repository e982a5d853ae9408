/// What the user has asked of the whole desktop; without a desktop that tells, nothing.
public struct SystemPreferences: Equatable, Sendable {
  public enum ColourScheme: Equatable, Sendable {
    case noPreference, dark, light
  }

  public var colourScheme = ColourScheme.noPreference
  public var prefersHighContrast = false
  public var prefersReducedMotion = false
  /// Encoded sRGB, 0 … 1; nil: none.
  public var accentColour: SIMD3<Double>?

  public init() {}
}
