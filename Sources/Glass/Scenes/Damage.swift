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
    // The contents are compared of sheets that differ only in their content.
    var former = old
    var changes: [Change] = []
    for index in indices where count == old.count {
      guard case .effect(let new) = self[index], case .effect(let before) = old[index], new != before,
        new.hasShape(of: before)
      else { continue }
      var inner: [PixelRect] = []
      new.content.addDamage(
        since: before.content, in: bounds.intersection(new.frame), isNested: true, to: &inner)
      let nodes = [self[index], old[index]]
      changes += inner.map {
        Change(
          extent: $0, above: index + 1, hasFill: nodes.contains(where: \.hasFill))
      }
      former[index] = self[index]
    }
    // Nodes that stay keep their order; a node that moves above another is removed and inserted.
    let (own, others) = withoutSameEnds(as: former)
    if own.count <= 1, others.count <= 1 {
      let above = own.startIndex
      changes +=
        others.map { Change($0, above: above + own.count) } + own.map { Change($0, above: above + 1) }
    } else {
      let difference = own.difference(from: others)
      for change in difference {
        switch change {
        case .insert(let index, let node, _): changes.append(Change(node, above: own.startIndex + index + 1))
        case .remove(let index, let node, _):
          changes.append(Change(node, above: own.startIndex + difference.place(ofRemoved: index)))
        }
      }
    }
    changes += fills(touchedBy: changes)
    for change in changes { parts.add(change.extent.intersection(bounds)) }
    for (index, node) in enumerated() {
      let below = changes.filter { $0.above <= index }
      if below.isEmpty { continue }
      if isChanged(node, at: index, by: below, isNested: isNested) {
        parts.add(node.extent.intersection(bounds))
      } else {
        node.addInk(beside: below.filter(\.hasFill).map(\.extent), in: bounds, to: &parts)
      }
    }
  }

  /// The fills, vibrant or of colours that fade, that lie on changed ones or below them. They change too, since each leaves room for
  /// those on it, and its opacity counts with those of the fills below it for texts.
  private func fills(touchedBy changes: [Change]) -> [Change] {
    var touched = changes.filter(\.hasFill).map(\.extent)
    if touched.isEmpty { return [] }
    var (rest, fills) = (indices.filter { self[$0].hasFill }, [Change]())
    while let next = rest.firstIndex(where: { own in touched.contains { $0.intersects(self[own].extent) } }) {
      let index = rest.remove(at: next)
      touched.append(self[index].extent)
      fills.append(Change(self[index], above: index + 1))
    }
    return fills
  }

  /// Whether all of a node that stays as it is looks different after `changes` below it: glass over others blurs what lies below,
  /// also what lies beside it.
  private func isChanged(_ node: Node, at index: Int, by changes: [Change], isNested: Bool) -> Bool {
    switch node {
    case .effect(let effect):
      if effect.content.contains(where: \.hasGlass) { return true }
      guard effect.material != nil else { return false }
      if isNested { return true }
      return !effect.isApart
        && (overlapsEarlier(index) || changes.contains { $0.extent.intersects(effect.extent) })
    case .text, .image, .fill: return false
    }
  }

  /// These nodes and the others without those that are the same at the beginning and at the end.
  private func withoutSameEnds(as others: [Node]) -> (own: ArraySlice<Node>, others: ArraySlice<Node>) {
    let shorter = Swift.min(count, others.count)
    var (start, end) = (0, 0)
    while start < shorter, self[start] == others[start] { start += 1 }
    while end < shorter - start, self[count - 1 - end] == others[others.count - 1 - end] { end += 1 }
    return (self[start..<count - end], others[start..<others.count - end])
  }

  private func overlapsEarlier(_ index: Int) -> Bool {
    self[..<index].contains { $0.extent.intersects(self[index].extent) }
  }
}

/// Something that came, went or became another among the nodes of a surface.
private struct Change {
  /// The pixels that the new or the former nodes cover.
  var extent: PixelRect
  /// The index, among the new nodes, of the first one that lies above the change.
  var above: Int
  /// Whether the node is a vibrant fill or the light on one, or a colour that fades, or has one on the same glass, so that texts and
  /// templates above it take it into account.
  var hasFill: Bool

  init(extent: PixelRect, above: Int, hasFill: Bool) {
    (self.extent, self.above, self.hasFill) = (extent, above, hasFill)
  }

  init(_ node: Node, above: Int) {
    self.init(extent: node.extent, above: above, hasFill: node.hasFill)
  }
}

extension Node {
  /// Whether the node is a vibrant fill or the light on one, or a colour that fades, or has one on the same glass.
  fileprivate var hasFill: Bool {
    switch self {
    case .fill(let fill): fill.ink.isFill || fill.limit != nil
    case .image(let image): image.ink?.isFill ?? false
    case .text: false
    case .effect(let effect): effect.material == nil && effect.content.contains(where: \.hasFill)
    }
  }

  /// Adds the parts, in `bounds`, of the texts and templates on the same glass that know of `fills`, because they lie near them.
  fileprivate func addInk(beside fills: [PixelRect], in bounds: PixelRect, to parts: inout [PixelRect]) {
    switch self {
    case .text, .image:
      let shown = extent.intersection(bounds)
      if fills.contains(where: { $0.outset(by: ContrastMeasurement.reach).intersects(shown) }) {
        parts.add(shown)
      }
    case .effect(let effect) where effect.material == nil && !fills.isEmpty:
      for node in effect.content {
        node.addInk(beside: fills, in: bounds.intersection(effect.frame), to: &parts)
      }
    case .effect, .fill: break
    }
  }
}

extension CollectionDifference {
  /// The place among the new elements of the one that follows what was removed from `offset`.
  fileprivate func place(ofRemoved offset: Int) -> Int {
    var place = offset - removals.count { $0.offset < offset }
    for insertion in insertions where insertion.offset <= place { place += 1 }
    return place
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
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
