/// The contrast that text has over a material whatever the backdrop, as WCAG 2 measures it.
public struct Legibility: Equatable, Hashable, Sendable {
  /// Of label and secondaryLabel, 1 … 21; 0: nothing is guaranteed, the material stays pure.
  public var contrast: Double

  public init(contrast: Double) {
    self.contrast = contrast
  }

  /// WCAG's level AA for text of normal size.
  public static let standard = Legibility(contrast: 4.5)
  /// WCAG's level AAA.
  public static let enhanced = Legibility(contrast: 7)
  public static let off = Legibility(contrast: 0)
}
