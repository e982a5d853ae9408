public import Scenes
public import VisualEffects

/// What decides how views look beside the views themselves; every view hands it to those inside, changed or not.
public struct ViewEnvironment: Sendable {
  /// Physical pixels per point.
  public var scale: Double
  /// Whether what comes first lies at the right. Everything is mirrored then, but for the odd pixel beside a view that is
  /// centred, which is at its right in either case, and for what is inside texts and pictures.
  public var isRightToLeft = false
  /// Whether the appearance is dark: adaptive glass follows it, as does what lies on no glass.
  public var isDark: Bool
  /// The contrast that text on glass is promised.
  public var legibility: Legibility
  /// Whether nothing should move; views themselves are still, it is for those that animate them.
  public var reducesMotion = false
  /// A Pango font description such as `Inter Medium 11`, the size in points of 4/3 logical pixels.
  public var font: String
  /// What texts, symbols and templates are drawn with where they do not say it.
  public var ink = ViewInk.automatic
  /// The style of the vibrant ink that everything is drawn with; nil: every view is drawn with the ink that it asks for.
  public var vibrantMask: VibrancyEffect.Style?
  /// What a text may be shortened to, points: a few letters and the ellipsis.
  public var leastTextWidth = 32.0
  /// Whether views take input; what does not is paler.
  public var isEnabled = true
  /// What pointer and keyboard are doing with the views.
  public var interaction = Interaction()
  /// Where symbols come from; nil: there are none.
  public var symbols: (any SymbolSource)?

  /// Traps if the scale is none.
  public init(
    scale: Double, isDark: Bool = false, legibility: Legibility = .standard, font: String = "Sans 11"
  ) {
    precondition(scale > 0 && scale.isFinite, "scale \(scale)")
    self.scale = scale
    self.isDark = isDark
    self.legibility = legibility
    self.font = font
  }
}

/// What text, symbols and fills are drawn with, before it is known what they lie on.
public enum ViewInk: Equatable, Hashable, Sendable {
  /// The ink that belongs to the material of the glass, else vibrant ink of the style `label`.
  case automatic
  /// Takes its colour from the glass; on none, black or white of the style's opacity.
  case vibrant(VibrancyEffect.Style)
  /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
  case colour(SIMD4<Double>)
  /// Black on what is light and white on what is dark, of this opacity. It is seen on any glass, but text over it is
  /// promised nothing: it is for marks beside texts.
  case mark(Double)
}

/// Finds the pictures of symbols by their names.
public protocol SymbolSource: Sendable {
  /// The symbol for a square of `side` physical pixels, of which only the alpha counts; nil: there is none.
  func bitmap(named name: String, side: Int) -> Bitmap?
}
