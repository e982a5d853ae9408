public import Scenes
public import VisualEffects

/// A colour under texts, and the inks of these texts, which are changed together so that the texts can be read.
///
/// The colour is changed before an ink is. On an opaque colour each ink has the promised contrast with it. Through a colour that
/// is not opaque the glass is seen, so that inks keep to its side: they are white or light on dark glass and black or dark on light
/// glass, and the colour is kept as dark, or as light, as the glass itself. Where there is no glass, and the screen itself is seen
/// through the colour, the colour is also made as opaque as the texts need over the lightest or darkest screen.
public struct ColourGround: Equatable, Hashable, Sendable {
  /// The wanted colour: encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var colour: SIMD4<Double>
  /// The wanted inks of texts, encoded sRGB, the main one first; none: black or white.
  public var inks: [SIMD3<Double>]
  /// Whether the screen itself is seen through the colour.
  private(set) var isOnScreen = false
  /// The difference in lightness, 0 … 1, between a ground without a colour of its own and black on a dark bar, or white on a light
  /// one.
  private var lift = 0.0
  /// Whether all texts have the main ink.
  var hasOneInk = false
  /// The vibrant fill in whose place black or white is drawn on the colour; nil: the ground is the colour itself.
  private var veil: VibrancyEffect.Style?

  public init(_ colour: SIMD4<Double>, inks: [SIMD3<Double>] = []) {
    (self.colour, self.inks) = (colour, inks)
  }

  /// The ground of texts that lie on no glass: black or white of the least opacity with which they are read on any screen.
  ///
  /// `lift` is how much lighter than black, or darker than white, the ground is, 0 … 1.
  public static func screen(inks: [SIMD3<Double>] = [], lift: Double = 0) -> ColourGround {
    var ground = ColourGround(.zero, inks: inks).onScreen
    ground.lift = lift
    return ground
  }

  /// The ground where no glass lies below it.
  public var onScreen: ColourGround {
    var ground = self
    ground.isOnScreen = true
    return ground
  }

  /// The ground of a fill on this one, on which the same texts are read. It is drawn as black or white in the opacity of a vibrant
  /// fill, which takes its colour from glass and not from other colours.
  public func veiled(_ style: VibrancyEffect.Style) -> ColourGround {
    var ground = self
    ground.veil = style
    return ground
  }

  /// Whether the ground is a fill on a colour, in place of a vibrant one. Texts on it are also read if it is fainter.
  public var isVeil: Bool { veil != nil }

  /// Returns the colour as it is shown on glass.
  public func shown(isDark: Bool, _ legibility: Legibility) -> SIMD4<Double> {
    if let veil {
      var below = self
      below.veil = nil
      return below.shown(veil, isDark: isDark, legibility)
    }
    if isOnScreen, colour.w < 1 { return shownOnScreen(isDark: isDark, legibility) }
    guard legibility.contrast > 1 else { return colour }
    let own = SIMD3(colour.x, colour.y, colour.z)
    let bounds = colour.w < 1 ? translucent(isDark: isDark, legibility) : opaque(legibility)
    let limited = Luminance.moved(own, to: bounds)
    let seen = colour.w < 1 && !isDark ? lightened(limited, above: bounds.lowerBound) : limited
    return SIMD4(seen, colour.w)
  }

  /// Returns black or white as it is shown on the colour in place of a vibrant fill: what lies farther from the inks if the colour
  /// leaves room for it, and else what is nearer to them, no nearer than the colour may be.
  private func shown(
    _ veil: VibrancyEffect.Style, isDark: Bool, _ legibility: Legibility
  ) -> SIMD4<Double> {
    let luminance = Luminance.of(SIMD3(shown(isDark: isDark, legibility)))
    let isOpaque = colour.w >= 1
    let isBelowWhite = isOpaque ? mainLuminance(on: luminance) > luminance : isDark
    // Through a colour of little opacity mostly the glass is seen, on which a fill comes nearer to the inks.
    let isMostlyGlass = colour.w < 0.5
    let isBlack =
      isBelowWhite
      ? !isMostlyGlass && luminance > Self.darkGround : isMostlyGlass || luminance > Self.lightGround
    let opacity = veil.level(isDark: isBelowWhite)
    let grey = SIMD3<Double>(repeating: isBlack ? 0 : 1)
    guard legibility.contrast > 1 else { return SIMD4(grey, opacity) }
    let limits = isOpaque ? opaque(legibility) : translucent(isDark: isDark, legibility)
    let limited = Luminance.moved(grey, to: limits)
    var own = self
    own.colour.w = opacity
    return SIMD4(isDark || isOpaque ? limited : own.lightened(limited, above: limits.lowerBound), opacity)
  }

