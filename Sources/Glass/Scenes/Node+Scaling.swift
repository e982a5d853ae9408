import Geometry

extension EffectNode {
  /// Returns the sheet with its frame scaled by `factor` about a point in physical pixels of the surface.
  ///
  /// Sheets and fills in it are scaled as well. Texts and pictures keep their size, so that they stay sharp; their
  /// middles move as the sheet requires. Radii, borders and shadows keep their measures.
  public func scaled(by factor: Double, about point: (x: Double, y: Double)) -> EffectNode {
    if factor == 1 { return self }
    var node = self
    node.frame = frame.scaled(by: factor, about: point)
    if case .shape(let rect, let corners)? = mask {
      node.mask = .shape(rect.scaled(by: factor, about: point), corners)
    }
    node.content = content.map { $0.scaled(by: factor, about: point) }
    return node
  }
}

extension Node {
  fileprivate func scaled(by factor: Double, about point: (x: Double, y: Double)) -> Node {
    switch self {
    case .effect(let node): return .effect(node.scaled(by: factor, about: point))
    case .text(var node):
      node.frame = node.frame.moved(by: factor, about: point)
      return .text(node)
    case .image(var node):
      node.frame = node.frame.moved(by: factor, about: point)
      return .image(node)
    case .fill(var node):
      node.frame = node.frame.scaled(by: factor, about: point)
      return .fill(node)
    }
  }
}

extension PixelRect {
  /// Returns the rectangle with its edges scaled about a point and rounded, at least one pixel long and wide.
  fileprivate func scaled(by factor: Double, about point: (x: Double, y: Double)) -> PixelRect {
    if isEmpty { return moved(by: factor, about: point) }
    func edge(_ place: Int, _ point: Double) -> Int {
      Int((point + (Double(place) - point) * factor).rounded())
    }
    let (left, top) = (edge(x, point.x), edge(y, point.y))
    return PixelRect(
      x: left, y: top, width: max(1, edge(maxX, point.x) - left), height: max(1, edge(maxY, point.y) - top))
  }

  /// Returns the rectangle in its size, moved so that its middle is scaled about a point.
  fileprivate func moved(by factor: Double, about point: (x: Double, y: Double)) -> PixelRect {
    func distance(_ start: Int, _ length: Int, _ point: Double) -> Int {
      Int(((Double(start) + Double(length) / 2 - point) * (factor - 1)).rounded())
    }
    return offset(x: distance(x, width, point.x), y: distance(y, height, point.y))
  }
}
