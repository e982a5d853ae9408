public import VisualEffects

/// The colour that marks what is on, chosen or comes first, kept within the luminances at which it can be told from the
/// glass and at which white can be read on it.
public struct Accent: Equatable, Hashable, Sendable {
  /// The wanted colour, encoded sRGB, 0 … 1.
  public var colour: SIMD3<Double>

  public init(_ colour: SIMD3<Double>) {
    self.colour = colour
  }

  /// The blue of Apple's systems.
  public static let systemBlue = Accent(SIMD3(10, 132, 255) / 255)

  /// The least luminance of the accent: a contrast of 2.7 with black, so that it can be told from dark glass.
  private static let darkest = 0.085
  /// The contrasts with white that the accent has at least, and that it can have at most.
  private static let contrasts = 4.5...7
  /// The contrast with white that is aimed at, relative to the one that is promised: `Legibility.margin`, and 3 % for the
  /// white of a live surface, which is up to two steps of 255 darker.
  private static let margin = Legibility.liveMargin * Legibility.margin

  /// The luminance of dark glass of a system material over white, where it is brightest.
  private static let darkGlass = 0.06

  /// Returns the colour as it is shown on glass of either appearance: white on it has the contrast that is promised, up
  /// to 7.
  public func shown(_ legibility: Legibility) -> SIMD3<Double> {
    // A dark colour is mixed with white, so that black becomes grey and every other colour keeps its hue.
    Luminance.moved(colour, to: Self.limits(legibility))
  }

  /// The use of a control that lies on the accent.
  public enum Use: Hashable, Sendable {
    case hovered, pressed
  }

  /// Returns the colour below a control that is used. It is darker or lighter than `shown`, towards the limit that is farther away:
  /// half the way under the pointer, and the whole way while the control is pressed. The limits are those of `shown`, so that white
  /// can be read on it; they leave no room for a difference where the greatest contrast is promised.
  public func shown(_ legibility: Legibility, _ use: Use) -> SIMD3<Double> {
    let (limits, resting) = (Self.limits(legibility), shown(legibility))
    let luminance = Luminance.of(resting)
    let isDarkened = luminance - limits.lowerBound >= limits.upperBound - luminance
    let end = isDarkened ? limits.lowerBound : limits.upperBound
    let aim = luminance + (end - luminance) * (use == .pressed ? 1 : 0.5)
    return Luminance.moved(resting, to: aim...aim)
  }

  /// The luminances that the accent may have.
  private static func limits(_ legibility: Legibility) -> ClosedRange<Double> {
    let contrast = min(max(legibility.contrast, contrasts.lowerBound), contrasts.upperBound)
    return darkest...max(darkest, (1 + Luminance.flare) / (contrast * margin) - Luminance.flare)
  }

  /// Returns the colour of lines and bars, on which nothing is written. On light glass it is the one on which white can be read; on
  /// dark glass that would be hard to see in thin lines, and it is so bright that it has the contrast with the glass that is promised
  /// to graphics, `Legibility.faintContrast`, or more if more is promised to texts.
  public func mark(isDark: Bool, _ legibility: Legibility) -> SIMD3<Double> {
    guard isDark else { return shown(legibility) }
    let promised = min(max(legibility.contrast, Self.contrasts.lowerBound), Self.contrasts.upperBound)
    let contrast = Legibility.faintContrast * promised / Self.contrasts.lowerBound
    let least = min(contrast * (Self.darkGlass + Luminance.flare) - Luminance.flare, 1)
    let linear = Luminance.linear(colour)
    let luminance = Luminance.ofLinear(linear)
    if luminance >= least { return colour }
    // A colour is as vivid as before until one of its channels is full.
    let most = linear.max()
    let vivid = most > 0 ? linear * min(least / luminance, 1 / most) : linear
    return Luminance.moved(Luminance.encoded(vivid), to: least...1)
  }
}
