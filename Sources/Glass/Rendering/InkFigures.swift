package import Scenes
package import VisualEffects

/// The figures by which renderers draw one ink on one sheet of glass; they are the uniforms of the ink passes.
package struct InkFigures {
  /// The colour matrix that is applied to the material; nil: the ink's colour is `bias` alone.
  package var matrix: VibrancyEffect.ColourMatrix?
  package var bias = SIMD3<Double>.zero
  /// The ink's opacity over the material.
  package var level = 1.0
  /// The opacity of all that is painted, over what the canvas has already.
  package private(set) var opacity = 1.0
  /// The luminance of ink at full coverage: `factor` times that of the surrounding material, plus `summand`.
  package var limit = (factor: 0.0, summand: 0.0)
  /// The grey, in linear light, with which ink is mixed to reach the limit.
  package var extreme = 0.0
  /// The direction in which the limit binds: at 1 ink has at least the luminance, at −1 at most, and at 0 any.
  package var side = 0.0
  package var range = ShownRange.full
  /// The fill that may lie below the ink; nil if there is none.
  package private(set) var fill: Fill?

  /// A fill as text over it has to take it into account.
  package struct Fill {
    package var level: Double
    /// The matrix of a vibrant fill; nil: the colour of the fill is `bias` alone.
    package var matrix: VibrancyEffect.ColourMatrix?
    package var bias: SIMD3<Double>
    package var luminance: Double
    package var extreme: Double
    package var side: Double
    /// The opacity, 0 … 1, with which the fill hides the glass that ink on it is mixed with; 0 for a vibrant fill.
    var cover = 0.0
  }

  /// `isText` tells whether the ink is read, or is a surface on which text may lie; `fillLevel` is the opacity of the
  /// strongest fill that the ink may touch, 0 if there is none, and `fading` is that fill if it is a colour that fades.
  package init(
    _ ink: Ink, _ glass: InkGround?, isText: Bool, fillLevel: Double = 0, fading: Fill? = nil
  ) {
    let isDark = glass?.isDark ?? true
    let legibility = glass?.legibility ?? .off
    var aim: Double?
    switch ink {
    case .colour(let colour):
      (bias, level) = (SIMD3(colour.x, colour.y, colour.z), colour.w)
      aim = legibility.contrast
    case .plain(let colour):
      (bias, level) = (SIMD3(colour.x, colour.y, colour.z), colour.w)
    case .vibrant(let style):
      level = style.level(isDark: isDark, legibility: legibility)
      aim = legibility.aim(of: style)
      if glass == nil {
        // Vibrant ink takes its colour from glass; where there is none, it is white.
        bias = .one
      } else {
        let own = VibrancyEffect.ColourMatrix.of(style, isDark: isDark)
        (matrix, bias) = (own, SIMD3(repeating: own.bias))
      }
    }
    guard let finish = glass?.finish else { return }
    let bounds = finish.bounds
    range = bounds.range
    if isText, let aim {
      let margin = bounds.margin * (fillLevel > 0 ? glass?.fillMargin ?? 1 : 1)
      // Ink is painted as its difference to the glass, which the colour hides.
      if let fading { level += (1 - level) * fading.cover }
      let aimed = min(aim * margin, bounds.range.contrast)
      extreme = isDark ? bounds.white : bounds.black
      side = isDark ? 1 : -1
      limit =
        isDark
        ? (aimed, (aimed - 1) * Luminance.flare) : (1 / aimed, (1 / aimed - 1) * Luminance.flare)
      if fillLevel > 0 {
        let matrix = VibrancyEffect.ColourMatrix.of(.fill, isDark: isDark)
        fill =
          fading
          ?? Fill(
            level: fillLevel, matrix: matrix, bias: SIMD3(repeating: matrix.bias),
            luminance: finish.fillLuminance, extreme: isDark ? bounds.black : bounds.white,
            side: isDark ? -1 : 1)
      }
    } else if case .vibrant(let style) = ink, style != .separator {
      limitFill(to: Luminance.encoded(finish.fillLuminance), finish)
    }
  }

  /// The figures of a vibrant fill that lies on the fills `below`, if there are any; `others` is the opacity, 0 … 1, of the
  /// strongest fill that lies on it.
  ///
  /// Fills below have changed the material already, so that a fill on them is mixed with what is there, and its colour is limited so
  /// that the mixture keeps to the limit of fills.
  package init(_ fill: Ink, _ glass: InkGround?, on below: FillGround?, below others: Double) {
    self.init(fill, glass, isText: false)
    guard case .vibrant(let style) = fill, style != .separator, let glass else { return }
    let grey = glass.fillGrey(on: below, below: others)
    if let finish = glass.finish { limitFill(to: grey, finish) }
    guard let below else { return }
    let part = level
    (level, opacity) = (1, part)
    guard let finish = glass.finish else { return }
    let own = (grey - (1 - part) * below.grey) / part
    limitFill(to: min(max(own, range.black), range.white), finish)
  }

  /// The factor by which the limit is higher for a colour on fills of another hue on light glass. With less than 1.3, hues were found
  /// whose mixture is too dark.
  private static let hueMargin = 1.4

  /// The figures of a colour that fades over a glass and is kept within a limit together with it, on the fills `below` if there are
  /// any.
  package init(fading colour: SIMD4<Double>, to limit: FadingLimit, on below: FillGround?, _ glass: InkGround)
  {
    self.init(.colour(colour), glass, isText: false)
    (extreme, side) = (limit.extreme, limit.side)
    self.limit = (0, limit.luminance)
    // Vibrant fills below bring the colour nearer to limits on the side of the glass, and farther from others.
    guard let below, limit.isOnSideOfGlass, colour.w > 0 else { return }
    (level, opacity) = (1, colour.w)
    // Colours are mixed encoded, which makes two hues darker than either.
    let wanted = limit.side > 0 ? min(limit.luminance * Self.hueMargin, 1) : limit.luminance
    let own = (Luminance.encoded(wanted) - (1 - colour.w) * below.grey) / colour.w
    self.limit.summand = Luminance.linear(min(max(own, range.black), range.white))
  }

  /// Limits a vibrant fill like the material, since text may lie on it.
  private mutating func limitFill(to grey: Double, _ finish: LegibilityFigures) {
    let bounds = finish.bounds
    extreme = bounds.isDark ? bounds.black : bounds.white
    side = bounds.isDark ? -1 : 1
    limit = (0, Luminance.linear(grey))
  }
}

