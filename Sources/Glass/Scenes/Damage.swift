public import Geometry

extension Scene {
  /// The parts of a surface that must be drawn again to turn `old` into this scene, none if they are equal.
  ///
  /// Without an old scene, or after a change of size, that is the whole surface. Parts that touch the same pixels are
  /// one where that is no larger.
  public func damage(since old: Scene?) -> [PixelRect] {
    let bounds = PixelRect(size)
    guard let old, old.size == size else { return size.isEmpty ? [] : [bounds] }
    var parts: [PixelRect] = []
    nodes.addDamage(since: old.nodes, in: bounds, isNested: false, to: &parts)
    return parts
  }
}

extension [Node] {
  /// Adds what differs from `old`, as far as it is seen in `bounds`.
  ///
  /// `isNested`: these lie in the content of glass.
  fileprivate func addDamage(
    since old: [Node], in bounds: PixelRect, isNested: Bool, to parts: inout [PixelRect]
  ) {
    // Sheets that differ by their content only are compared inside.
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
    // What stays keeps its order; a node that moves above another is removed and inserted.
    for change in difference(from: former) {
      switch change {
      case .insert(let index, let node, _), .remove(let index, let node, _):
        changed.append((index, node.extent.intersection(bounds)))
      }
    }
    changed.removeAll { $0.part.isEmpty }
    guard let first = changed.map(\.index).min() else { return }
    for (_, part) in changed { parts.add(part) }
    // Glass above may blur any of it.
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
  /// Whether only the contents differ.
  fileprivate func hasShape(of other: EffectNode) -> Bool {
    var same = other
    same.content = content
    return same == self
  }
}

extension [PixelRect] {
  /// Merges `part` with those that it makes superfluous.
  fileprivate mutating func add(_ part: PixelRect) {
    var part = part
    guard !part.isEmpty else { return }
    while let index = firstIndex(where: { part.union($0).area <= part.area + $0.area }) {
      part = part.union(remove(at: index))
    }
    append(part)
  }
}
