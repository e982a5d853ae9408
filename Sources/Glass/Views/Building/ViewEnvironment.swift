public import Scenes
public import VisualEffects

/// The properties that views inherit from the views around them.
public struct ViewEnvironment: Sendable {
  /// Physical pixels per point.
  public var scale: Double
  /// Whether the layout runs from right to left. Everything is mirrored then, except the odd pixel beside a
  /// centred view, which is at its right in either case, and the inside of texts and pictures.
  public var isRightToLeft = false
  /// Whether the appearance is dark: adaptive glass follows it, as do views that lie on no glass.
  public var isDark: Bool
  /// The contrast that text on glass is promised.
  public var legibility: Legibility
  /// The edge of sheets of glass that catches light unless it is to have another look.
  public var edge = EdgeStyle.lit
  /// Whether motion is to be reduced; code that animates views reads it, since views themselves do not move.
  public var reducesMotion = false
  /// A Pango font description such as `Inter Medium 11`, the size in points of 4/3 logical pixels.
  public var font: String
  /// The colour of what is on, chosen or comes first.
  public var accent = Accent.systemBlue
  /// The ink of texts, symbols and templates that ask for none.
  public var ink = ViewInk.automatic
  /// The style of the vibrant ink that everything is drawn with; nil: every view is drawn with the ink that it asks for.
  public var vibrantMask: VibrancyEffect.Style?
  /// The least width in points to which a text is shortened: a few letters and the ellipsis.
  public var leastTextWidth = 32.0
  /// Whether views take input; views that take none are paler.
  public var isEnabled = true
  /// The state of pointer and keyboard, which views show.
  public var interaction = Interaction()
  /// The source of symbols; nil: the places of symbols stay empty.
  public var symbols: (any SymbolSource)?

  /// Traps unless the scale is positive and finite.
  public init(
    scale: Double, isDark: Bool = false, legibility: Legibility = .standard, font: String = "Sans 11"
  ) {
    precondition(scale > 0 && scale.isFinite, "scale \(scale)")
    self.scale = scale
    self.isDark = isDark
    self.legibility = legibility
    self.font = font
  }

  /// Whether views look the same in the other environment; symbols cannot be compared, so that environments with symbols are
  /// never the same.
  func isSame(as other: ViewEnvironment) -> Bool {
    scale == other.scale && isRightToLeft == other.isRightToLeft && isDark == other.isDark
      && legibility == other.legibility && edge == other.edge && reducesMotion == other.reducesMotion
      && font == other.font
      && accent == other.accent && ink == other.ink && vibrantMask == other.vibrantMask
      && leastTextWidth == other.leastTextWidth
      && isEnabled == other.isEnabled && interaction == other.interaction && symbols == nil
      && other.symbols == nil
  }
}

/// The ink of texts, symbols and fills, independent of the glass that they lie on.
public enum ViewInk: Equatable, Hashable, Sendable {
  /// The ink of the finish of the glass's material, if it has one, else vibrant ink of the style `label`.
  case automatic
  /// Ink that takes its colour from the glass; on no glass it is black or white of the style's opacity.
  case vibrant(VibrancyEffect.Style)
  /// A colour: encoded sRGB and opacity, not premultiplied, 0 … 1.
  case colour(SIMD4<Double>)
  /// Black on light glass and white on dark glass, of this opacity. It is seen on any glass, but the contrast of text
  /// over it is not guaranteed: it is for marks beside texts.
  case mark(Double)
  /// White on light glass and black on dark glass, of this opacity, for what is drawn over a mark.
  case counterMark(Double)
  /// The accent of the environment, limited so that `onAccent` ink can be read on it.
  case accent
  /// The accent of the environment, or another one, below a control that is used: it is darker or lighter than `accent`, within the
  /// same limits.
  case usedAccent(Accent?, Accent.Use)
  /// The accent of the environment for lines and bars on which nothing is written: on dark glass, where `accent` would be hard to
  /// see, it is brighter.
  case accentMark
  /// The accent of the environment as the ink of texts and symbols on the glass, which moves it as far as the promised
  /// contrast requires.
  case accentLabel
  /// White, which is shown as it is whatever the glass: the ink of what lies on `accent`, or on an opaque colour on which
  /// white can be read.
  case onAccent
  /// A colour on which texts of the ink `onGround` can be read.
  case ground(ColourGround)
  /// The ink of texts on a colour: encoded sRGB, or nil for black or white.
  case onGround(ColourGround, SIMD3<Double>?)

  /// The ink of a fill below a label of the ink `onAccent`, while the pointer or a finger is at the control: that of `accent` or of an
  /// opaque colour becomes darker or lighter. Other inks stay as they are.
  public func used(isHovered: Bool, isPressed: Bool) -> ViewInk {
    guard isHovered || isPressed else { return self }
    let use = isPressed ? Accent.Use.pressed : .hovered
    switch self {
    case .accent: return .usedAccent(nil, use)
    case .colour(let colour) where colour.w == 1:
      return .usedAccent(Accent(SIMD3(colour.x, colour.y, colour.z)), use)
    default: return self
    }
  }
}

/// A source of the pictures of symbols, by their names.
public protocol SymbolSource: Sendable {
  /// The symbol for a square of `side` physical pixels, of which only the alpha counts; nil: there is none.
  func bitmap(named name: String, side: Int) -> Bitmap?
}
