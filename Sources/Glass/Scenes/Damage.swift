public import Geometry

extension Scene {
  /// The parts of a surface, in its physical pixels, that must be drawn again to turn `old` into this scene;
  /// none if the scenes are equal.
  ///
  /// Without an old scene, or after a change of size, that is the whole surface. Two parts are merged where
  /// their union is no larger than both together.
  public func damage(since old: Scene?) -> [PixelRect] {
    let bounds = PixelRect(size)
    guard let old, old.size == size else { return size.isEmpty ? [] : [bounds] }
    var parts: [PixelRect] = []
    nodes.addDamage(since: old.nodes, in: bounds, isNested: false, to: &parts)
    return parts
  }
}

extension [Node] {
  /// Adds the parts within `bounds` in which these nodes differ from `old`.
  ///
  /// `isNested` says whether these nodes lie in the content of glass.
  fileprivate func addDamage(
    since old: [Node], in bounds: PixelRect, isNested: Bool, to parts: inout [PixelRect]
  ) {
    // For sheets that differ only in their content, the contents are compared.
    var former = old
    var changed: [(index: Int, part: PixelRect)] = []
    for index in indices where count == old.count {
      guard case .effect(let new) = self[index], case .effect(let before) = old[index], new != before,
        new.hasShape(of: before)
      else { continue }
      var inner: [PixelRect] = []
      new.content.addDamage(
        since: before.content, in: bounds.intersection(new.frame), isNested: true, to: &inner)
      changed += inner.map { (index, $0) }
      former[index] = self[index]
    }
    // Nodes that stay keep their order; a node that moves above another is removed and inserted.
    for change in difference(from: former) {
      switch change {
      case .insert(let index, let node, _), .remove(let index, let node, _):
        changed.append((index, node.extent.intersection(bounds)))
      }
    }
    changed.removeAll { $0.part.isEmpty }
    guard let first = changed.map(\.index).min() else { return }
    for (_, part) in changed { parts.add(part) }
    // Glass above a changed node blurs it, so any part of that glass may change.
    for index in indices.dropFirst(first + 1) where isNested || overlapsEarlier(index) {
      guard case .effect(let effect) = self[index], effect.material != nil else { continue }
      parts.add(effect.extent.intersection(bounds))
    }
  }

  private func overlapsEarlier(_ index: Int) -> Bool {
    self[..<index].contains { $0.extent.intersects(self[index].extent) }
  }
}

extension EffectNode {
  /// Whether the node differs from `other` in nothing but its content.
  fileprivate func hasShape(of other: EffectNode) -> Bool {
    var same = other
    same.content = content
    return same == self
  }
}

extension [PixelRect] {
  /// Adds `part`, merged with every part with which its union is no larger than both together.
  fileprivate mutating func add(_ part: PixelRect) {
    var part = part
    guard !part.isEmpty else { return }
    while let index = firstIndex(where: { part.union($0).area <= part.area + $0.area }) {
      part = part.union(remove(at: index))
    }
    append(part)
  }
}
