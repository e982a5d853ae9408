import Geometry

extension EffectNode {
  /// The node moved by `x` and `y` pixels, with its content and its mask.
  package func offset(x: Int, y: Int) -> EffectNode {
    var moved = self
    moved.frame = frame.offset(x: x, y: y)
    moved.content = content.map { $0.offset(x: x, y: y) }
    if case .shape(let rect, let corners)? = mask { moved.mask = .shape(rect.offset(x: x, y: y), corners) }
    return moved
  }
}

extension Node {
  /// The node moved by `x` and `y` pixels.
  package func offset(x: Int, y: Int) -> Node {
    switch self {
    case .effect(let node): return .effect(node.offset(x: x, y: y))
    case .text(var node):
      node.frame = node.frame.offset(x: x, y: y)
      return .text(node)
    case .image(var node):
      node.frame = node.frame.offset(x: x, y: y)
      return .image(node)
    case .fill(var node):
      node.frame = node.frame.offset(x: x, y: y)
      return .fill(node)
    }
  }
}
