/// An effect by which content on the glass of a blur effect gets its colour from the blurred backdrop.
public struct VibrancyEffect: Equatable, Hashable, Sendable {
  /// The strength of the effect, with the names of `UIVibrancyEffectStyle`; the first four are for text and
  /// icons.
  public enum Style: String, CaseIterable, Sendable {
    case label, secondaryLabel, tertiaryLabel, quaternaryLabel
    case fill, secondaryFill, tertiaryFill, separator
  }

  public let blurEffect: BlurEffect
  public let style: Style

  public init(blurEffect: BlurEffect, style: Style = .label) {
    self.blurEffect = blurEffect
    self.style = style
  }
}
