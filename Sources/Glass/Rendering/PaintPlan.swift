package import Geometry
package import Scenes
package import VisualEffects

/// One pass of painting nodes of a surface. All rectangles are pixels of the surface; the last ones, of which none overlap,
/// limit the pass. Copies of a step share its values, since a surface that is painted part by part copies each step for each part.
package indirect enum PaintStep {
  /// Paints the coverage of `source` with ink, which lies on `glass` if that is given.
  case ink(InkSource, InkFigures, on: GlassKey?, in: [PixelRect])
  /// Paints a picture, scaled to the size of `frame`.
  case picture(Bitmap, frame: PixelRect, in: [PixelRect])
  /// Paints glass as far as a clip covers it.
  case glass(GlassKey, Clip, in: [PixelRect])
  /// Paints a part of the line along the inside of a shape's edge.
  case line(Shape, width: Double, EdgePart, SIMD4<Double>, in: [PixelRect])
  /// Paints the shadow of a shape outside of that shape and of `covers`.
  case shadow(Shadow, of: Shape, opacity: Double, covers: [PixelRect], in: [PixelRect])
  /// Makes the glass that later steps name by the key: its backdrop includes all canvases so far.
  case nestedGlass(GlassKey, NestedLook)
  /// Begins a transparent canvas for the content of an effect, with the effect's glass on it if that is given.
  case beginGroup(PaintGroup, GlassKey?)
  /// Paints the canvas that was begun last onto the one before, clipped and faded.
  case endGroup(PaintGroup)

  /// The rectangles that limit the pass; nil: the step does not paint by itself.
  package var rects: [PixelRect]? {
    switch self {
    case .ink(_, _, _, let rects), .picture(_, _, let rects), .glass(_, _, let rects): rects
    case .line(_, _, _, _, let rects), .shadow(_, _, _, _, let rects): rects
    case .nestedGlass, .beginGroup, .endGroup: nil
    }
  }
}

/// The shape of a pass of ink.
package enum InkSource {
  /// The text lies at the origin of `frame`; emoji in it keep their own colours.
  case text(StyledText, frame: PixelRect)
  /// The alpha of a picture that is scaled to the size of `frame`.
  case template(Bitmap, frame: PixelRect)
  case shape(Clip)
}

/// The glass on which nodes lie.
package enum GlassKey: Hashable {
  /// The sheet with this position among the nodes of the scene.
  case sheet(Int)
  /// The glass of an effect that lies on other nodes, counted from 0 in each plan.
  case nested(Int)
}

/// An effect whose glass and content are painted separately, to be clipped or faded as one.
package struct PaintGroup {
  package var effect: EffectNode
  /// The parts of the surface that are painted; none of them overlap.
  package var rects: [PixelRect]

  package var clip: Clip { effect.clip }
}

