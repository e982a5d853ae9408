package import Scenes
package import VisualEffects

/// The uniforms of `PaintShaders.ink`: how one ink looks on one sheet of glass.
package struct InkFigures {
  /// Nil: the colour is `bias` alone.
  package var matrix: VibrancyEffect.ColourMatrix?
  package var bias = SIMD3<Double>.zero
  /// The ink's opacity.
  package var level = 1.0
  /// The luminance that is wanted at full coverage: so much of that around, and so much more.
  package var limit = (factor: 0.0, summand: 0.0)
  /// What ink is mixed to for that, as light.
  package var extreme = 0.0
  /// 1: it must be at least as luminous, −1: at most, 0: as it is.
  package var side = 0.0
  package var range = ShownRange.full
  /// The vibrant fill that it may lie on.
  package private(set) var fill: Fill?

  /// A vibrant fill as text over it sees it.
  package struct Fill {
    package var level: Double
    package var matrix: VibrancyEffect.ColourMatrix
    package var luminance: Double
    package var extreme: Double
    package var side: Double
  }

  /// `isText`: it is to be read, else it is a surface to be written on; `fillLevel` is that of the strongest vibrant fill
  /// that it may touch.
  package init(_ ink: Ink, _ glass: InkGround?, isText: Bool, fillLevel: Double = 0) {
    let isDark = glass?.isDark ?? true
    let legibility = glass?.legibility ?? .off
    var aim: Double?
    switch ink {
    case .colour(let colour):
      (bias, level) = (SIMD3(colour.x, colour.y, colour.z), colour.w)
      aim = legibility.contrast
    case .vibrant(let style):
      level = style.level(isDark: isDark, legibility: legibility)
      aim = legibility.aim(of: style)
      if glass == nil {
        // There is nothing to take a colour from.
        bias = .one
      } else {
        let own = VibrancyEffect.ColourMatrix.of(isDark: isDark)
        (matrix, bias) = (own, SIMD3(repeating: own.bias))
      }
    }
    guard let finish = glass?.finish else { return }
    let bounds = finish.bounds
    range = bounds.range
    if isText, let aim {
      let aimed = min(aim * bounds.margin, bounds.range.contrast)
      extreme = isDark ? bounds.white : bounds.black
      side = isDark ? 1 : -1
      limit =
        isDark
        ? (aimed, (aimed - 1) * Luminance.flare) : (1 / aimed, (1 / aimed - 1) * Luminance.flare)
      if fillLevel > 0 {
        fill = Fill(
          level: fillLevel, matrix: .of(isDark: isDark), luminance: finish.fillLuminance,
          extreme: isDark ? bounds.black : bounds.white, side: isDark ? -1 : 1)
      }
    } else if case .vibrant(let style) = ink, style != .separator {
      // Text may lie on it: filled like the material.
      extreme = isDark ? bounds.black : bounds.white
      side = isDark ? -1 : 1
      limit = (0, finish.fillLuminance)
    }
  }
}

extension EffectNode {
  /// What legibility makes of its material, for the ink in its content; nil: it stays pure.
  package func finish(_ material: Material, range: ShownRange) -> GlassFinish? {
    var (leastInk, fillLevel) = (1.0, 0.0)
    content.forEachInk { ink in
      guard case .vibrant(let style) = ink else { return }
      let level = style.level(isDark: material.isDark, legibility: legibility)
      switch style {
      case .label, .secondaryLabel: leastInk = min(leastInk, level)
      case .tertiaryLabel, .quaternaryLabel: break
      case .fill, .secondaryFill, .tertiaryFill: fillLevel = max(fillLevel, level)
      // A line, on which nothing is written.
      case .separator: break
      }
    }
    // Else light and dark glass, each with room for faint ink, would be half of the way to white apart where they meet.
    leastInk += (1 - leastInk) * material.turn
    fillLevel *= 1 - material.turn
    guard let bounds = legibility.bounds(isDark: material.isDark, leastInk: leastInk, range: range),
      let opaque = legibility.bounds(isDark: material.isDark, range: range)
    else { return nil }
    return GlassFinish(bounds, opaque: opaque, fillLevel: fillLevel)
  }
}

extension FillNode {
  /// Its opacity as text over it must know it: 0 unless it is a vibrant surface.
  package func level(on glass: InkGround?) -> Double {
    guard case .vibrant(let style) = ink, style != .separator, let glass else { return 0 }
    return style.level(isDark: glass.isDark, legibility: glass.legibility)
  }
}

extension [Node] {
  /// Every ink that lies on the same glass as these.
  fileprivate func forEachInk(_ body: (Ink) -> Void) {
    for node in self {
      switch node {
      case .text(let text): body(text.ink)
      case .image(let image): if let ink = image.ink { body(ink) }
      case .fill(let fill): body(fill.ink)
      case .effect(let effect): if effect.material == nil { effect.content.forEachInk(body) }
      }
    }
  }
}
