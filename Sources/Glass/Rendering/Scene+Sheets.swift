package import Geometry
package import Scenes

extension Scene {
  /// An effect with a material that does not lie in another effect's content.
  package struct Sheet {
    package var node: EffectNode
    /// The position of the sheet among the scene's nodes.
    package var index: Int
    /// Whether the sheet also blurs nodes that lie below it on the surface, not only the background.
    var isOverOthers: Bool
  }

  /// The sheets of glass, in the order of `panes`.
  package var sheets: [Sheet] {
    nodes.indices.compactMap { index in
      guard case .effect(let effect) = nodes[index], effect.material != nil else { return nil }
      let isOver = !effect.isApart && nodes[..<index].contains { $0.extent.intersects(effect.frame) }
      return Sheet(node: effect, index: index, isOverOthers: isOver)
    }
  }

  /// The parts of the surface that `sheet` covers wholly and where only its content has to be painted, in a scene in which no
  /// glass blurs other nodes.
  ///
  /// The parts consist of whole blocks of 4 × 4 pixels of the output, on which the surface lies at `frame`, except at
  /// the surface's own edges.
  func plainRects(of sheet: Sheet, on frame: PixelRect) -> [PixelRect] {
    let node = sheet.node
    guard node.mask == nil, node.alpha >= 1, !sheet.isOverOthers else { return [] }
    if nodes[(sheet.index + 1)...].contains(where: { $0.extent.intersects(node.frame) }) { return [] }
    let inset = Int((node.border?.depth ?? 0).rounded(.up))
    let bounds = PixelRect(size)
    return node.clip.shape.wholeRects(insideLineOf: inset).compactMap { rect in
      let seen = rect.intersection(bounds)
      if seen.isEmpty { return nil }
      let left = seen.x == 0 ? 0 : (seen.x + frame.x + 3).flooredToMultiple(of: 4) - frame.x
      let top = seen.y == 0 ? 0 : (seen.y + frame.y + 3).flooredToMultiple(of: 4) - frame.y
      let right =
        seen.maxX == size.width ? size.width : (seen.maxX + frame.x).flooredToMultiple(of: 4) - frame.x
      let bottom =
        seen.maxY == size.height ? size.height : (seen.maxY + frame.y).flooredToMultiple(of: 4) - frame.y
      guard right > left, bottom > top else { return nil }
      return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
  }

  /// The parts of the surface on which this scene or `other` may draw; two parts are merged if their union is no
  /// larger than both.
  package func occupied(besides other: Scene?) -> [PixelRect] {
    let bounds = PixelRect(size)
    // Before the first drawing nothing is known of the surface.
    guard let other else { return [bounds] }
    var parts: [PixelRect] = []
    for node in nodes + other.nodes {
      var part = node.extent.intersection(bounds)
      if part.isEmpty { continue }
      while let index = parts.firstIndex(where: { part.union($0).area <= part.area + $0.area }) {
        part = part.union(parts.remove(at: index))
      }
      parts.append(part)
    }
    return parts
  }
}

extension [Node] {
  /// Whether one of these nodes is glass or contains glass.
  package var hasGlass: Bool { contains(where: \.hasGlass) }
}

extension [PixelRect] {
  /// The least rectangle that contains all of these; empty if they are.
  package var bounds: PixelRect { reduce(.empty) { $0.union($1) } }

  /// Rectangles of the same pixels that do not overlap.
  package var distinct: [PixelRect] {
    reduce(into: []) { parts, rect in parts += rect.subtracting(parts) }
  }
}

extension [Node] {
  /// The parts of the surface that are hidden by sheets of glass after the node `index`; `isSheet` tells which
  /// positions among all nodes are sheets.
  ///
  /// There are none if other glass exists, since that blurs the nodes below.
  package func covers(over index: Int, isSheet: (Int) -> Bool) -> [PixelRect] {
    var covers: [PixelRect] = []
    for (other, node) in enumerated() {
      guard case .effect(let effect) = node else { continue }
      if effect.content.hasGlass || (effect.material != nil && !isSheet(other)) { return [] }
      guard other > index, isSheet(other), effect.alpha >= 1, effect.mask == nil else { continue }
      let core = effect.clip.shape.core
      if !core.isEmpty { covers.append(core) }
    }
    return covers
  }
}

extension Scene {
  /// Whether nothing but glass is seen wherever glass covers a pixel wholly: no sheet is translucent.
  package var isOpaqueGlass: Bool {
    nodes.allSatisfy { node in
      guard case .effect(let effect) = node, effect.material != nil else { return true }
      return effect.alpha >= 1
    }
  }
}
