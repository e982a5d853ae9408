public import VisualEffects

extension Scene {
  /// The scene over a backdrop that the compositor blurs and that is not known: every sheet is one
  /// translucent colour, dark or light enough for its text whatever lies behind, and vibrant ink becomes
  /// plain colour.
  public var tinted: Scene {
    var tinted = self
    tinted.nodes = nodes.map { $0.tinted(on: nil) }
    return tinted
  }
}

extension Material {
  /// The colour and the opacity of a sheet of this material over a backdrop that the compositor blurs:
  /// encoded sRGB, not premultiplied, 0 … 1.
  ///
  /// The colour is what the material makes of mid grey, moved towards black or white as far as text needs it; the
  /// opacity is the least over which the text has the contrast that `legibility` promises, over black and over white.
  public func tint(_ legibility: Legibility) -> SIMD4<Double> {
    let own = chain.apply(SIMD3(repeating: 0.5))
    let bounds = legibility.bounds(isDark: isDark, leastInk: Self.leastInk)
    guard let bounds else { return SIMD4(own, Self.plainOpacity) }
    let grey = Luminance.encoded(bounds.luminance)
    // The colour lies at least half way from the grey that text needs to black or white.
    let room = isDark ? grey / 2 : (1 + grey) / 2
    let limit = SIMD3(repeating: room)
    let colour = isDark ? pointwiseMin(own, limit) : pointwiseMax(own, limit)
    let opacity = isDark ? (1 - grey) / (1 - colour.max()) : grey / colour.min()
    return SIMD4(colour, min(max(opacity, Self.plainOpacity), 1))
  }

  /// The plain ink that replaces vibrant ink of a style on a tint: encoded sRGB and opacity, not
  /// premultiplied, 0 … 1.
  fileprivate func plainInk(_ style: VibrancyEffect.Style, _ legibility: Legibility) -> SIMD4<Double> {
    var ink = self.ink
    let level = style.level(isDark: isDark, legibility: legibility)
    ink.w *= legibility.contrast(of: style) == legibility.contrast ? max(level, Self.leastInk) : level
    return ink
  }

  /// The least opacity of text that is promised contrast, where its colour cannot follow the backdrop.
  private static let leastInk = 0.85
  /// The least opacity of a tint, which one has where no contrast is promised.
  private static let plainOpacity = 0.5
}

extension Node {
  fileprivate func tinted(on glass: (material: Material, legibility: Legibility)?) -> Node {
    switch self {
    case .effect(var effect):
      var below = glass
      var content: [Node] = []
      if let material = effect.material {
        below = (material, effect.legibility)
        content.append(
          .fill(
            FillNode(
              frame: effect.frame, corners: effect.corners, ink: .colour(material.tint(effect.legibility)))))
      }
      effect.material = nil
      effect.content = content + effect.content.map { $0.tinted(on: below) }
      return .effect(effect)
    case .text(var text):
      text.ink = text.ink.plain(on: glass)
      return .text(text)
    case .image(var image):
      image.ink = image.ink?.plain(on: glass)
      return .image(image)
    case .fill(var fill):
      fill.ink = fill.ink.plain(on: glass)
      return .fill(fill)
    }
  }
}

extension Ink {
  fileprivate func plain(on glass: (material: Material, legibility: Legibility)?) -> Ink {
    guard case .vibrant(let style) = self, let glass else { return self }
    return .colour(glass.material.plainInk(style, glass.legibility))
  }
}
