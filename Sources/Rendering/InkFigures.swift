import Scenes
import VisualEffects

/// The uniforms of `PaintShaders.ink`: how one ink looks on one sheet of glass.
struct InkFigures {
  /// Nil: the colour is `bias` alone.
  var matrix: VibrancyEffect.ColourMatrix?
  var bias = SIMD3<Double>.zero
  /// The ink's opacity.
  var level = 1.0
  /// The luminance that is wanted at full coverage: so much of that around, and so much more.
  var limit = (factor: 0.0, summand: 0.0)
  /// What ink is mixed to for that, as light.
  var extreme = 0.0
  /// 1: it must be at least as luminous, −1: at most, 0: as it is.
  var side = 0.0
  var range = ShownRange.full

  /// `isText`: it is to be read, else it is a surface to be written on.
  init(_ ink: Ink, _ glass: PaintedGlass?, isText: Bool) {
    let isDark = glass?.isDark ?? true
    let legibility = glass?.legibility ?? .off
    var promised: Double?
    switch ink {
    case .colour(let colour):
      (bias, level) = (SIMD3(colour.x, colour.y, colour.z), colour.w)
      promised = legibility.contrast
    case .vibrant(let style):
      level = style.level(isDark: isDark, legibility: legibility)
      promised = legibility.contrast(of: style)
      if glass == nil {
        // There is nothing to take a colour from.
        bias = .one
      } else {
        let own = VibrancyEffect.ColourMatrix.of(isDark: isDark)
        (matrix, bias) = (own, SIMD3(repeating: own.bias))
      }
    }
    guard let bounds = glass?.bounds else { return }
    range = bounds.range
    if isText, let promised {
      let aimed = min(promised * bounds.margin, bounds.range.contrast)
      extreme = isDark ? bounds.white : bounds.black
      side = isDark ? 1 : -1
      limit =
        isDark
        ? (aimed, (aimed - 1) * Luminance.flare) : (1 / aimed, (1 / aimed - 1) * Luminance.flare)
    } else if case .vibrant = ink {
      // Text may lie on it: filled like the material.
      extreme = isDark ? bounds.black : bounds.white
      side = isDark ? -1 : 1
      limit = (0, bounds.luminance)
    }
  }
}

extension Program {
  func set(_ figures: InkFigures) {
    set("inkRed", figures.matrix?.red ?? .zero)
    set("inkGreen", figures.matrix?.green ?? .zero)
    set("inkBlue", figures.matrix?.blue ?? .zero)
    set("inkBias", figures.bias)
    set("level", Float(figures.level))
    set("range", SIMD2(Float(figures.range.black), Float(figures.range.white)))
    set(
      "limit",
      SIMD4<Float>(SIMD4(figures.limit.factor, figures.limit.summand, figures.extreme, figures.side)))
  }
}

extension EffectNode {
  /// What legibility makes of its material, for the ink in its content; nil: it stays pure.
  func finish(_ material: Material, range: ShownRange) -> Finish? {
    var (leastInk, fillLevel) = (1.0, 0.0)
    content.forEachInk { ink in
      guard case .vibrant(let style) = ink else { return }
      let level = style.level(isDark: material.isDark, legibility: legibility)
      switch style {
      case .label, .secondaryLabel: leastInk = min(leastInk, level)
      case .tertiaryLabel, .quaternaryLabel: break
      case .fill, .secondaryFill, .tertiaryFill, .separator: fillLevel = max(fillLevel, level)
      }
    }
    return legibility.bounds(isDark: material.isDark, leastInk: leastInk, range: range)
      .map { Finish(bounds: $0, fillLevel: fillLevel) }
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
