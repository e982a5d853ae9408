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
  /// Whether some glass of the scene blurs nodes that lie below it on the surface.
  package let hasNestedGlass: Bool

  /// Divides `rects` of a surface that shows `scene`, which has `sheets`, at `frame` of the output; `widened` extends a
  /// rectangle to the pixels that a pass draws at once.
  package init(
    of rects: [PixelRect], _ scene: Scene, _ sheets: SceneSheets, on frame: PixelRect,
    widened: (PixelRect) -> PixelRect
  ) {
    var rest = rects
    hasNestedGlass = sheets.hasNestedGlass
    for (position, (sheet, look)) in zip(sheets.sheets, sheets.looks).enumerated() where !sheet.isOverOthers {
      guard let ground = InkGround(of: sheet.node, finish: look.finish) else { continue }
      let plain = hasNestedGlass ? [] : scene.plainRects(of: sheet, on: frame)
      let own = rest.flatMap { rect in plain.map { $0.intersection(rect) } }.filter { !$0.isEmpty }
      if !own.isEmpty { rest = rest.flatMap { $0.subtracting(plain) } }
      let inked = own.flatMap { rect in sheet.node.content.map { $0.extent.intersection(rect) } }
        .filter { !$0.isEmpty }.map(widened).distinct
      let bare = own.flatMap { $0.subtracting(inked) }
      parts.append(Part(sheet: sheet, position: position, ground: ground, bare: bare, inked: inked))
    }
    self.rest = rest
    // A blur of painted pixels needs all of them drawn anew.
    painted = rest.isEmpty || !hasNestedGlass ? rest : [PixelRect(frame.size)]
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