  /// The luminance of the main ink, or of black or white, on a luminance.
  private func mainLuminance(on luminance: Double) -> Double {
    inks.first.map { Luminance.of($0) } ?? (Self.isWhiteBetter(on: luminance) ? 1 : 0)
  }

  /// Returns the colour with the least opacity, no less than its own, over a white screen (dark texts: a black one) that keeps to the
  /// limits of glass.
  private func shownOnScreen(isDark: Bool, _ legibility: Legibility) -> SIMD4<Double> {
    let wanted = colour.w > 0 ? SIMD3(colour) : SIMD3(repeating: isDark ? lift : 1 - lift)
    let least = colour.w > 0 ? colour.w : lift
    guard legibility.contrast > 1 else { return SIMD4(wanted, least) }
    let limits = translucent(isDark: isDark, legibility)
    let limited = Luminance.moved(wanted, to: limits)
    func suffices(_ opacity: Double) -> Bool {
      let seen = limited * opacity + SIMD3(repeating: isDark ? 1 - opacity : 0)
      return isDark
        ? Luminance.of(seen) <= limits.upperBound + 1e-9 : Luminance.of(seen) >= limits.lowerBound - 1e-9
    }
    if suffices(least) { return SIMD4(limited, least) }
    var (bad, good) = (least, 1.0)
    for _ in 0..<16 {
      let middle = (bad + good) / 2
      if suffices(middle) { good = middle } else { bad = middle }
    }
    return SIMD4(limited, good)
  }

  /// Returns the ink of a text on the colour; `own` is its encoded sRGB, nil stands for black or white.
  public func ink(_ own: SIMD3<Double>?, isDark: Bool, _ legibility: Legibility) -> Ink {
    if veil != nil {
      var below = self
      below.veil = nil
      return below.ink(own, isDark: isDark, legibility)
    }
    let wanted = hasOneInk ? inks.first : own
    let (white, black) = (SIMD3<Double>.one, SIMD3<Double>.zero)
    let ground = Luminance.of(SIMD3(shown(isDark: isDark, legibility)))
    guard legibility.contrast > 1 else {
      let plain = colour.w < 1 ? isDark : Self.isWhiteBetter(on: ground)
      return .plain(SIMD4(wanted ?? (plain ? white : black), 1))
    }
    if colour.w < 1 {
      // The colour was limited for the inks that it knows.
      guard let wanted, inks.contains(wanted), let kept = Legibility.keptLuminance(of: wanted, isDark: isDark)
      else {
        return .plain(SIMD4(isDark ? white : black, 1))
      }
      let read = isOnScreen ? readLuminance(isDark: isDark, legibility) : isDark ? 0 : 1
      let range = isDark ? max(kept, read)...1 : 0...min(kept, read)
      return .colour(SIMD4(Luminance.moved(wanted, to: range), 1))
    }
    let aim = Self.aim(legibility)
    guard let wanted else { return .plain(SIMD4(Self.isWhiteBetter(on: ground) ? white : black, 1)) }
    let (least, most) = (aim * (ground + Luminance.flare), (ground + Luminance.flare) / aim)
    let isWhiteBetter = Self.isWhiteBetter(on: ground)
    // The ink stays on its side of the ground, unless only the other one has room for it.
    let isLighter =
      Luminance.of(wanted) >= ground
      ? least <= 1 + Luminance.flare || isWhiteBetter : most < Luminance.flare && isWhiteBetter
    let range = isLighter ? min(least - Luminance.flare, 1)...1 : 0...max(most - Luminance.flare, 0)
    return .plain(SIMD4(Luminance.moved(wanted, to: range), 1))
  }

  /// Returns the ground when it has swollen by a share, 0 … 1, to draw attention: another lightness on the same side of its inks,
  /// towards black for a light colour under white inks and towards white otherwise.
  public func swollen(_ share: Double) -> ColourGround {
    let own = SIMD3(colour.x, colour.y, colour.z)
    let luminance = Luminance.of(own)
    let ink = mainLuminance(on: luminance)
    let isDarkened = ink > luminance ? luminance > Self.darkGround : luminance > Self.lightGround
    let end: SIMD3<Double> = isDarkened ? .zero : .one
    let mixed = own + (end - own) * (Self.swelling * share)
    return ColourGround(SIMD4(mixed, colour.w), inks: inks)
  }

