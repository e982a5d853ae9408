package import Geometry
package import Scenes

extension Scene {
  /// An effect with a material that lies in no other's content.
  package struct Sheet {
    package var node: EffectNode
    /// The position of the sheet among the scene's nodes.
    package var index: Int
    /// Its backdrop is more than what lies behind the surface.
    package var isOverOthers: Bool
  }

  /// The sheets of glass, in the order of `panes`.
  package var sheets: [Sheet] {
    nodes.indices.compactMap { index in
      guard case .effect(let effect) = nodes[index], effect.material != nil else { return nil }
      let isOver = !effect.isApart && nodes[..<index].contains { $0.extent.intersects(effect.frame) }
      return Sheet(node: effect, index: index, isOverOthers: isOver)
    }
  }

  /// Parts that a sheet covers wholly, and where nothing needs painting but its content.
  ///
  /// Whole blocks of 4 × 4 pixels of the output, where the surface lies at `frame`, but for the surface's own edges.
  package func plainRects(of sheet: Sheet, on frame: PixelRect) -> [PixelRect] {
    let node = sheet.node
    guard node.mask == nil, node.alpha >= 1, !hasNestedGlass, !sheet.isOverOthers else { return [] }
    if nodes[(sheet.index + 1)...].contains(where: { $0.extent.intersects(node.frame) }) { return [] }
    let inset = Int((node.border?.width ?? 0).rounded(.up))
    let bounds = PixelRect(size)
    let inner = inset == 0 ? bounds : node.frame.outset(by: -inset)
    return Shape(frame: node.frame, corners: node.corners).wholeRects.compactMap { rect in
      let seen = rect.intersection(bounds).intersection(inner)
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

  /// Some glass blurs what lies below it on the surface.
  package var hasNestedGlass: Bool {
    sheets.contains { $0.isOverOthers }
      || nodes.contains { if case .effect(let effect) = $0 { effect.content.hasGlass } else { false } }
  }
}

extension [Node] {
  /// There is glass among them or in them.
  package var hasGlass: Bool { contains(where: \.hasGlass) }
}

extension [PixelRect] {
  /// The same pixels, each in one rectangle only.
  package var distinct: [PixelRect] {
    reduce(into: []) { parts, rect in parts += rect.subtracting(parts) }
  }

  /// `first`, unless it is empty, and what of these lies beside it, each pixel in one rectangle only.
  package func beside(_ first: PixelRect) -> [PixelRect] {
    (first.isEmpty ? [] : [first]) + flatMap { $0.subtracting([first]) }.distinct
  }
}

extension [Node] {
  /// Parts of which nothing is seen but those after `index` that are sheets of glass, as `isSheet` tells of their places
  /// among all nodes.
  ///
  /// Other glass blurs what lies below: then there are none.
  package func covers(over index: Int, isSheet: (Int) -> Bool) -> [PixelRect] {
    var covers: [PixelRect] = []
    for (other, node) in enumerated() {
      guard case .effect(let effect) = node else { continue }
      if effect.content.hasGlass || (effect.material != nil && !isSheet(other)) { return [] }
      guard other > index, isSheet(other), effect.alpha >= 1, effect.mask == nil else { continue }
      let core = Shape(frame: effect.frame, corners: effect.corners).core
      if !core.isEmpty { covers.append(core) }
    }
    return covers
  }
}

extension Scene {
  /// Wherever its glass covers a pixel wholly, nothing else is seen through it.
  package var isOpaqueGlass: Bool {
    nodes.allSatisfy { node in
      guard case .effect(let effect) = node, effect.material != nil else { return true }
      return effect.alpha >= 1
    }
  }
}
