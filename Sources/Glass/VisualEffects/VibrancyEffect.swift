/// How content takes its colour from the blurred backdrop; belongs to a blur effect.
public struct VibrancyEffect: Equatable, Hashable, Sendable {
  /// How strongly, as `UIVibrancyEffectStyle` names them; the first four for text and icons.
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
