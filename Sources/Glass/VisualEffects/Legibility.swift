/// The contrast that text has over a material whatever the backdrop, as WCAG 2 measures it.
///
/// The guarantee holds for ink pixels (coverage ≥ .99) against the finished material within 2 px. It has two halves:
/// the material is filled towards white (light glass) or black (dark glass) where the backdrop needs it, and ink that
/// is still too near to it is moved towards black or white. `Legibility.Bounds` has both.
public struct Legibility: Equatable, Hashable, Sendable {
  /// The guaranteed contrast of label and secondaryLabel, 1 … 21; 0: nothing is guaranteed, and the material
  /// is not filled.
  public var contrast: Double

  public init(contrast: Double) {
    self.contrast = contrast
  }

  /// WCAG's level AA for text of normal size.
  public static let standard = Legibility(contrast: 4.5)
  /// WCAG's level AAA.
  public static let enhanced = Legibility(contrast: 7)
  public static let off = Legibility(contrast: 0)

  /// The greatest contrast that is guaranteed to tertiaryLabel and quaternaryLabel: WCAG's figure for large
  /// text and graphics.
  public static let faintContrast = 3.0

  /// The contrast that is aimed at, relative to the one that is promised.
  ///
  /// Dither and rounding put ink and material up to 1/255 off in every channel, and ink of coverage 253/255 lets some
  /// of the material through: together up to 4.7 % of the contrast.
  public static let margin = 1.05

  /// The factor by which more is aimed at, besides `margin`, for inks and colours that do not depend on the glass: the white of
  /// a live surface is up to two steps of 255 darker.
  public static let liveMargin = 1.03

  /// The value that replaces `margin` where the lightest and darkest neighbours of a pixel are not known.
  ///
  /// This margin is enough for system materials: the thinnest has a blur of 22.5 px, whose pixels 2 px apart differ
  /// by at most those of a blurred edge between black and white, which is up to 15.2 % of the contrast.
  public static let marginWithoutNeighbours = 1.16 * margin

  /// The contrast promised to ink of a style; nil for fills and separators, which are no text.
  public func contrast(of style: VibrancyEffect.Style) -> Double? {
    switch style {
    case .label, .secondaryLabel: contrast
    case .tertiaryLabel, .quaternaryLabel: min(contrast, Self.faintContrast)
    case .fill, .secondaryFill, .tertiaryFill, .separator: nil
    }
  }

  /// The contrast that ink of a style is moved to where there is room: the promised one, and more for the
  /// first of two styles with the same promise, so that they differ; nil for fills and separators.
  public func aim(of style: VibrancyEffect.Style) -> Double? {
    switch style {
    case .label: contrast * Self.labelRank
    case .tertiaryLabel: min(contrast, Self.faintContrast) * Self.tertiaryRank
    default: contrast(of: style)
    }
  }

  /// Factors by which a label has more contrast than a secondaryLabel, and a tertiaryLabel than a
  /// quaternaryLabel. They were chosen by eye, and leave the order of all four as it is.
  static let labelRank = 1.35
  static let tertiaryRank = 1.2

  // MARK: Fills

  /// The least opacity of a plain white (light glass) or black fill, mixed encoded, over which black or white ink of
  /// opacity `inkAlpha` reaches `contrast` whatever lies below; nil if none does.
  ///
  /// Materials are filled so where no pixels are known. Over the worst backdrop the filled material is a grey of f or
  /// 1 − f.
  public static func fixedFill(
    inkAlpha: Double, contrast: Double, isDark: Bool, range: ShownRange = .full
  ) -> Double? {
    guard let luminance = boundary(inkAlpha: inkAlpha, contrast: contrast, isDark: isDark, range: range)
    else { return nil }
    let grey = Luminance.encoded(luminance)
    let span = range.white - range.black
    return isDark ? (range.white - grey) / span : (grey - range.black) / span
  }

  /// The least luminance (light glass: Y*) or the greatest (dark glass: Y0) of a grey over which black or white ink of
  /// opacity `inkAlpha`, mixed encoded, reaches `contrast`; nil if none does.
  ///
  /// The luminances for opaque ink are .05 (X − 1) and 1.05 / X − .05.
  public static func boundary(
    inkAlpha: Double, contrast: Double, isDark: Bool, range: ShownRange = .full
  ) -> Double? {
    let (black, white) = (Luminance.linear(range.black), Luminance.linear(range.white))
    if inkAlpha >= 1 {
      let luminance =
        isDark
        ? (white + Luminance.flare) / contrast - Luminance.flare
        : contrast * (black + Luminance.flare) - Luminance.flare
      // The luminance lies between black and white, except for rounding.
      guard luminance >= black - 1e-12, luminance <= white + 1e-12 else { return nil }
      return min(max(luminance, black), white)
    }
    // Contrast grows monotonically from the bad end, where ink and grey are equal, to the good one.
    let ink = isDark ? range.white : range.black
    func reached(_ grey: Double) -> Double {
      Luminance.contrast(Luminance.linear(grey), Luminance.linear(grey + (ink - grey) * inkAlpha))
    }
    var (bad, good) = isDark ? (range.white, range.black) : (range.black, range.white)
    guard reached(good) >= contrast else { return nil }
    for _ in 0..<60 {
      let middle = (bad + good) / 2
      if reached(middle) < contrast { bad = middle } else { good = middle }
    }
    return Luminance.linear(good)
  }
}
