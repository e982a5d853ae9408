public import Measures

extension Scene {
  /// The parts of a surface that must be drawn again to turn `old` into this scene, none if they are equal.
  ///
  /// Without an old scene, or after a change of size or material, that is the whole surface. Parts that touch the
  /// same pixels are one where that is no larger.
  public func damage(since old: Scene?) -> [PixelRect] {
    let bounds = PixelRect(size)
    guard let old, old.size == size, old.material == material else { return size.isEmpty ? [] : [bounds] }
    // What stays keeps its order; a text that moves above another is removed and inserted.
    return items.difference(from: old.items).reduce(into: []) { parts, change in
      switch change {
      case .insert(_, let item, _), .remove(_, let item, _):
        parts.add(item.frame.intersection(bounds))
      }
    }
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
