import VisualEffects

/// A fill of a colour that fades below texts, in one moment.
///
/// Each text may have had one ink before the fade and have another one after it. In every moment all texts have either their former inks
/// or their later ones: those with which they are read better on the mixture, which is kept dark or light enough for them.
struct FadingFill {
  /// The surroundings of a fill.
  struct Ground: Equatable {
    /// The glass below the fill; nil: there is none.
    var material: Material?
    var legibility = Legibility.standard
    /// The opaque colour below the fill; nil: the glass is seen through it.
    var colour: SIMD3<Double>?
    /// The opacity of the group of the fill, 0 … 1.
    var opacity = 1.0
  }

  /// The inks that have faded in or out at the same place, and their opacities, 0 … 1.
  private let parts: [(ink: Ink, opacity: Double)]
  private let ground: Ground
  /// The colour of the ground where that is glass: the one that the material makes of mid grey.
  private let below: SIMD3<Double>

  init(_ parts: [(ink: Ink, opacity: Double)], on ground: Ground) {
    (self.parts, self.ground) = (parts, ground)
    below = ground.colour ?? ground.material.map { $0.usual(ground.legibility) } ?? .zero
  }

  /// Returns the ink of the fill and its limit, where texts have either the inks `former` or the inks `own`, and whether they have
  /// their own ones now.
  func shown(former: [Ink], own: [Ink]) -> (ink: Ink, limit: FillNode.Limit?, isOwn: Bool) {
    var (sum, colour) = (SIMD3<Double>.zero, SIMD4<Double>.zero)
    for part in parts {
      let full = self.colour(of: part.ink)
      sum += SIMD3(full.x, full.y, full.z) * full.w * part.opacity
      colour.w += full.w * part.opacity
    }
    let mixed = colour.w > 0 ? sum / colour.w : below
    // Two colours of which one takes the place of the other leave no glass between them.
    var opacity = colour.w > 0.998 ? 1 : colour.w
    let seen = below + (mixed - below) * opacity
    let isOwn = leastContrast(of: own, on: seen) >= leastContrast(of: former, on: seen)
    var shown = mixed
    if ground.colour != nil { (shown, opacity) = (seen, 1) }
    let limit = limit(for: isOwn ? own : former, on: seen)
    // Renderers know the limit of the glass more exactly, and keep its inks legible over the colour.
    guard opacity < 1 || limit == .ofGlass else {
      return (.colour(SIMD4(Luminance.moved(shown, to: luminances(limit)), 1)), nil, isOwn)
    }
    return (.colour(SIMD4(shown, opacity)), limit, isOwn)
  }

  /// The colour of a part. A vibrant fill has the one that it has on usual glass.
  private func colour(of ink: Ink) -> SIMD4<Double> {
    switch ink {
    case .colour(let colour), .plain(let colour): return colour
    case .vibrant(let style):
      let matrix = VibrancyEffect.ColourMatrix.of(style, isDark: isDark)
      return SIMD4(matrix.apply(below), style.level(isDark: isDark))
    }
  }

  private var isDark: Bool { ground.material?.isDark ?? true }

  private func leastContrast(of inks: [Ink], on ground: SIMD3<Double>) -> Double {
    let luminance = Luminance.of(ground)
    return inks.map { Luminance.contrast(self.luminance(of: $0), luminance) }.min() ?? 1
  }

  /// The luminance of the ink of a text. Inks of the glass are moved to black or white where that is needed.
  private func luminance(of ink: Ink) -> Double {
    if case .plain(let colour) = ink { colour.luminance } else { isDark ? 1 : 0 }
  }

  /// The limit for texts of some inks on a colour, which is that of the glass if any of them is ink of the glass; nil: no contrast is
  /// promised.
  private func limit(for inks: [Ink], on colour: SIMD3<Double>) -> FillNode.Limit? {
    guard ground.legibility.contrast > 1, ground.material != nil else { return nil }
    let aim = ground.legibility.contrast * Legibility.margin * Legibility.liveMargin
    let own = Luminance.of(colour)
    var (least, most) = (0.0, 1.0)
    for ink in inks {
      guard case .plain(let colour) = ink else { return .ofGlass }
      let luminance = colour.luminance
      if own < luminance {
        most = min(most, max((luminance + Luminance.flare) / aim - Luminance.flare, 0))
      } else {
        least = max(least, min((luminance + Luminance.flare) * aim - Luminance.flare, 1))
      }
    }
    if most < 1 { return .atMost(most) }
    return least > 0 ? .atLeast(least) : .ofGlass
  }

  /// The luminances of an opaque colour within a limit of plain inks.
  private func luminances(_ limit: FillNode.Limit?) -> ClosedRange<Double> {
    switch limit {
    case .atMost(let most)?: 0...most
    case .atLeast(let least)?: least...1
    case .ofGlass?, nil: 0...1
    }
  }
}

extension Material {
  /// The colour of the glass over mid grey, encoded, which legibility keeps dark or light enough for texts.
  fileprivate func usual(_ legibility: Legibility) -> SIMD3<Double> {
    let colour = chain.apply(SIMD3(repeating: 0.5))
    return legibility.bounds(isDark: isDark)?.filled(colour) ?? colour
  }
}
