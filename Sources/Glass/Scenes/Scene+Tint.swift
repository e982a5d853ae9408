import Geometry
public import VisualEffects

extension Scene {
  /// The scene over a backdrop that the compositor blurs and that is not known: every sheet is one
  /// translucent colour, dark or light enough for its text whatever lies behind, and vibrant ink becomes
  /// plain colour that can be read on it, and on the fills that lie below the ink.
  public var tinted: Scene {
    var tinted = self
    var ground: TintGround?
    tinted.nodes = nodes.tinted(on: &ground)
    return tinted
  }
}

extension Material {
  /// The colour and the opacity of a sheet of this material over a backdrop that the compositor blurs:
  /// encoded sRGB, not premultiplied, 0 … 1.
  ///
  /// The colour is what the material makes of mid grey, moved towards black or white as far as text needs it; the
  /// opacity is the least over which the text has the contrast that `legibility` promises, over black and over white.
  /// `inkLuminance` is the least (dark glass) or greatest (light glass) luminance of text; nil: that of white or black.
  public func tint(_ legibility: Legibility, inkLuminance: Double? = nil) -> SIMD4<Double> {
    let own = chain.apply(SIMD3(repeating: 0.5))
    let bounds = legibility.bounds(isDark: isDark, leastInk: Self.leastInk, inkLuminance: inkLuminance)
    guard let bounds else { return SIMD4(own, Self.plainOpacity) }
    let grey = Luminance.encoded(bounds.luminance)
    // The colour lies at least half way from the grey that text needs to black or white.
    let room = isDark ? grey / 2 : (1 + grey) / 2
    let limit = SIMD3(repeating: room)
    let colour = isDark ? pointwiseMin(own, limit) : pointwiseMax(own, limit)
    let opacity = isDark ? (1 - grey) / (1 - colour.max()) : grey / colour.min()
    return SIMD4(colour, min(max(opacity, Self.plainOpacity), 1))
  }

  /// The opacity of text for which a tint leaves room, where its colour cannot follow the backdrop.
  fileprivate static let leastInk = 0.85
  /// The least opacity of a tint, which one has where no contrast is promised.
  private static let plainOpacity = 0.5
}

extension [Node] {
  /// Returns the nodes as they lie on a tint, which learns of the fills among them; nil: they lie on none.
  fileprivate func tinted(on ground: inout TintGround?) -> [Node] {
    indices.map { index in
      switch self[index] {
      case .effect(let effect): return .effect(effect.tinted(on: &ground))
      case .text(var text):
        text.ink = ground?.plain(text.ink, in: text.frame) ?? text.ink
        return .text(text)
      case .image(var image):
        guard let ink = image.ink else { return .image(image) }
        image.ink =
          ink.isFill
          ? ground?.fill(ink, in: image.frame, below: 0) : ground?.plain(ink, in: image.frame)
        image.ink = image.ink ?? ink
        return .image(image)
      case .fill(var fill):
        if let limit = fill.limit {
          fill = ground?.fading(fill, to: limit) ?? fill
          return .fill(fill)
        }
        // Others on the fill need room up to the limit of fills.
        let others = self[(index + 1)...].vibrantFillOpacity(on: fill.frame)
        fill.ink = ground?.fill(fill.ink, in: fill.frame, below: others) ?? fill.ink
        return .fill(fill)
      }
    }
  }
}

extension EffectNode {
  /// Returns the effect with a tint in place of its material, or on the one below it.
  fileprivate func tinted(on ground: inout TintGround?) -> EffectNode {
    var effect = self
    guard let material else {
      effect.content = content.tinted(on: &ground)
      return effect
    }
    let tint = material.tint(legibility, inkLuminance: inkLuminance(on: material))
    var own: TintGround? = TintGround(material, legibility, tint: tint)
    effect.material = nil
    effect.content =
      [.fill(FillNode(frame: frame, corners: corners, ink: .colour(tint)))] + content.tinted(on: &own)
    return effect
  }
}

/// A tint with the vibrant fills on it, as inks on it have to take them into account.
private struct TintGround {
  private let material: Material
  private let legibility: Legibility
  /// The bounds of opaque ink, which fills keep to; nil: no contrast is promised.
  private let bounds: Legibility.Bounds?
  /// The lightest (dark tint) or darkest (light tint) grey of the tint over any backdrop, encoded.
  private let ownGrey: Double
  /// The fills, each with the lightest or darkest grey that is seen where it is.
  private var fills: [(frame: PixelRect, grey: Double)] = []

  /// `tint` is the colour and the opacity of the sheet.
  init(_ material: Material, _ legibility: Legibility, tint: SIMD4<Double>) {
    (self.material, self.legibility) = (material, legibility)
    bounds = legibility.bounds(isDark: material.isDark)
    let colour = SIMD3(tint.x, tint.y, tint.z)
    ownGrey = material.isDark ? 1 - tint.w + tint.w * colour.max() : tint.w * colour.min()
  }

