import Geometry
import Scenes

extension [Node] {
  /// Changes the nodes among which the fill with a frame lies, given its index. A drawer that slides cuts its modules out, so that the
  /// fill may be among the nodes of a part; a group that gives the fill a shadow or an opacity counts as the fill.
  mutating func changeNodes(aroundFillAt frame: PixelRect, _ change: (inout [Node], Int) -> Void) {
    if let index = firstIndex(where: { $0.movableFill?.frame == frame }) { return change(&self, index) }
    for index in indices {
      guard case .effect(var part) = self[index], part.material == nil else { continue }
      part.content.changeNodes(aroundFillAt: frame, change)
      self[index] = .effect(part)
    }
  }
}

extension Node {
  /// The fill that the node is, or around which it is a group of the same frame; nil: it is another node.
  var movableFill: FillNode? {
    switch self {
    case .fill(let fill): return fill
    case .effect(let group):
      guard group.material == nil, let fill = group.content.first?.movableFill, fill.frame == group.frame
      else {
        return nil
      }
      return fill
    case .text, .image: return nil
    }
  }

  /// The node with another frame in place of the frame `old`, which parts of it may have as well.
  func moved(from old: PixelRect, to new: PixelRect) -> Node {
    switch self {
    case .fill(var fill):
      if fill.frame == old { fill.frame = new }
      return .fill(fill)
    case .effect(var group):
      if group.frame == old { group.frame = new }
      group.content = group.content.map { $0.moved(from: old, to: new) }
      return .effect(group)
    case .text, .image: return self
    }
  }
}
