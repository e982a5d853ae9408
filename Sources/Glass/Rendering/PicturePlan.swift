package import Geometry
package import Scenes
package import VisualEffects

/// The division of the drawn part of a surface into parts that show one sheet of glass and its content, which final
/// passes take from the sheet's grid, and a rest to be painted.
package struct PicturePlan {
  /// The parts of a surface that show one sheet and the nodes of its content alone.
  package struct Part {
    package var sheet: Scene.Sheet
    /// The index of the sheet among the scene's sheets.
    package var position: Int
    package var ground: InkGround
    package var key: GlassKey { .sheet(sheet.index) }
    /// Rectangles that show nothing but glass, in pixels of the surface.
    package var bare: [PixelRect]
    /// Rectangles in which the sheet's content has to be painted, each pixel in one of them.
    package var inked: [PixelRect]
  }

  /// One part for each sheet whose backdrop is the background behind the surface.
  package private(set) var parts: [Part] = []
  /// The rectangles, in pixels of the surface, that are taken from a canvas with all nodes.
  package private(set) var rest: [PixelRect]
  /// The rectangles in which all nodes are painted for `rest`.
  package let painted: [PixelRect]

  /// Divides `rects` of a surface that shows `scene` at `frame` of the output.
  ///
  /// `looks` are those of the scene's sheets; `widened` extends a rectangle to the pixels that a pass draws at once.
  package init(
    of rects: [PixelRect], _ scene: Scene, _ looks: [GridLook], on frame: PixelRect,
    widened: (PixelRect) -> PixelRect
  ) {
    var rest = rects
    for (position, sheet) in scene.sheets.enumerated() where !sheet.isOverOthers {
      guard let ground = InkGround(of: sheet.node, finish: looks[position].finish) else { continue }
      let plain = scene.plainRects(of: sheet, on: frame)
      let own = rest.flatMap { rect in plain.map { $0.intersection(rect) } }.filter { !$0.isEmpty }
      if !own.isEmpty { rest = rest.flatMap { $0.subtracting(plain) } }
      let inked = own.flatMap { rect in sheet.node.content.map { $0.extent.intersection(rect) } }
        .filter { !$0.isEmpty }.map(widened).distinct
      let bare = own.flatMap { $0.subtracting(inked) }
      parts.append(Part(sheet: sheet, position: position, ground: ground, bare: bare, inked: inked))
    }
    self.rest = rest
    // A blur of painted pixels needs all of them drawn anew.
    painted = rest.isEmpty || !scene.hasNestedGlass ? rest : [PixelRect(frame.size)]
  }

  /// The properties of the surface on which plans of painting depend.
  package func surface(on frame: PixelRect, scale: Double, range: ShownRange) -> PaintPlan.Surface {
    let sheets = Dictionary(uniqueKeysWithValues: parts.map { ($0.sheet.index, $0.ground) })
    return PaintPlan.Surface(frame: frame, scale: scale, range: range, sheets: sheets)
  }
}

extension InkGround {
  /// The figures of an effect's glass; nil if it has no material.
  package init?(of effect: EffectNode, finish: LegibilityFigures?) {
    guard let material = effect.material else { return nil }
    self.init(
      isDark: material.isDark, legibility: effect.legibility, finish: finish, blurRadius: material.blurRadius)
  }
}

/// Glass whose backdrop includes the nodes that lie below it on the surface.
package struct NestedLook {
  /// The blur of the glass, before any material.
  package let blur: PaneBlur
  package let chain: ColourChain
  package let ground: InkGround
  package let grid: GridLook

  /// The glass of `effect` on a surface at `frame` of the output, which shows values of `range`; `scale` is physical
  /// pixels per point of the blur. Traps if the effect has no material.
  package init(_ effect: EffectNode, on frame: PixelRect, scale: Double, range: ShownRange) {
    guard let material = effect.material,
      let ground = InkGround(of: effect, finish: effect.finish(material, range: range))
    else { preconditionFailure("an effect without a material") }
    let sigma = max(BlurPlan.minimumLiveSigma, material.blurRadius * scale)
    grid = GridLook(finish: ground.finish, lens: effect.lens(on: frame, scale: scale))
    let plan = BlurPlan(sigma: sigma, minimumLevel: 2, isFinest: grid.lens != nil)
    blur = PaneBlur(
      PaneLook(plan: plan, chain: .identity), frame: effect.frame.offset(x: frame.x, y: frame.y))
    (chain, self.ground) = (material.chain, ground)
  }
}

extension EffectNode {
  /// The lens that the effect is on a surface at `frame` of the output; nil if nothing is bent. `scale` is physical pixels
  /// per point.
  fileprivate func lens(on surface: PixelRect, scale: Double) -> Lens? {
    guard let material else { return nil }
    let shape = clip.moved(x: surface.x, y: surface.y).shape
    return Lens(material.refraction, in: shape, scale: scale)
  }
}

extension Scene {
  /// The looks of the sheets on a surface at `frame` of the output; `scale` is physical pixels per point.
  package func looks(_ range: ShownRange, on frame: PixelRect, scale: Double) -> [GridLook] {
    sheets.map { sheet in
      GridLook(
        finish: sheet.node.material.flatMap { sheet.node.finish($0, range: range) },
        lens: sheet.node.lens(on: frame, scale: scale))
    }
  }

  /// Brings the glass of each sheet up to date by `update`, which returns the changed pixels of the output, and
  /// returns the part of a surface at `frame` that has to be drawn: `stale` and all changed pixels.
  package func updating<Glass: AnyObject, Failure: Error>(
    _ panes: [Glass], _ looks: [GridLook], on frame: PixelRect, stale: PixelRect,
    _ update: (Glass, GridLook, GridUse) throws(Failure) -> PixelRect
  ) throws(Failure) -> PixelRect {
    var stale = stale
    var uses: [(glass: Glass, look: GridLook, sheets: [EffectNode])] = []
    for (sheet, (glass, look)) in zip(sheets, zip(panes, looks)) {
      if let index = uses.firstIndex(where: { $0.glass === glass && $0.look == look }) {
        uses[index].sheets.append(sheet.node)
      } else {
        uses.append((glass, look, [sheet.node]))
      }
    }
    for (glass, look, sheets) in uses {
      let pixels = try update(glass, look, GridUse(of: sheets, on: frame))
        .offset(x: -frame.x, y: -frame.y)
      for sheet in sheets { stale = stale.union(pixels.intersection(sheet.frame)) }
    }
    if !stale.isEmpty, hasNestedGlass { stale = PixelRect(frame.size) }
    return stale.intersection(PixelRect(frame.size))
  }
}
