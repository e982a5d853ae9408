import VisualEffects

/// The colour that marks what is on, chosen or comes first, kept within the luminances at which it can be told from the
/// glass and at which text of the glass's ink can be read on it.
public struct Accent: Equatable, Hashable, Sendable {
  /// The wanted colour, encoded sRGB, 0 … 1.
  public var colour: SIMD3<Double>

  public init(_ colour: SIMD3<Double>) {
    self.colour = colour
  }

  /// The blue of Apple's systems.
  public static let systemBlue = Accent(SIMD3(10, 132, 255) / 255)

  /// The luminances of the accent on dark glass: a contrast of 4.5 with white, and of 3 with black.
  static let onDark = 0.1...0.183
  /// The luminances of the accent on light glass: a contrast of 4.5 with black, and of 3 with white.
  static let onLight = 0.175...0.3

  /// Returns the colour as it is shown on glass.
  public func shown(isDark: Bool) -> SIMD3<Double> {
    let range = isDark ? Self.onDark : Self.onLight
    let linear = Luminance.linear(colour)
    let luminance = Luminance.ofLinear(linear)
    if range.contains(luminance) { return colour }
    if luminance > range.upperBound { return Luminance.encoded(linear * (range.upperBound / luminance)) }
    // White is mixed in, so that black becomes grey and every other colour keeps its hue.
    let share = (range.lowerBound - luminance) / (1 - luminance)
    return Luminance.encoded(linear + (1 - linear) * share)
  }
}