/// The order of all passes that paint a part of a surface, with clips, groups and the figures of inks.
package struct PaintPlan {
  /// Glass with the figures that ink on it needs.
  package typealias Glass = (key: GlassKey, ground: InkGround)

  /// The properties of a surface on which a plan depends.
  package struct Surface {
    /// The frame of the surface on the output.
    package var frame: PixelRect
    /// Physical pixels per point of blurs.
    package var scale: Double
    /// The darkest and the lightest value that is shown.
    package var range: ShownRange
    /// The glass of sheets by their positions among the scene's nodes.
    package var sheets: [Int: InkGround]

    package init(frame: PixelRect, scale: Double, range: ShownRange, sheets: [Int: InkGround]) {
      (self.frame, self.scale, self.range, self.sheets) = (frame, scale, range, sheets)
    }
  }

  /// A vibrant fill, or a colour that fades, on which texts and other fills may lie.
  fileprivate struct Fill {
    var frame: PixelRect
    var ground: FillGround
    /// The figures of a colour that fades; nil: the fill is vibrant.
    var colour: InkFigures.Fill?

    /// The fill in a group of an opacity, 0 … 1, over the fills `below` on `glass`.
    func faded(to opacity: Double, over below: [Fill], on glass: InkGround) -> Fill {
      if opacity >= 1 { return self }
      var faded = self
      faded.ground = ground.faded(to: opacity, over: below.ground(of: frame), on: glass)
      faded.colour?.level *= opacity
      faded.colour?.cover *= opacity
      return faded
    }
  }

  package private(set) var steps: [PaintStep] = []
  private let surface: Surface
  private var nestedCount = 0
  /// The rectangles in which a clip covers pixels in part.
  private typealias Edges = (Clip) throws(RenderingError) -> [PixelRect]

  /// Plans to paint those parts of all nodes of a scene that lie in `rects`, of which none overlap; `edges` tells the
  /// rectangles in which a clip covers pixels in part.
  package init(
    _ scene: Scene, in rects: [PixelRect], on surface: Surface,
    edges: (Clip) throws(RenderingError) -> [PixelRect]
  ) throws(RenderingError) {
    self.surface = surface
    try add(
      scene.nodes, in: rects, on: nil, sheets: surface.sheets, [], clip: PixelRect(surface.frame.size), edges)
  }

  /// Plans to paint those parts of the content of the sheet at `position` among the nodes that lie in `rects`, of which none
  /// overlap.
  package init(
    contentOf effect: EffectNode, at position: Int, in rects: [PixelRect], on surface: Surface,
    edges: (Clip) throws(RenderingError) -> [PixelRect]
  ) throws(RenderingError) {
    self.surface = surface
    let glass = surface.sheets[position].map { (GlassKey.sheet(position), $0) }
    let clip = effect.frame.intersection(PixelRect(surface.frame.size))
    try add(effect.content, in: rects, on: glass, sheets: [:], [], clip: clip, edges)
  }

  /// Plans nodes that are seen in `clip`, and returns the fills among them on which others may lie. Figures depend on what
  /// is seen of nodes alone, so that damage needs no more than that.
  @discardableResult private mutating func add(
    _ nodes: [Node], in rects: [PixelRect], on glass: Glass?, sheets: [Int: InkGround],
    _ below: [Fill], clip: PixelRect, _ edges: Edges
  ) throws(RenderingError) -> ArraySlice<Fill> {
    var fills = below
    for (index, node) in nodes.enumerated() {
      let own = rects.touching(node.extent)
      switch node {
      case .fill(let fill):
        add(fill, below: nodes[(index + 1)...], in: own, on: glass, &fills, clip: clip)
      case .image(let image): add(image, in: own, on: glass, &fills, clip: clip)
      case .text(let text):
        if own.isEmpty { continue }
        let source = InkSource.text(text.text, frame: text.frame)
        let figures = figures(text.ink, text.frame.intersection(clip), glass, fills)
        steps.append(.ink(source, figures, on: glass?.key, in: own.cut(to: text.frame)))
      case .effect(let effect):
        // Ink beside a fill takes it into account although the fill itself is not painted.
        let isGlass = effect.material != nil
        if isGlass && own.isEmpty { continue }
        let on: Glass? = isGlass ? sheets[index].map { (.sheet(index), $0) } ?? nest(effect) : glass
        let covers =
          own.isEmpty || effect.shadows.isEmpty ? [] : nodes.covers(over: index) { sheets[$0] != nil }
        let inner = try add(effect, in: own, on: on, isGlass ? [] : fills, covers: covers, clip: clip, edges)
        if !isGlass, let glass = glass?.ground {
          fills += inner.map { $0.faded(to: effect.alpha, over: fills, on: glass) }
        }
      }
    }
    return fills[below.count...]
  }

  /// Plans a fill below other nodes, and adds it to the fills on which these may lie.
  private mutating func add(
    _ fill: FillNode, below others: ArraySlice<Node>, in rects: [PixelRect], on glass: Glass?,
    _ fills: inout [Fill], clip: PixelRect
  ) {
    let (level, frame) = (fill.level(on: glass?.ground), fill.frame.intersection(clip))
    if let fading = fading(fill, in: frame, on: glass?.ground, &fills) {
      return add(fill, fading, in: rects, on: glass)
    }
    var figures = InkFigures(fill.ink, glass?.ground, isText: false)
    if level > 0, !frame.isEmpty, let glass = glass?.ground {
      let below = fills.ground(of: frame)
      let others = others.vibrantFillOpacity(on: frame)
      figures = InkFigures(fill.ink, glass, on: below, below: others)
      let grey = glass.fillGrey(on: below, below: others)
      if !frame.isEmpty {
        fills.append(Fill(frame: frame, ground: FillGround(level: level, grey: grey, on: below)))
      }
    }
    add(fill, figures, in: rects, on: glass)
  }

  private mutating func add(_ fill: FillNode, _ figures: InkFigures, in rects: [PixelRect], on glass: Glass?)
  {
    if rects.isEmpty { return }
    let shape = Clip(frame: fill.frame, corners: fill.corners, mask: nil)
    steps.append(.ink(.shape(shape), figures, on: glass?.key, in: rects))
  }

  /// The figures of a colour that fades, which is added to the fills; nil: it is another fill, or lies on no glass that is kept legible.
  private func fading(
    _ fill: FillNode, in frame: PixelRect, on glass: InkGround?, _ fills: inout [Fill]
  ) -> InkFigures? {
    guard let limit = fill.limit, case .colour(let colour) = fill.ink, let glass, let finish = glass.finish
    else { return nil }
    let (kept, below) = (FadingLimit(limit, finish), fills.ground(of: frame))
    if !frame.isEmpty {
      let ground = FillGround(level: colour.w, grey: Luminance.encoded(kept.luminance), on: below)
      fills.append(Fill(frame: frame, ground: ground, colour: kept.fill(colour)))
    }
    return InkFigures(fading: colour, to: kept, on: below, glass)
  }

  /// Plans a picture, and adds it to the fills if it is the shape of one.
  private mutating func add(
    _ image: ImageNode, in rects: [PixelRect], on glass: Glass?, _ fills: inout [Fill], clip: PixelRect
  ) {
    guard !image.frame.isEmpty, !image.bitmap.size.isEmpty else { return }
    guard let ink = image.ink else {
      if !rects.isEmpty { steps.append(.picture(image.bitmap, frame: image.frame, in: rects)) }
      return
    }
    let (source, frame) = (
      InkSource.template(image.bitmap, frame: image.frame), image.frame.intersection(clip)
    )
    guard ink.isFill else {
      if rects.isEmpty { return }
      return steps.append(.ink(source, figures(ink, frame, glass, fills), on: glass?.key, in: rects))
    }
    let below = fills.ground(of: frame)
    if !rects.isEmpty {
      // The light on a single fill is a part of it.
      let figures = InkFigures(ink, glass?.ground, on: below?.count ?? 0 > 1 ? below : nil, below: 0)
      steps.append(.ink(source, figures, on: glass?.key, in: rects))
    }
    guard let glass = glass?.ground, !frame.isEmpty else { return }
    let level = FillNode(frame: frame, ink: ink).level(on: glass)
    let own = FillGround(level: level, grey: glass.fillGrey(on: nil, below: 0), on: nil)
    fills.append(Fill(frame: frame, ground: below?.lit(level) ?? own))
  }

  /// The figures of ink that stays legible over the strongest fill within 2 px of `frame`.
  private func figures(_ ink: Ink, _ frame: PixelRect, _ glass: Glass?, _ fills: [Fill]) -> InkFigures {
    let near = fills.filter { $0.frame.outset(by: 2).intersects(frame) }
    let level = near.map(\.ground.level).max() ?? 0
    let colours = near.compactMap(\.colour)
    var fading = colours.last
    if near.count > 1, let finish = glass?.ground.finish {
      // Any of the fills may have a colour at the limit.
      let grey = SIMD4(SIMD3(repeating: Luminance.encoded(finish.fillLuminance)), 1)
      fading = fading.map { _ in FadingLimit(.ofGlass, finish).fill(grey) }
      fading?.cover = 1 - colours.reduce(1) { $0 * (1 - $1.cover) }
    }
    return InkFigures(ink, glass?.ground, isText: true, fillLevel: level, fading: fading)
  }

  /// Makes the glass of an effect that lies on other nodes.
  private mutating func nest(_ effect: EffectNode) -> Glass {
    let look = NestedLook(effect, on: surface.frame, scale: surface.scale, range: surface.range)
    let key = GlassKey.nested(nestedCount)
    nestedCount += 1
    steps.append(.nestedGlass(key, look))
    return (key, look.ground)
  }

  /// Plans an effect, and returns the fills in its content on which others may lie; `covers` are parts of the
  /// surface where later nodes hide its shadows.
  private mutating func add(
    _ effect: EffectNode, in rects: [PixelRect], on glass: Glass?, _ fills: [Fill],
    covers: [PixelRect], clip: PixelRect, _ edges: Edges
  ) throws(RenderingError) -> ArraySlice<Fill> {
    for shadow in effect.shadows { add(shadow, of: effect, in: rects, covers: covers) }
    if effect.alpha <= 0 { return [] }
    let (inner, clip) = (rects.cut(to: effect.frame), effect.frame.intersection(clip))
    if inner.isEmpty {
      if effect.material != nil { return [] }
      return try add(effect.content, in: [], on: glass, sheets: [:], fills, clip: clip, edges)
    }
    let own = effect.material == nil ? nil : glass?.key
    let group = PaintGroup(effect: effect, rects: inner)
    let isApart = try effect.isApart(fromItsContent: edges)
    if isApart {
      steps.append(.beginGroup(group, own))
    } else if let own {
      steps.append(.glass(own, effect.clip, in: inner))
    }
    let added = try add(effect.content, in: inner, on: glass, sheets: [:], fills, clip: clip, edges)
    // A line that was clipped with the content would be too thin, since the shape covers its outer pixels in part.
    let isClippedAlone = isApart && effect.alpha == 1 && effect.mask == nil
    if isClippedAlone { steps.append(.endGroup(group)) }
    addBorder(of: effect, in: inner)
    if isApart && !isClippedAlone { steps.append(.endGroup(group)) }
    return added
  }

  private mutating func addBorder(of effect: EffectNode, in rects: [PixelRect]) {
    guard let border = effect.border, border.width > 0 else { return }
    let rects =
      effect.borderGaps.isEmpty ? rects : rects.flatMap { $0.subtracting(effect.borderGaps) }
    let shape = effect.clip.shape
    if border.colour.w > 0 { steps.append(.line(shape, width: border.width, .all, border.colour, in: rects)) }
    let lights: [(SIMD4<Double>?, EdgeLight)] = [(border.rim, .key), (border.lowerRim, .fill)]
    for case (let colour?, let light) in lights where colour.w > 0 {
      let part = EdgePart.light(light, fades: border.lightDepth != nil)
      steps.append(.line(shape, width: border.lightDepth ?? border.width, part, colour, in: rects))
    }
  }

  private mutating func add(
    _ shadow: Shadow, of effect: EffectNode, in rects: [PixelRect], covers: [PixelRect]
  ) {
    var shape = effect.clip.shape
    if case .shape(let rect, let corners) = effect.mask {
      shape = Shape(frame: rect, corners: corners)
    }
    let areas = rects.cut(to: shadow.extent(of: shape.frame))
    guard shadow.colour.w > 0, !areas.isEmpty else { return }
    steps.append(.shadow(shadow, of: shape, opacity: effect.alpha, covers: covers, in: areas))
  }
}

extension [PixelRect] {
  /// The rectangles that touch `rect`.
  fileprivate func touching(_ rect: PixelRect) -> [PixelRect] { filter { $0.intersects(rect) } }

  /// The parts of the rectangles that lie in `rect`.
  package func cut(to rect: PixelRect) -> [PixelRect] {
    compactMap { $0.intersects(rect) ? $0.intersection(rect) : nil }
  }
}

extension EffectNode {
  /// Whether effect and content must be painted separately, to be clipped or faded as one.
  fileprivate func isApart(
    fromItsContent edges: (Clip) throws(RenderingError) -> [PixelRect]
  ) throws(RenderingError) -> Bool {
    if alpha < 1 || mask != nil { return true }
    if content.isEmpty { return false }
    let edges = try edges(clip)
    return content.contains { node in
      let extent = node.extent
      return !frame.contains(extent) || edges.contains { $0.intersects(extent) }
    }
  }
}

extension [PaintPlan.Fill] {
  /// The ground of a fill that has this frame: the strongest of the fills that it touches; nil: it touches none.
  fileprivate func ground(of frame: PixelRect) -> FillGround? {
    lazy.filter { $0.frame.intersects(frame) }.map(\.ground).max { $0.level < $1.level }
  }
}