/// The limit of a colour that fades on a sheet of glass.
package struct FadingLimit {
  /// The luminance in which the limit consists.
  package let luminance: Double
  /// The grey, in linear light, with which colours are mixed to reach it.
  package let extreme: Double
  /// The side of the limit on which colours are kept: at 1 they have at least the luminance, at -1 at most.
  package let side: Double
  /// Whether colours are kept on the side on which the glass itself is kept.
  package let isOnSideOfGlass: Bool

  init(_ limit: FillNode.Limit, _ finish: LegibilityFigures) {
    let bounds = finish.bounds
    var isUpper = bounds.isDark
    switch limit {
    case .ofGlass: luminance = finish.fillLuminance
    case .atMost(let most): (luminance, isUpper) = (most, true)
    case .atLeast(let least): (luminance, isUpper) = (least, false)
    }
    isOnSideOfGlass = isUpper == bounds.isDark
    extreme = isUpper ? bounds.black : bounds.white
    side = isUpper ? -1 : 1
  }

  /// The fill of a colour within the limit, as text over it has to take it into account.
  package func fill(_ colour: SIMD4<Double>) -> InkFigures.Fill {
    InkFigures.Fill(
      level: colour.w, bias: SIMD3(colour.x, colour.y, colour.z), luminance: luminance, extreme: extreme,
      side: side, cover: colour.w)
  }
}

