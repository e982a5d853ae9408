package import Geometry
package import Scenes
package import VisualEffects

/// The sheets of glass of a scene, and how their grids look on a surface; they are found once for a drawing.
package struct SceneSheets {
  package private(set) var sheets: [Scene.Sheet] = []
  /// The look of each sheet.
  package private(set) var looks: [GridLook] = []
  /// Whether some glass blurs nodes that lie below it on the surface.
  package private(set) var hasNestedGlass = false

  /// Makes the sheets of a scene that has none.
  package init() {}

  /// The sheets of `scene` on a surface at `frame` of the output, which shows values of `range`; `scale` is physical pixels
  /// per point.
  package init(of scene: Scene, _ range: ShownRange, on frame: PixelRect, scale: Double) {
    sheets = scene.sheets
    looks = sheets.map { sheet in
      GridLook(
        finish: sheet.node.material.flatMap { sheet.node.finish($0, range: range) },
        lens: sheet.node.lens(on: frame, scale: scale))
    }
    hasNestedGlass = sheets.contains(where: \.isOverOthers) || scene.nodes.contains(where: \.containsGlass)
  }

  /// Brings the glass of each sheet up to date by `update`, which returns the changed pixels of the output, and
  /// returns the part of a surface at `frame` that has to be drawn: `stale` and all changed pixels.
  func updating<Glass: AnyObject, Failure: Error>(
    _ panes: [Glass], on frame: PixelRect, stale: PixelRect,
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

extension EffectNode {
  /// The lens that the effect is on a surface at `frame` of the output; nil if nothing is bent. `scale` is physical pixels
  /// per point.
  func lens(on surface: PixelRect, scale: Double) -> Lens? {
    guard let material else { return nil }
    let shape = clip.moved(x: surface.x, y: surface.y).shape
    return Lens(material.refraction, in: shape, scale: scale)
  }
}

extension Node {
  /// Whether the node is an effect with glass in its content.
  fileprivate var containsGlass: Bool {
    if case .effect(let effect) = self { effect.content.hasGlass } else { false }
  }
}