  /// The lightest or darkest grey, encoded, within some pixels of a frame.
  private func grey(within distance: Int, of frame: PixelRect) -> Double {
    fills.reduce(ownGrey) { grey, fill in
      guard fill.frame.outset(by: distance).intersects(frame) else { return grey }
      return material.isDark ? max(grey, fill.grey) : min(grey, fill.grey)
    }
  }

  /// The plain ink in place of the ink of a text or a template: it has the least opacity, and is moved as little, as its contrast
  /// needs.
  func plain(_ ink: Ink, in frame: PixelRect) -> Ink {
    switch ink {
    case .plain: return ink
    case .colour(let colour):
      return .colour(readable(colour, legibility.contrast, in: frame))
    case .vibrant(let style):
      var colour = material.ink
      colour.w *= style.level(isDark: material.isDark, legibility: legibility)
      guard let aim = legibility.aim(of: style) else { return .colour(colour) }
      return .colour(readable(colour, min(aim, legibility.contrast), in: frame))
    }
  }

  /// Returns an ink, more opaque or nearer to black or white if it would else not have a contrast.
  private func readable(_ ink: SIMD4<Double>, _ contrast: Double, in frame: PixelRect) -> SIMD4<Double> {
    guard let bounds else { return ink }
    let ground = SIMD3(repeating: grey(within: ContrastMeasurement.reach, of: frame))
    let (own, luminance) = (SIMD3(ink.x, ink.y, ink.z), Luminance.of(ground))
    let limit = bounds.limit(promised: contrast, beside: luminance...luminance)
    func isRead(_ opacity: Double) -> Bool {
      let seen = Luminance.of(ground + (own - ground) * opacity)
      return material.isDark ? seen >= limit - 1e-9 : seen <= limit + 1e-9
    }
    if isRead(ink.w) { return ink }
    guard isRead(1) else {
      return SIMD4(bounds.limited(own, promised: contrast, beside: luminance...luminance), 1)
    }
    var (bad, good) = (ink.w, 1.0)
    for _ in 0..<24 {
      let middle = (bad + good) / 2
      if isRead(middle) { good = middle } else { bad = middle }
    }
    return SIMD4(own, good)
  }

  /// The plain ink in place of that of a fill, on which texts can be read that can be read on the tint, and notes the fill.
  ///
  /// A fill leaves half of the room up to the limit of fills to others on it, so that they are seen, as far as `others` tells: the
  /// opacity, 0 … 1, of the strongest of them.
  mutating func fill(_ ink: Ink, in frame: PixelRect, below others: Double) -> Ink {
    guard case .vibrant(let style) = ink else { return ink }
    var colour = material.ink
    let level = style.level(isDark: material.isDark, legibility: legibility)
    colour.w *= legibility.contrast(of: style) == legibility.contrast ? max(level, Material.leastInk) : level
    guard ink.isFill, colour.w > 0 else { return .colour(colour) }
    return .colour(limited(colour, in: frame, below: others))
  }

  /// Returns a colour that fades as it is kept within its limit over any backdrop, and notes it if the inks of the tint are read on
  /// it. A colour on which only other inks are read is there at once.
  mutating func fading(_ fill: FillNode, to limit: FillNode.Limit) -> FillNode {
    guard case .colour(let colour) = fill.ink, bounds != nil, colour.w > 0 else { return fill }
    var fill = fill
    fill.limit = nil
    let own = SIMD3(colour.x, colour.y, colour.z)
    switch limit {
    case .ofGlass: fill.ink = .colour(limited(colour, in: fill.frame, below: 0))
    case .atMost(let most): fill.ink = .colour(SIMD4(Luminance.moved(own, to: 0...most), 1))
    case .atLeast(let least): fill.ink = .colour(SIMD4(Luminance.moved(own, to: least...1), 1))
    }
    return fill
  }

  /// Returns the colour of a fill, nearer to black or white if the inks of the tint would else not be read on it, and notes the fill.
  private mutating func limited(
    _ colour: SIMD4<Double>, in frame: PixelRect, below others: Double
  ) -> SIMD4<Double> {
    guard let bounds else { return colour }
    let (below, limit) = (grey(within: 0, of: frame), Luminance.encoded(bounds.luminance))
    let seen = limit + (below - limit) / 2 * others
    let most = SIMD3(repeating: min(max((seen - (1 - colour.w) * below) / colour.w, 0), 1))
    let own = SIMD3(colour.x, colour.y, colour.z)
    let limited = material.isDark ? pointwiseMin(own, most) : pointwiseMax(own, most)
    let end = material.isDark ? limited.max() : limited.min()
    fills.append((frame, below + (end - below) * colour.w))
    return SIMD4(limited, colour.w)
  }
}