/// A fill with those below it, as inks on it have to take them into account.
package struct FillGround {
  /// The opacity of the fill.
  private var own: Double
  /// The opacity of all fills below it together.
  private var under = 0.0
  /// The number of fills that lie on one another here.
  package private(set) var count = 1
  /// The lightest (dark glass) or darkest (light glass) grey that is seen here, encoded.
  package private(set) var grey: Double

  /// The opacity of all fills here together, of which each is mixed with those below it.
  package var level: Double { own + under * (1 - own) }

  /// `level` is the opacity of the fill, whose limit is `grey`, on the fills `below`.
  package init(level: Double, grey: Double, on below: FillGround?) {
    (own, self.grey) = (level, grey)
    guard let below else { return }
    (under, count) = (below.level, below.count + 1)
  }

  /// The fills with the uppermost one as strong as one of the opacity `level`, as in the middle of a light.
  package func lit(_ level: Double) -> FillGround {
    var lit = self
    lit.own = max(own, level)
    return lit
  }

  /// The fills in a group of an opacity, 0 … 1, over those below the group; nil: over `glass` alone.
  func faded(to opacity: Double, over below: FillGround?, on glass: InkGround) -> FillGround {
    var faded = self
    let base = below?.level ?? 0
    let seen = base + (level - base) * opacity
    (faded.own, faded.under) = (base < 1 ? (seen - base) / (1 - base) : own * opacity, base)
    let ground = below?.grey ?? glass.ownGrey
    faded.grey = ground + (grey - ground) * opacity
    return faded
  }
}

extension InkGround {
  /// The lightest (dark glass) or darkest (light glass) grey, encoded, that is seen where a vibrant fill lies on the fills `below`.
  /// The fill leaves half of the room up to the limit of fills to others on it, so that they are seen, as far as `others` tells: the
  /// opacity, 0 … 1, of the strongest of them.
  package func fillGrey(on below: FillGround?, below others: Double) -> Double {
    guard let finish else { return isDark ? 1 : 0 }
    let limit = Luminance.encoded(finish.fillLuminance)
    return limit + ((below?.grey ?? ownGrey) - limit) / 2 * others
  }

  /// The lightest (dark glass) or darkest (light glass) grey, encoded, of the glass itself.
  fileprivate var ownGrey: Double {
    finish.map { Luminance.encoded($0.luminance) } ?? (isDark ? 1 : 0)
  }
}

extension EffectNode {
  /// The finish that legibility gives to the effect's material for the ink in its content and for reserved ink; nil: it gives none.
  package func finish(_ material: Material, range: ShownRange) -> LegibilityFigures? {
    var (leastInk, fillLevel) = (1.0, 0.0)
    forEachInk { ink, _ in
      guard case .vibrant(let style) = ink else { return }
      let level = style.level(isDark: material.isDark, legibility: legibility)
      switch style {
      case .label, .secondaryLabel: leastInk = min(leastInk, level)
      case .tertiaryLabel, .quaternaryLabel: break
      case .fill, .secondaryFill, .tertiaryFill: fillLevel = max(fillLevel, level)
      // A separator is a line, on which nothing is written.
      case .separator: break
      }
    }
    // Light and dark glass, each with room for faint ink, would otherwise differ by half of the way to white in the
    // middle of a change of polarity.
    leastInk += (1 - leastInk) * material.turn
    fillLevel *= 1 - material.turn
    guard
      let bounds = legibility.bounds(
        isDark: material.isDark, leastInk: leastInk, inkLuminance: inkLuminance(on: material), range: range),
      let opaque = legibility.bounds(isDark: material.isDark, range: range)
    else { return nil }
    return LegibilityFigures(bounds, opaque: opaque, fillLevel: fillLevel)
  }
}

extension FillNode {
  /// The fill's opacity if it is vibrant and text may lie on it; 0 otherwise.
  package func level(on glass: InkGround?) -> Double {
    guard case .vibrant(let style) = ink, style != .separator, let glass else { return 0 }
    return style.level(isDark: glass.isDark, legibility: glass.legibility)
  }
}