  /// The luminances below which a dark ground, and above which a light one, is too near the end of the scale for a change in that
  /// direction to be seen.
  private static let (darkGround, lightGround) = (0.08, 0.6)
  /// The greatest part of black or white in the colour of a ground that has swollen, which is seen as much as an opacity of 0.45.
  private static let swelling = 0.55

  // MARK: Limits

  private static func aim(_ legibility: Legibility) -> Double {
    min(legibility.contrast * Legibility.margin * Legibility.liveMargin, 20)
  }

  private static func isWhiteBetter(on luminance: Double) -> Bool {
    (1 + Luminance.flare) / (luminance + Luminance.flare) >= (luminance + Luminance.flare) / Luminance.flare
  }

  /// The luminances that a colour may have on which the main ink, or else black or white, is read.
  private func opaque(_ legibility: Legibility) -> ClosedRange<Double> {
    let (aim, flare) = (Self.aim(legibility), Luminance.flare)
    let own = Luminance.of(SIMD3(colour.x, colour.y, colour.z))
    let ink = mainLuminance(on: own)
    let (below, above) = ((ink + flare) / aim - flare, (ink + flare) * aim - flare)
    // The ground stays on its side of the ink if there is room for it. An ink that black or white has just enough contrast with
    // leaves room for that, whatever way its luminance was rounded.
    let (mayBeDarker, mayBeLighter) = (below >= -1e-9, above <= 1 + 1e-9)
    let isDarker = own <= ink ? mayBeDarker || !mayBeLighter : mayBeDarker && !mayBeLighter
    return isDarker ? 0...max(below, 0) : min(above, 1)...1
  }

  /// The luminances that a colour may have through which glass is seen: those of the glass under the inks.
  private func translucent(isDark: Bool, _ legibility: Legibility) -> ClosedRange<Double> {
    let kept = inks.compactMap { Legibility.keptLuminance(of: $0, isDark: isDark) }
    guard
      let bounds = legibility.bounds(
        isDark: isDark, inkLuminance: isDark ? kept.min() : kept.max(),
        margin: Legibility.margin * Legibility.liveMargin)
    else { return 0...1 }
    return isDark ? 0...bounds.luminance : bounds.luminance...1
  }

  /// The least luminance, or the greatest one of dark inks, that has the promised contrast with the ground on any screen. Glass moves
  /// inks by itself where it cannot be dark or light enough for them.
  private func readLuminance(isDark: Bool, _ legibility: Legibility) -> Double {
    let (limits, flare) = (translucent(isDark: isDark, legibility), Luminance.flare)
    let aim = Self.aim(legibility)
    return isDark
      ? min(aim * (limits.upperBound + flare) - flare, 1)
      : max((limits.lowerBound + flare) / aim - flare, 0)
  }

  /// Returns a colour, mixed with white in linear light until it is at least as light as a limit over light glass of any colour.
  ///
  /// Colours are mixed encoded, which makes two different hues darker than either; so that the glass's own luminance is
  /// not enough.
  private func lightened(_ colour: SIMD3<Double>, above limit: Double) -> SIMD3<Double> {
    let glass = Self.darkest(limit).map { $0 * (1 - self.colour.w) }
    func isLight(_ colour: SIMD3<Double>) -> Bool {
      glass.allSatisfy { Luminance.of($0 + colour * self.colour.w) >= limit - 1e-9 }
    }
    if isLight(colour) { return colour }
    let linear = Luminance.linear(colour)
    var (bad, good) = (0.0, 1.0)
    for _ in 0..<10 {
      let middle = (bad + good) / 2
      if isLight(Luminance.encoded(linear + (1 - linear) * middle)) { good = middle } else { bad = middle }
    }
    return Luminance.encoded(linear + (1 - linear) * good)
  }

  /// Colours of one luminance, encoded: two channels in steps of a quarter, and the third as the luminance requires.
  private static func darkest(_ luminance: Double) -> [SIMD3<Double>] {
    var colours: [SIMD3<Double>] = []
    for free in 0..<3 {
      for step in 0..<25 {
        var colour = SIMD3<Double>.zero
        colour[(free + 1) % 3] = Double(step % 5) / 4
        colour[(free + 2) % 3] = Double(step / 5) / 4
        var whole = colour
        whole[free] = 1
        let (least, most) = (Luminance.of(colour), Luminance.of(whole))
        guard least <= luminance, most >= luminance else { continue }
        colour[free] = Luminance.encoded((luminance - least) / (most - least))
        colours.append(colour)
      }
    }
    return colours
  }
}

extension SIMD3<Double> {
  /// The colour without its opacity.
  fileprivate init(_ colour: SIMD4<Double>) { self.init(colour.x, colour.y, colour.z) }
}
